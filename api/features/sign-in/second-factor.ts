/** The second factor of an account: set up, replaced, proved, removed (docs/decisions/accounts/second-factor.md). */
import type { Knex } from "knex";
import proxyAddr from "proxy-addr";
import { logAccounts } from "#api/auth/account-log.ts";
import { forgetDevices } from "#api/auth/pending-sign-ins.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { FactorWay, SignInStep } from "#contract/people/account.ts";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import type { Role } from "#contract/roles.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { Passkey, RecoveryCode, TotpSecret } from "#db/models/people/second-factor.ts";
import { type Notice, tellPerson } from "../messages/account-messages.ts";
import { type NewRecoveryCodes, spendRecoveryCode, storeRecoveryCodes } from "./recovery-codes.ts";
import { createTotpSecret, stepOfCode } from "./totp.ts";

type FactorDeps = Pick<Deps, "clock" | "cipher" | "random">;

export type FactorOwner = Pick<
  HostUser,
  "id" | "loginId" | "name" | "cellPhone" | "email" | "emailBouncedAt"
>;

/** So long a secret may wait for its first code. */
const setUpMinutes = 30;

/** What a secret is bound to: it cannot be moved to another person's row. */
const ownerOf = (hostUserId: number): string => `totp:${hostUserId}`;

/** Whether the site asks a role for a second factor, wherever they are. */
export const isRoleRequired = (
  { secondFactorRoles }: Pick<Configuration, "secondFactorRoles">,
  role: Role,
): boolean => secondFactorRoles.includes(role);

/** What a person can prove the second factor with, beside recovery codes; empty where there is none. */
export async function waysOf(db: Knex, hostUserId: number): Promise<FactorWay[]> {
  const app = await TotpSecret.query(db).modify("inForce", hostUserId).first().select("id");
  const passkey = await Passkey.query(db).findOne({ hostUserId }).select("id");
  return [...(app ? (["app"] as const) : []), ...(passkey ? (["passkey"] as const) : [])];
}

/** What somebody whose password was right has to do yet: prove the second factor, or set one up. */
export async function nextStep(
  trx: Knex,
  { id, role }: Pick<HostUser, "id" | "role">,
  callerAddress: string,
): Promise<SignInStep | undefined> {
  const ways = await waysOf(trx, id);
  if (ways.length > 0) return { step: "code", ways };
  const rules = await readConfiguration(trx);
  const { companyAddresses } = rules;
  const isOutside = companyAddresses.length > 0 && !proxyAddr.compile(companyAddresses)(callerAddress, 0);
  return isOutside || isRoleRequired(rules, role) ? { step: "setUp", ways } : undefined;
}

/**
 * Begins to set a second factor up; one that was begun before is given up.
 * @param trx holds the lock of the person's row: of two at once the later one counts
 * @returns the secret, in base 32
 */
export async function startTotp(
  trx: Knex.Transaction,
  { clock, cipher, random }: FactorDeps,
  hostUserId: number,
): Promise<string> {
  const secret = createTotpSecret(random);
  await TotpSecret.query(trx).modify("beingSetUp", hostUserId).delete();
  await TotpSecret.query(trx).insert({
    hostUserId,
    ...cipher.sealSecret(secret, ownerOf(hostUserId)),
    createdAt: clock(),
  });
  return secret;
}

/** Writes what was done to a second factor, and tells the person. @param by who did it, and from where */
export async function logFactor(
  trx: Knex.Transaction,
  { cipher, clock }: Pick<Deps, "cipher" | "clock">,
  person: FactorOwner,
  done: {
    readonly action: Extract<AccountAction, `factor${string}` | `recovery${string}` | `passkey${string}`>;
    readonly notice?: Exclude<Notice, "accountGuarded">;
    readonly by: number;
    readonly address?: string;
    readonly site: Configuration;
  },
): Promise<void> {
  const now = clock();
  const { action, notice, by, address, site } = done;
  await logAccounts(trx, action, [person], { by, now, address });
  await noteChanges(trx, [{ kind: "hostUser" }]);
  if (notice) await tellPerson({ trx, cipher, now, site }, person, notice);
}

/**
 * What is being set up, where a code is of it.
 * @throws InvalidInput on code where it is wrong, or nothing is being set up
 */
export async function requireNewCode(
  db: Knex,
  { clock, cipher }: Pick<Deps, "clock" | "cipher">,
  hostUserId: number,
  code: string,
): Promise<{ begun: TotpSecret; step: number }> {
  const now = clock();
  const since = new Date(now.getTime() - setUpMinutes * 60_000);
  const begun = await TotpSecret.query(db)
    .modify("beingSetUp", hostUserId)
    .where("createdAt", ">", since)
    .first();
  if (!begun) throw invalid({ code: "setUpOver" });
  const step = stepOfCode(cipher.openSecret(begun, ownerOf(hostUserId)), code, now);
  if (step === undefined) throw invalid({ code: "codeWrong" });
  return { begun, step };
}

/**
 * Puts what was being set up in force by its first code, in the place of what was there.
 * @param trx holds the lock of the person's row
 * @param recovery made after `requireNewCode`, as it costs much more than a wrong code should
 * @throws as `requireNewCode`
 */
export async function confirmTotp(
  trx: Knex.Transaction,
  deps: Pick<Deps, "clock" | "cipher">,
  hostUserId: number,
  { code, recovery }: { readonly code: string; readonly recovery: NewRecoveryCodes },
): Promise<void> {
  const { begun, step } = await requireNewCode(trx, deps, hostUserId, code);
  await TotpSecret.query(trx).modify("inForce", hostUserId).delete();
  await begun.$query(trx).patch({ confirmedAt: deps.clock(), lastStep: step });
  await storeRecoveryCodes(trx, hostUserId, recovery);
  await forgetDevices(trx, hostUserId);
}

/**
 * Whether a code proves the second factor; it is used up by that, in every process.
 * @param trx holds the lock of the person's row
 * @param code as `plainCode` gives it
 * @param recoveryHash of the same, where it may be a recovery code
 */
export async function proveFactor(
  trx: Knex.Transaction,
  { clock, cipher }: Pick<Deps, "clock" | "cipher">,
  hostUserId: number,
  code: string,
  recoveryHash: Buffer | undefined,
): Promise<"app" | "recoveryCode" | undefined> {
  if (await spendRecoveryCode(trx, hostUserId, recoveryHash)) return "recoveryCode";
  const totp = await TotpSecret.query(trx).modify("inForce", hostUserId).first();
  if (!totp) return undefined;
  const step = stepOfCode(cipher.openSecret(totp, ownerOf(hostUserId)), code, clock());
  if (step === undefined) return undefined;
  // A code that was taken, and those before it, are not taken again.
  const taken = await totp.$query(trx).where("lastStep", "<", step).patch({ lastStep: step });
  return taken > 0 ? "app" : undefined;
}

/** A code without what people type between its letters. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** Takes a person's second factor away, and all that belongs to it. @returns whether there was one */
export async function removeFactor(trx: Knex.Transaction, hostUserId: number): Promise<boolean> {
  const removed =
    (await TotpSecret.query(trx).delete().where({ hostUserId }).whereNotNull("confirmedAt")) +
    (await Passkey.query(trx).delete().where({ hostUserId }));
  await TotpSecret.query(trx).delete().where({ hostUserId });
  await RecoveryCode.query(trx).delete().where({ hostUserId });
  await forgetDevices(trx, hostUserId);
  return removed > 0;
}

/** New recovery codes in the place of former ones. @returns false where there is no second factor */
export async function replaceRecoveryCodes(
  trx: Knex.Transaction,
  hostUserId: number,
  recovery: NewRecoveryCodes,
): Promise<boolean> {
  if ((await waysOf(trx, hostUserId)).length === 0) return false;
  await storeRecoveryCodes(trx, hostUserId, recovery);
  return true;
}
