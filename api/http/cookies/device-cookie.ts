/**
 * Marks a device on which a user signed in before, so that failed attempts from elsewhere do not lock the user out
 * (docs/decisions/accounts/signing-in.md). It does not sign in.
 */
import { timingSafeEqual } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { RequestContext } from "../request-context.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export interface Device {
  /** The user who signed in. */
  readonly hostUserId: number;
  /** Tells the user's devices apart. */
  readonly nonce: string;
}

const signed = ({ hostUserId, nonce }: Device) => `device ${hostUserId} ${nonce}`;

/** The device of the cookie; undefined without a cookie that this server wrote. */
export function readDevice(ctx: RequestContext, cipher: FieldCipher): Device | undefined {
  const [, id = "", nonce = "", mac = ""] =
    /^(\d{1,10})\.([\w-]{22})\.([\w-]{43})$/.exec(readCookie(ctx, "device") ?? "") ?? [];
  const device = { hostUserId: Number(id), nonce };
  const given = Buffer.from(mac, "base64url");
  const isOurs = cipher
    .digests(signed(device))
    .some((own) => own.length === given.length && timingSafeEqual(own, given));
  return isOurs ? device : undefined;
}

/** Marks the device, or extends a known one. */
export function writeDevice(
  ctx: RequestContext,
  { cipher, random }: Pick<Deps, "cipher" | "random">,
  hostUserId: number,
): void {
  const before = readDevice(ctx, cipher);
  const nonce =
    before?.hostUserId === hostUserId ? before.nonce : Buffer.from(random(16)).toString("base64url");
  const mac = cipher.digest(signed({ hostUserId, nonce })).toString("base64url");
  writeCookie(ctx, "device", `${hostUserId}.${nonce}.${mac}`);
}
