/**
 * Says that somebody signed in on this device before, so that strangers' wrong tries do not keep them out
 * (docs/decisions/accounts/signing-in.md). It lets nobody in.
 */
import { timingSafeEqual } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { RequestContext } from "../request-context.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export interface Device {
  /** Who signed in on it. */
  readonly hostUserId: number;
  /** Tells it from the person's other devices. */
  readonly nonce: string;
}

const signed = ({ hostUserId, nonce }: Device) => `device ${hostUserId} ${nonce}`;

/** The device as its cookie names it; undefined where there is none, or it was not written by us. */
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

/** Notes that somebody signed in on the device; one that is known already is known for longer. */
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
