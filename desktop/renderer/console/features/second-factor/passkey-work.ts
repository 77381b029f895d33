/** What the browser does with passkeys: it makes one, or signs by one. */
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type { CurrentUser } from "#contract/people/account.ts";
import { addPasskey, askPasskey, logInByPasskey, startPasskey } from "#contract/people/passkeys.ts";
import { call } from "../../lib/api.ts";

/** EdDSA, ES256 and RS256: what the server verifies. */
const algorithms = [-8, -7, -257];

interface Known {
  readonly id: string;
  readonly transports: readonly string[];
}

/** Ways to reach a device that this browser knows; newer ones are hints that it can do without. */
const transports = ["ble", "hybrid", "internal", "nfc", "usb"] as const;

const described = (list: readonly Known[]) =>
  list.map(({ id, transports: given }) => ({
    id,
    type: "public-key" as const,
    transports: transports.filter((one) => given.includes(one)),
  }));

/**
 * Makes a passkey, and adds it to one's account.
 * @returns recovery codes, where it is the first second factor
 * @throws CallError; Error where the person or the device does not want to
 */
export async function makePasskey(name: string, currentPassword: string): Promise<readonly string[]> {
  const { challenge, rp, user, excluded } = await call(startPasskey, { body: { currentPassword } });
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      rp,
      user,
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
      excludeCredentials: described(excluded),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    },
  });
  const { clientDataJSON, attestationObject, transports: given = [] } = made.response;
  const credential = { id: made.id, clientDataJSON, attestationObject, transports: [...given] };
  const { recoveryCodes } = await call(addPasskey, { body: { name, credential } });
  return recoveryCodes;
}

export interface PasskeySignIn {
  /** Whether it is the second step after the password. */
  readonly isStep: boolean;
  /** Asks for no second step on this device for a while. */
  readonly remember: boolean;
}

/** Signs in by a passkey. @throws CallError; Error where the person or the device does not want to */
export async function logInWithPasskey({ isStep, remember }: PasskeySignIn): Promise<CurrentUser> {
  const { challenge, rpId, allowed } = await call(askPasskey, { body: { isStep } });
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, rpId, allowCredentials: described(allowed), userVerification: "required" },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = {
    ...{ id, clientDataJSON, authenticatorData, signature },
    ...(userHandle && { userHandle }),
  };
  return call(logInByPasskey, { body: { isStep, remember, credential } });
}
