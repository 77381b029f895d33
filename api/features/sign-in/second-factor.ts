/**
 * The second factor of an account: codes of an authenticator app (RFC 6238) and single-use recovery codes
 * (docs/decisions/accounts/second-factor.md). Passkeys are in `passkeys.ts`.
 */
import { hashRaw } from "@node-rs/argon2";
import type { Knex } from "knex";
import { Secret, TOTP } from "otpauth";
import proxyAddr from "proxy-addr";
import { logAccounts } from "#api/auth/account-log.ts";
import { forgetDevices } from "#api/auth/pending-sign-ins.ts";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { FactorWay, SignInStep } from "#contract/people/account.ts";
import { codeDigits, recoveryCodeCount } from "#contract/people/second-factor.ts";
import type { Role } from "#contract/roles.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { Passkey, RecoveryCode, TotpSecret } from "#db/models/people/second-factor.ts";
import { notifyUser } from "../messages/account-messages.ts";

/** Seconds per code. */
const period = 30;
const secretBytes = 20;
/** Accepts the code before and after, too: clocks differ, and typing takes a while. */
const tolerated = 1;
/** Time to enter the first code of a new secret. */
const setUpMinutes = 30;

/** 32 characters, five bits each, without letters that look like digits. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const recoveryCodeLength = 10;
const saltBytes = 16;

/** Binds an encrypted secret to its row, so that it cannot be moved to another person's. */
const ownerOf = (hostUserId: number): string => `totp:${hostUserId}`;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: codeDigits, period });

/**
 * A secret for an authenticator app.
 * @param issuer the site's name, shown by the app
 */
export const presentTotpSecret = (secret: string, issuer: string, loginId: string) => ({
  secret: secret.replace(/(.{4})(?=.)/g, "$1 "),
  url: totpOf(secret, { issuer, label: loginId }).toString(),
});

/** @returns the time step of a code; undefined where the code is wrong or of another time */
function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: tolerated });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
}

/** Normalises a typed code. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** One salt for all of a person's codes, so that a typed code is hashed once. */
const hashOfCode = async (code: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(await hashRaw(code, { salt }));

interface NewRecoveryCodes {
  /** For display, once. */
  readonly codes: string[];
  readonly rows: readonly Pick<RecoveryCode, "codeHash" | "salt">[];
}

/** Creates codes and their hashes. Slow: call it outside of transactions. */
export async function createRecoveryCodes(random: Deps["random"]): Promise<NewRecoveryCodes> {
  const salt = Buffer.from(random(saltBytes));
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    [...random(recoveryCodeLength)].map((byte) => letters[byte % letters.length]).join(""),
  );
  return {
    codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    rows: await Promise.all(codes.map(async (code) => ({ codeHash: await hashOfCode(code, salt), salt }))),
  };
}

/** Replaces a person's recovery codes. */
export async function storeRecoveryCodes(
  trx: Knex.Transaction,
  hostUserId: number,
  { rows }: NewRecoveryCodes,
): Promise<void> {
  await RecoveryCode.query(trx).delete().where({ hostUserId });
  await RecoveryCode.query(trx).insert(rows.map((row) => ({ ...row, hostUserId })));
}

/** The hash of a typed code; undefined where it cannot be one of the person's recovery codes. */
export async function hashOfTyped(db: Knex, hostUserId: number, code: string): Promise<Buffer | undefined> {
  if (code.length !== recoveryCodeLength) return undefined;
  const known = await RecoveryCode.query(db).select("salt").findOne({ hostUserId });
  return known && hashOfCode(code, known.salt);
}

/** Whether the site requires a second factor of a role, from every address. */
export const isRoleRequired = (
  { secondFactorRoles }: Pick<Configuration, "secondFactorRoles">,
  role: Role,
): boolean => secondFactorRoles.includes(role);

/** A person's second factors, without recovery codes. */
export async function factorsOf(db: Knex, hostUserId: number): Promise<FactorWay[]> {
  const app = await TotpSecret.query(db).modify("inForce", hostUserId).first().select("id");
  const passkey = await Passkey.query(db).findOne({ hostUserId }).select("id");
  return [...(app ? (["app"] as const) : []), ...(passkey ? (["passkey"] as const) : [])];
}

/** The step after the right password: verify the second factor, or set one up; undefined where none is needed. */
export async function nextStep(
  db: Knex,
  { id, role }: Pick<HostUser, "id" | "role">,
  clientAddress: string,
): Promise<SignInStep | undefined> {
  const factors = await factorsOf(db, id);
  if (factors.length > 0) return { step: "code", ways: factors };
  const rules = await readConfiguration(db);
  const { companyAddresses } = rules;
  const isOutside = companyAddresses.length > 0 && !proxyAddr.compile(companyAddresses)(clientAddress, 0);
  return isOutside || isRoleRequired(rules, role) ? { step: "setUp", ways: factors } : undefined;
}

/** The notification of each action; undefined where it is only logged. */
const notices = {
  factorAdd: "accountFactorAdd",
  factorRemove: "accountFactorRemove",
  factorReset: "accountFactorReset",
  factorRequest: "accountFactorRequest",
  factorConfirm: undefined,
  recoveryCode: "accountRecoveryCode",
  recoveryCodes: undefined,
  passkeyAdd: "accountPasskeyAdd",
  passkeyRemove: "accountPasskeyRemove",
} as const;

/**
 * Logs a change or use of a second factor, and notifies the person.
 * @param address of people who change their own
 */
export async function logFactor(
  trx: Knex.Transaction,
  { cipher, sms, mail, clock }: MessageDeps & Pick<Deps, "clock">,
  person: Pick<HostUser, "id" | "loginId" | "name" | "cellPhone" | "email" | "emailBouncedAt">,
  action: keyof typeof notices,
  { by, site, address }: { readonly by: number; readonly site: Configuration; readonly address?: string },
): Promise<void> {
  const now = clock();
  await logAccounts(trx, action, [person], { by, now, address });
  await publishChanges(trx, [{ kind: "hostUser" }]);
  const notice = notices[action];
  if (notice) await notifyUser({ trx, cipher, sms, mail, now, site }, person, notice);
}

/**
 * Begins the setup of an authenticator app, and replaces an unfinished one.
 * @param trx holds the lock of the person's row; the later of two concurrent calls wins
 * @returns the secret, in base 32
 */
export async function startTotp(
  trx: Knex.Transaction,
  { clock, cipher, random }: Pick<Deps, "clock" | "cipher" | "random">,
  hostUserId: number,
): Promise<string> {
  const secret = new Secret({ buffer: Uint8Array.from(random(secretBytes)).buffer }).base32;
  await TotpSecret.query(trx).modify("beingSetUp", hostUserId).delete();
  await TotpSecret.query(trx).insert({
    hostUserId,
    ...cipher.encryptSecret(secret, ownerOf(hostUserId)),
    createdAt: clock(),
  });
  return secret;
}

/**
 * Checks the first code of an app during setup.
 * @throws InvalidInput on code where it is wrong, or no setup is in progress
 */
export async function requireNewCode(
  db: Knex,
  { clock, cipher }: Pick<Deps, "clock" | "cipher">,
  hostUserId: number,
  code: string,
): Promise<{ pending: TotpSecret; step: number }> {
  const now = clock();
  const since = new Date(now.getTime() - setUpMinutes * 60_000);
  const pending = await TotpSecret.query(db)
    .modify("beingSetUp", hostUserId)
    .where("createdAt", ">", since)
    .first();
  if (!pending) throw invalid({ code: "setUpOver" });
  const step = stepOfCode(cipher.decryptSecret(pending, ownerOf(hostUserId)), code, now);
  if (step === undefined) throw invalid({ code: "codeWrong" });
  return { pending, step };
}

/**
 * Completes the setup with the first code, and replaces the former app.
 * @param trx holds the lock of the person's row
 * @param recovery created after `requireNewCode`, because it is too expensive for a wrong code
 * @throws as `requireNewCode`
 */
export async function confirmTotp(
  trx: Knex.Transaction,
  deps: MessageDeps & Pick<Deps, "clock">,
  hostUserId: number,
  code: string,
  recovery: NewRecoveryCodes,
): Promise<void> {
  const { pending, step } = await requireNewCode(trx, deps, hostUserId, code);
  await TotpSecret.query(trx).modify("inForce", hostUserId).delete();
  await pending.$query(trx).patch({ confirmedAt: deps.clock(), lastStep: step });
  await storeRecoveryCodes(trx, hostUserId, recovery);
  await forgetDevices(trx, hostUserId);
}

/**
 * Verifies and consumes a code of the second factor, once across all processes.
 * @param trx holds the lock of the person's row
 * @param code from `plainCode`
 * @param recoveryHash from `hashOfTyped`
 * @throws InvalidInput on code where it is wrong or was used
 */
export async function proveFactor(
  trx: Knex.Transaction,
  { clock, cipher }: Pick<Deps, "clock" | "cipher">,
  hostUserId: number,
  code: string,
  recoveryHash: Buffer | undefined,
): Promise<"app" | "recoveryCode"> {
  if (recoveryHash && (await RecoveryCode.query(trx).deleteById([hostUserId, recoveryHash])) > 0)
    return "recoveryCode";
  const totp = await TotpSecret.query(trx).modify("inForce", hostUserId).first();
  const step = totp && stepOfCode(cipher.decryptSecret(totp, ownerOf(hostUserId)), code, clock());
  if (!totp || step === undefined) throw invalid({ code: "codeWrong" });
  // Rejects a code that was used, and those before it.
  const updated = await totp.$query(trx).where("lastStep", "<", step).patch({ lastStep: step });
  if (updated === 0) throw invalid({ code: "codeWrong" });
  return "app";
}

/** Removes a person's second factor, recovery codes and remembered devices. @returns whether there was a factor */
export async function removeFactor(trx: Knex.Transaction, hostUserId: number): Promise<boolean> {
  const hadFactor = (await factorsOf(trx, hostUserId)).length > 0;
  await TotpSecret.query(trx).delete().where({ hostUserId });
  await Passkey.query(trx).delete().where({ hostUserId });
  await RecoveryCode.query(trx).delete().where({ hostUserId });
  await forgetDevices(trx, hostUserId);
  return hadFactor;
}
