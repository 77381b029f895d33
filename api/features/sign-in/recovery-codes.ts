/** Recovery codes: each signs in once in place of the authenticator app. They are shown once, and kept as hashes. */
import { hashRaw } from "@node-rs/argon2";
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { recoveryCodeCount } from "#contract/people/second-factor.ts";
import { RecoveryCode } from "#db/models/people/second-factor.ts";

/** Without letters that look like digits; 32 of them, so that each is five random bits. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 10;
const saltBytes = 16;

const createCode = (random: Deps["random"]): string =>
  [...random(length)].map((byte) => letters[byte % letters.length]).join("");

/** The same salt for all of a person's codes, so that a code that is tried is hashed once. */
const hashOf = async (code: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(await hashRaw(code, { salt }));

const spaced = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export interface NewRecoveryCodes {
  /** As they are shown. */
  readonly codes: readonly string[];
  readonly rows: readonly Pick<RecoveryCode, "codeHash" | "salt">[];
}

/** Makes codes and their hashes; before a transaction, as it takes a while. */
export async function createRecoveryCodes(random: Deps["random"]): Promise<NewRecoveryCodes> {
  const salt = Buffer.from(random(saltBytes));
  const codes = Array.from({ length: recoveryCodeCount }, () => createCode(random));
  const rows = await Promise.all(codes.map(async (code) => ({ codeHash: await hashOf(code, salt), salt })));
  return { codes: codes.map(spaced), rows };
}

/** Puts a person's codes in the place of those before. */
export async function storeRecoveryCodes(
  trx: Knex.Transaction,
  hostUserId: number,
  { rows }: NewRecoveryCodes,
): Promise<void> {
  await RecoveryCode.query(trx).delete().where({ hostUserId });
  await RecoveryCode.query(trx).insert(rows.map((row) => ({ ...row, hostUserId })));
}

/** The hash of a code that somebody typed, to be looked for; undefined where it cannot be one of theirs. */
export async function hashOfTyped(db: Knex, hostUserId: number, code: string): Promise<Buffer | undefined> {
  if (code.length !== length) return undefined;
  const known = await RecoveryCode.query(db).select("salt").findOne({ hostUserId });
  return known && hashOf(code, known.salt);
}

/** Uses a code up. @returns false where it is none, or was used just now */
export const spendRecoveryCode = async (
  trx: Knex.Transaction,
  hostUserId: number,
  codeHash: Buffer | undefined,
): Promise<boolean> =>
  codeHash !== undefined && (await RecoveryCode.query(trx).deleteById([hostUserId, codeHash])) > 0;
