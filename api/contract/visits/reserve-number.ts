/**
 * Reservation numbers: the day of the application and five random characters, "261120-7KQ2M" (docs/behaviour.md,
 * "Visits").
 */

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * @param today "YYYY-MM-DD…" on the site's wall clock
 * @param random five or more random bytes
 */
export function reserveNumber(today: string, random: Uint8Array): string {
  const tail = Array.from(random.subarray(0, 5), (byte) => alphabet[byte % 32]).join("");
  return `${today.slice(2, 4)}${today.slice(5, 7)}${today.slice(8, 10)}-${tail}`;
}
