import { formatPhone } from "#contract/phone.ts";

/** Hyphens while a Korean number is typed; a number with another country's code stays as it is typed. */
export const formatMobile = (next: string, previous: string): string =>
  next.startsWith("+") && !next.startsWith("+82") ? next : formatPhone(next, previous);
