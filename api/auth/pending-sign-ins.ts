/**
 * Sign-ins between password and second factor, and devices on which the second factor is not asked for. Only hashes of
 * their tokens are kept.
 */
import type { Knex } from "knex";
import { PendingSignIn, RememberedDevice } from "#db/models/people/second-factor.ts";
import { AppCode } from "#db/models/people/sign-in.ts";
import { hashOfToken, newToken } from "./tokens.ts";

export const pendingMinutes = 10;
export const rememberedDays = 30;

interface TokenSource {
  readonly now: Date;
  readonly random: (size: number) => Uint8Array;
}

/** @returns the token for the cookie */
export async function startPending(
  db: Knex,
  hostUserId: number,
  { now, random }: TokenSource,
  companyLoginId: number | null = null,
): Promise<string> {
  const token = newToken(random);
  const expiresAt = new Date(now.getTime() + pendingMinutes * 60_000);
  await PendingSignIn.query(db).insert({
    tokenHash: hashOfToken(token),
    hostUserId,
    expiresAt,
    companyLoginId,
  });
  return token;
}

/** Whose sign-in a token is; undefined where it is over. */
export async function readPending(db: Knex, token: string, now: Date): Promise<number | undefined> {
  const found = await PendingSignIn.query(db).findById(hashOfToken(token)).where("expiresAt", ">", now);
  return found?.hostUserId;
}

/** Uses a sign-in up. @returns it; undefined where it is over, or was used by somebody else just now */
export async function endPending(
  trx: Knex.Transaction,
  token: string,
  now: Date,
): Promise<Pick<PendingSignIn, "companyLoginId"> | undefined> {
  const [ended] = await PendingSignIn.query(trx)
    .delete()
    .where({ tokenHash: hashOfToken(token) })
    .where("expiresAt", ">", now)
    .returning("companyLoginId");
  return ended;
}

/** Remembers the device. @returns the token for the cookie */
export async function rememberDevice(
  db: Knex,
  hostUserId: number,
  { now, random }: TokenSource,
): Promise<string> {
  const token = newToken(random);
  const expiresAt = new Date(now.getTime() + rememberedDays * 86_400_000);
  await RememberedDevice.query(db).insert({ tokenHash: hashOfToken(token), hostUserId, expiresAt });
  return token;
}

/** Whether a device is remembered for a person. @param token of the device's cookie */
export async function isRemembered(
  db: Knex,
  hostUserId: number,
  token: string | undefined,
  now: Date,
): Promise<boolean> {
  if (token === undefined) return false;
  const found = await RememberedDevice.query(db)
    .findById(hashOfToken(token))
    .where({ hostUserId })
    .where("expiresAt", ">", now);
  return found !== undefined;
}

/** Ends a person's half-done sign-ins, those on their way to an app as well, and forgets their devices. */
export async function forgetDevices(db: Knex, hostUserId: number): Promise<void> {
  await PendingSignIn.query(db).delete().where({ hostUserId });
  await AppCode.query(db).delete().where({ hostUserId });
  await RememberedDevice.query(db).delete().where({ hostUserId });
}
