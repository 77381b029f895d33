/**
 * Challenges of passkeys and the verification of responses (docs/decisions/accounts/second-factor.md). A challenge is a row that
 * the first response deletes, right or wrong: it is valid once across all processes.
 */
import type { WebAuthnCredential } from "@simplewebauthn/server";
import type { Knex } from "knex";
import type * as z from "zod/mini";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { addPasskey, SignedChallenge } from "#contract/people/passkeys.ts";
import { Passkey, PasskeyChallenge } from "#db/models/people/second-factor.ts";

const challengeMinutes = 5;
const challengeBytes = 32;

/** The site that passkeys are bound to: its origin, and its host name as id. */
export interface RelyingParty {
  readonly origin: string;
  readonly id: string;
}

/** @param origin the site's, `https://…` */
export const relyingPartyOf = (origin: string): RelyingParty => ({ origin, id: new URL(origin).hostname });

/** The user handle that the device stores: the id, which is no personal data. */
export const userHandleOf = (hostUserId: number): string =>
  Buffer.from(String(hostUserId)).toString("base64url");

type Purpose = Pick<PasskeyChallenge, "purpose" | "hostUserId">;

/** @returns the challenge in base64url, valid for five minutes and one response */
export async function createChallenge(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  purpose: Purpose,
): Promise<string> {
  const challenge = Buffer.from(random(challengeBytes));
  const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000);
  await PasskeyChallenge.query(db).insert({ ...purpose, challenge, expiresAt });
  return challenge.toString("base64url");
}

/** The challenge in a response's client data; undefined where there is none. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const refused = () => invalid({ _: "passkeyRefused" });

/**
 * Consumes the challenge of a response before checking anything else.
 * @throws InvalidInput under `_` where it has another purpose, has expired, or was used
 */
export async function consumeChallenge(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { clientDataJSON }: Pick<SignedChallenge, "clientDataJSON">,
  purpose: Purpose,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) throw refused();
  const consumed = await PasskeyChallenge.query(db)
    .deleteById(Buffer.from(challenge, "base64url"))
    .where(purpose)
    .where("expiresAt", ">", clock());
  if (consumed === 0) throw refused();
  return challenge;
}

type MadePasskey = z.output<typeof addPasskey.body>["credential"];

/** Loaded with the first passkey, because most sites have none. */
const webAuthn = () => import("@simplewebauthn/server");

const expected = (challenge: string, { origin, id }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

const responseOf = <Response>(id: string, response: Response) => ({
  id,
  rawId: id,
  type: "public-key" as const,
  clientExtensionResults: {},
  response,
});

/**
 * Verifies a new credential.
 * @throws InvalidInput under `_` where it is no passkey of this site, or the device did not verify the person
 */
export async function verifyNewPasskey(
  { id, clientDataJSON, attestationObject }: MadePasskey,
  challenge: string,
  party: RelyingParty,
): Promise<WebAuthnCredential> {
  const response = responseOf(id, { clientDataJSON, attestationObject });
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({ response, ...expected(challenge, party) }).catch(
    () => undefined,
  );
  if (!verified?.registrationInfo) throw refused();
  return verified.registrationInfo.credential;
}

/** The passkey of a response. @throws InvalidInput under `_` where there is none */
export async function findPasskey(db: Knex, { id }: SignedChallenge): Promise<Passkey> {
  const found = await Passkey.query(db).findOne({ credentialId: Buffer.from(id, "base64url") });
  if (!found) throw refused();
  return found;
}

/**
 * Verifies the signature of a passkey and stores its counter; a counter that did not grow means a copied passkey.
 * @param trx holds the lock of the person's row
 * @throws InvalidInput under `_` for a wrong signature or site, without verification of the person, or for a copied passkey
 */
export async function verifyPasskey(
  trx: Knex.Transaction,
  { clock }: Pick<Deps, "clock">,
  credential: SignedChallenge,
  challenge: string,
  party: RelyingParty,
): Promise<Passkey> {
  const passkey = await findPasskey(trx, credential);
  const { id, ...response } = credential;
  if (![undefined, userHandleOf(passkey.hostUserId)].includes(response.userHandle)) throw refused();
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: responseOf(id, response),
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    ...expected(challenge, party),
  }).catch(() => undefined);
  if (!verified?.verified) throw refused();
  const { newCounter } = verified.authenticationInfo;
  await passkey.$query(trx).patch({ counter: newCounter, usedAt: clock() });
  return passkey;
}

/** A person's credential ids, as browsers take them. */
export async function knownPasskeys(db: Knex, hostUserId: number) {
  const rows = await Passkey.query(db)
    .where({ hostUserId })
    .orderBy("id")
    .select("credentialId", "transports");
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString("base64url"),
    transports: [...transports],
  }));
}
