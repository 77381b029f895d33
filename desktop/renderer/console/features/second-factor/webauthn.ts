/** Creates passkeys and signs in with them. */
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type { CurrentUser } from "#contract/people/account.ts";
import { addPasskey, askPasskey, logInByPasskey, startPasskey } from "#contract/people/passkeys.ts";
import { CallError, call } from "../../lib/api.ts";
import { translate } from "../../lib/language.ts";

/** EdDSA, ES256 and RS256, which the server verifies. */
const algorithms = [-8, -7, -257];

interface CredentialId {
  readonly id: string;
  readonly transports: readonly string[];
}

/** Transports known to the library's types; others are optional hints. */
const transports = ["ble", "hybrid", "internal", "nfc", "usb"] as const;

const toDescriptors = (list: readonly CredentialId[]) =>
  list.map(({ id, transports: hints }) => ({
    id,
    type: "public-key" as const,
    transports: transports.filter((transport) => hints.includes(transport)),
  }));

/** Shown like an error of the server's without a field. */
const throwStopped = (): never => {
  throw new CallError("refused", 400, { _: translate("console.login.passkeyStopped") });
};

/**
 * Creates a passkey and adds it to the user's account.
 * @returns recovery codes, if it is the first second factor
 * @throws CallError, also if the user or the device cancels
 */
export async function createPasskey(name: string, currentPassword: string): Promise<readonly string[]> {
  const { challenge, rp, user, excluded } = await call(startPasskey, { body: { currentPassword } });
  const registration = await startRegistration({
    optionsJSON: {
      challenge,
      rp,
      user,
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
      excludeCredentials: toDescriptors(excluded),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    },
  }).catch(throwStopped);
  const { clientDataJSON, attestationObject, transports: hints = [] } = registration.response;
  const credential = { id: registration.id, clientDataJSON, attestationObject, transports: [...hints] };
  const { recoveryCodes } = await call(addPasskey, { body: { name, credential } });
  return recoveryCodes;
}

export interface PasskeySignIn {
  /** Second step after the password. */
  readonly isStep: boolean;
  /** Skips the second step on this device for a while. */
  readonly remember: boolean;
}

/** Signs in with a passkey. @throws CallError, also if the user or the device cancels */
export async function logInWithPasskey({ isStep, remember }: PasskeySignIn): Promise<CurrentUser> {
  const { challenge, rpId, allowed } = await call(askPasskey, { body: { isStep } });
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, rpId, allowCredentials: toDescriptors(allowed), userVerification: "required" },
  }).catch(throwStopped);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = {
    id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle && { userHandle }),
  };
  return call(logInByPasskey, { body: { isStep, remember, credential } });
}
