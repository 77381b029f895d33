/** A WebAuthn authenticator in software. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** Deviations from correct behaviour. */
export interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  /** user verification by fingerprint or PIN */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

export class SoftDevice {
  readonly id = randomBytes(32);
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  readonly #origin: string;
  #counter = 0;

  /** @param origin of the page that uses it */
  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Deviations): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #authenticatorData({ rpId, isVerified = true, counter }: Deviations, attested?: Buffer): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const rp = sha256(rpId ?? new URL(this.#origin).hostname);
    return Buffer.concat([rp, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  make(challenge: string, deviations: Deviations = {}) {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const cose = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const attestation = new Map<Cbor, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", this.#authenticatorData(deviations, attested)],
    ]);
    return {
      id: this.id.toString("base64url"),
      clientDataJSON: Buffer.from(this.#clientData("webauthn.create", challenge, deviations)).toString(
        "base64url",
      ),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal"],
    };
  }

  sign(challenge: string, deviations: Deviations = {}) {
    const clientData = this.#clientData("webauthn.get", challenge, deviations);
    const authenticatorData = this.#authenticatorData(deviations);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: this.id.toString("base64url"),
      clientDataJSON: Buffer.from(clientData).toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, this.#key.privateKey).toString("base64url"),
      ...(deviations.userHandle !== undefined && { userHandle: deviations.userHandle }),
    };
  }
}
