/**
 * Sign-ins between password and second factor, and devices that skip the second factor. Only hashes of their tokens
 * are stored.
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

/** The user of a pending sign-in; undefined where it has expired. */
export async function readPending(db: Knex, token: string, now: Date): Promise<number | undefined> {
  const found = await PendingSignIn.query(db).findById(hashOfToken(token)).where("expiresAt", ">", now);
  return found?.hostUserId;
}

/** Consumes a pending sign-in. @returns undefined where it has expired or was consumed concurrently */
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

/** Remembers a device. @returns the token for the cookie */
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

/** Whether a device skips the second factor for a user. @param token of the device's cookie */
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

/** Ends a user's pending sign-ins, those of the desktop app included, and forgets their devices. */
export async function forgetDevices(db: Knex, hostUserId: number): Promise<void> {
  await PendingSignIn.query(db).delete().where({ hostUserId });
  await AppCode.query(db).delete().where({ hostUserId });
  await RememberedDevice.query(db).delete().where({ hostUserId });
}
