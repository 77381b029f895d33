/**
 * Passkeys: what they are asked, and how their answers are judged (docs/decisions/accounts/second-factor.md). A challenge is a
 * row that the first answer deletes, right or wrong, so that it is good once in every process.
 */
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { SignedChallenge } from "#contract/people/passkeys.ts";
import { Passkey, PasskeyChallenge } from "#db/models/people/second-factor.ts";

const challengeMinutes = 5;
const challengeBytes = 32;

/** Whom passkeys are bound to: the site's address, and its host name. */
export interface RelyingParty {
  readonly origin: string;
  readonly id: string;
}

/** @param origin the site's, `https://…` */
export const relyingPartyOf = (origin: string): RelyingParty => ({ origin, id: new URL(origin).hostname });

/** What the device keeps as the person's name: their number, which is nobody's data. */
export const handleOf = (hostUserId: number): string => Buffer.from(String(hostUserId)).toString("base64url");

type Asked = Pick<PasskeyChallenge, "purpose" | "hostUserId">;

/** @returns the challenge in base64url, good for five minutes and one answer */
export async function createChallenge(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  asked: Asked,
): Promise<string> {
  const challenge = Buffer.from(random(challengeBytes));
  const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000);
  await PasskeyChallenge.query(db).insert({ ...asked, challenge, expiresAt });
  return challenge.toString("base64url");
}

/** The challenge that a browser says it answers; undefined where it says none. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(
      Buffer.from(clientDataJSON, "base64url").toString("utf8"),
    );
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const refused = () => invalid({ _: "passkeyRefused" });

/**
 * Uses the challenge of an answer up, before anything else of the answer is looked at.
 * @throws InvalidInput under `_` where it was not asked for this, is over, or was answered before
 */
export async function spendChallenge(
  { db, clock }: Pick<Deps, "db" | "clock">,
  clientDataJSON: string,
  { purpose, hostUserId }: Asked,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) throw refused();
  const spent = await PasskeyChallenge.query(db)
    .deleteById(Buffer.from(challenge, "base64url"))
    .where({ purpose, hostUserId })
    .where("expiresAt", ">", clock());
  if (spent === 0) throw refused();
  return challenge;
}

/** What a device made, as the browser hands it over. */
export interface MadePasskey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** Loaded with the first passkey: most sites have none. */
const webAuthn = () => import("@simplewebauthn/server");

/**
 * Judges what a device made.
 * @throws InvalidInput under `_` where it is no passkey of this site, or did not verify the person
 */
export async function verifyNewPasskey(
  { id: credentialId, clientDataJSON, attestationObject }: MadePasskey,
  challenge: string,
  { origin, id }: RelyingParty,
): Promise<WebAuthnCredential> {
  const made: RegistrationResponseJSON = {
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject },
  };
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (registrationInfo) return registrationInfo.credential;
  } catch {
    // What is wrong with it is nobody's business but the device's.
  }
  throw refused();
}

/** The passkey that an answer names. @throws InvalidInput under `_` where there is none */
export async function findPasskey(db: Knex, { id }: SignedChallenge): Promise<Passkey> {
  const found = await Passkey.query(db).findOne({ credentialId: Buffer.from(id, "base64url") });
  if (!found) throw refused();
  return found;
}

const isHandleOf = ({ userHandle }: SignedChallenge, { hostUserId }: Passkey): boolean =>
  userHandle === undefined || userHandle === handleOf(hostUserId);

/**
 * Judges the signature of a passkey, and keeps how often it has signed: one that has signed less than before is a copy.
 * @param trx holds the lock of the person's row
 * @throws InvalidInput under `_` where it is wrong, of another site, without proof of the person, or a copy's
 */
export async function provePasskey(
  trx: Knex.Transaction,
  { clock }: Pick<Deps, "clock">,
  credential: SignedChallenge,
  challenge: string,
  { origin, id: rpId }: RelyingParty,
): Promise<Passkey> {
  const passkey = await findPasskey(trx, credential);
  if (!isHandleOf(credential, passkey)) throw refused();
  const { id, ...response } = credential;
  const given: AuthenticationResponseJSON = {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response,
  };
  const { verifyAuthenticationResponse } = await webAuthn();
  let verified: VerifiedAuthenticationResponse;
  try {
    verified = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: true,
    });
  } catch {
    throw refused();
  }
  if (!verified.verified) throw refused();
  const { newCounter } = verified.authenticationInfo;
  await passkey.$query(trx).patch({ counter: newCounter, usedAt: clock() });
  return passkey;
}

/** One's passkeys as a browser looks for them. */
export async function knownPasskeys(
  db: Knex,
  hostUserId: number,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await Passkey.query(db)
    .where({ hostUserId })
    .orderBy("id")
    .select("credentialId", "transports");
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString("base64url"),
    transports: [...transports],
  }));
}
