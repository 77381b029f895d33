/** One's own passkeys, on the account page. Adding and removing one asks for the password once more. */
import type { Knex } from "knex";
import type { SessionUser } from "#api/auth/sessions.ts";
import { onUniqueViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import { notFound, secondFactorRequired } from "#api/errors.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { NewPasskey } from "#contract/people/passkeys.ts";
import { Passkey, RecoveryCode } from "#db/models/people/second-factor.ts";
import { type At, lockSignedIn, lockVerified, requirePassword } from "./own-second-factor.ts";
import {
  createChallenge,
  handleOf,
  knownPasskeys,
  type MadePasskey,
  type RelyingParty,
  spendChallenge,
  verifyNewPasskey,
} from "./passkeys.ts";
import { createRecoveryCodes, storeRecoveryCodes } from "./recovery-codes.ts";
import { isRoleRequired, logFactor, removeFactor, waysOf } from "./second-factor.ts";

/** One's passkeys, in the order in which they were added. */
export const readOwnPasskeys = async (db: Knex, { id }: SessionUser): Promise<Passkey[]> =>
  Passkey.query(db).where({ hostUserId: id }).orderBy("id");

/**
 * What a browser makes a passkey with.
 * @param siteName by which the device names the entry
 * @throws InvalidInput on currentPassword; HttpError 429 after wrong tries
 */
export async function startOwnPasskey(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  { party, siteName }: { readonly party: RelyingParty; readonly siteName: string },
): Promise<NewPasskey> {
  const { name } = await requirePassword(deps, me, currentPassword);
  return {
    challenge: await createChallenge(deps, { purpose: "add", hostUserId: me.id }),
    rp: { id: party.id, name: siteName },
    user: { id: handleOf(me.id), name: me.loginId, displayName: name },
    excluded: await knownPasskeys(deps.db, me.id),
  };
}

/**
 * Adds a passkey; the person is told.
 * @returns recovery codes where the person has none yet
 * @throws InvalidInput under `_` where it is no passkey of this site, or is there already; as `lockSignedIn`
 */
export async function addOwnPasskey(
  deps: Deps,
  me: SessionUser,
  { name, credential }: { readonly name: string; readonly credential: MadePasskey },
  { party, ...at }: At & { readonly party: RelyingParty },
): Promise<readonly string[]> {
  const { db, clock, random } = deps;
  const asked = { purpose: "add", hostUserId: me.id } as const;
  const challenge = await spendChallenge(deps, credential.clientDataJSON, asked);
  const made = await verifyNewPasskey(credential, challenge, party);
  const recovery = await createRecoveryCodes(random);
  const work = db.transaction(async (trx) => {
    const person = await lockSignedIn(trx, me);
    await Passkey.query(trx).insert({
      hostUserId: me.id,
      credentialId: Buffer.from(made.id, "base64url"),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: [...credential.transports],
      name,
      createdAt: clock(),
    });
    const isFirst = (await RecoveryCode.query(trx).where({ hostUserId: me.id }).resultSize()) === 0;
    if (isFirst) await storeRecoveryCodes(trx, me.id, recovery);
    const done = { action: "passkeyAdd", notice: "accountPasskeyAdd", by: me.id, ...at } as const;
    await logFactor(trx, deps, person, done);
    return isFirst ? recovery.codes : [];
  });
  return onUniqueViolation({ _: "passkeyKnown" }, work);
}

/** @throws HttpError 404 where it is not one's own */
export async function renameOwnPasskey(
  { db }: Deps,
  me: SessionUser,
  id: number,
  name: string,
): Promise<void> {
  const named = await db.transaction(async (trx) =>
    Passkey.query(trx).where({ id, hostUserId: me.id }).patch({ name }),
  );
  if (named === 0) throw notFound();
}

/**
 * Removes a passkey; the person is told. With the last second factor go recovery codes and remembered devices.
 * @throws HttpError 404 where it is not one's own; 405 where the role needs what it is the last of; as `requirePassword`
 */
export async function removeOwnPasskey(
  deps: Deps,
  me: SessionUser,
  { id, currentPassword }: { readonly id: number; readonly currentPassword: string },
  at: At,
): Promise<void> {
  const person = await requirePassword(deps, me, currentPassword);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    if ((await Passkey.query(trx).where({ id, hostUserId: me.id }).delete()) === 0) throw notFound();
    if ((await waysOf(trx, me.id)).length === 0) {
      if (isRoleRequired(await readConfiguration(trx), me.role)) throw secondFactorRequired();
      await removeFactor(trx, me.id);
    }
    const done = { action: "passkeyRemove", notice: "accountPasskeyRemove", by: me.id, ...at } as const;
    await logFactor(trx, deps, person, done);
  });
}
