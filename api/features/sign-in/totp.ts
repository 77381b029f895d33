/** Codes of an authenticator app (RFC 6238): six digits, a new one each half minute. */
import { Secret, TOTP } from "otpauth";
import type { Deps } from "#api/deps.ts";
import { codeDigits, type TotpSecret } from "#contract/people/second-factor.ts";

const period = 30;
const secretBytes = 20;
/** The code before and the one after count, too: clocks of telephones differ, and people take a while to type. */
const tolerated = 1;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: codeDigits, period });

/** @returns a new secret, in base 32 */
export const createTotpSecret = (random: Deps["random"]): string =>
  new Secret({ buffer: Uint8Array.from(random(secretBytes)).buffer }).base32;

/**
 * A secret as an authenticator app takes it.
 * @param issuer the site, by which the app names the entry
 */
export const presentTotpSecret = (secret: string, issuer: string, loginId: string): TotpSecret => ({
  secret: secret.replace(/(.{4})(?=.)/g, "$1 "),
  url: totpOf(secret, { issuer, label: loginId }).toString(),
});

/** The half minute that a code is of; undefined where it is none of now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: tolerated });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
}
