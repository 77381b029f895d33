/** Mobile numbers: sealed, hashed, masked; times on the site's clock. */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from "node:crypto";

const keyOf = (list: string | undefined) => {
  const [id = "", secret = ""] = (list ?? "").split(",", 1)[0]?.split(":") ?? [];
  return { id, secret: createSecretKey(Buffer.from(secret, "base64")) };
};

export class Numbers {
  readonly #data = keyOf(process.env.DATA_KEYS);
  readonly #hash = keyOf(process.env.HASH_KEYS);

  hmac(purpose: string, value: string): Buffer {
    return createHmac("sha256", this.#hash.secret).update(`${purpose}:${value}`).digest();
  }

  /** @returns cipher, its key, hash of the number, hash of its end, key of the hashes */
  seal(number: string, owner: string): [Buffer, string, Buffer, Buffer, string] {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#data.secret, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(number, "utf8"), cipher.final(), cipher.getAuthTag()]);
    const lastFour = this.hmac("last-four", number.slice(-4));
    return [sealed, this.#data.id, this.hmac("number", number), lastFour, this.#hash.id];
  }

  open(sealed: Buffer, owner: string): string {
    const decipher = createDecipheriv("aes-256-gcm", this.#data.secret, sealed.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(-16));
    return decipher.update(sealed.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
  }

  /** As visits show it. */
  shown(sealed: Buffer | null, owner: string, lang: "ko" | "en"): string {
    if (!sealed) return "";
    try {
      return masked(this.open(sealed, owner));
    } catch {
      return lang === "en" ? "Unreadable" : "읽을 수 없음";
    }
  }
}

/** 010-1234-5678 as 010-12**-*678, 011-123-4567 as 011-1**-*567. */
export function masked(number: string): string {
  if (number === "") return "";
  const end = number.length - 4;
  if ((end !== 9 && end !== 8) || number[3] !== "-" || number[end - 1] !== "-") return "***";
  return `${number.slice(0, end - 3)}**-*${number.slice(end + 1)}`;
}

/** How far a zone is ahead of UTC, by the quarter of an hour. */
const offsets = new Map<number, number>();
let zone = "";

function offsetAt(time: number, timezone: string): number {
  if (zone !== timezone) offsets.clear();
  zone = timezone;
  const start = Math.floor(time / 900_000) * 900_000;
  let offset = offsets.get(start);
  if (offset === undefined) {
    const shown = new Date(start).toLocaleString("sv-SE", { timeZone: timezone });
    offset = Date.parse(`${shown.replace(" ", "T")}Z`) - start;
    if (offsets.size > 10_000) offsets.clear();
    offsets.set(start, offset);
  }
  return offset;
}

/** "YYYY-MM-DD HH:mm" of a zone. */
export function wall(at: Date, timezone: string): string {
  const time = at.getTime();
  const text = new Date(time + offsetAt(time, timezone)).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** The instant of "YYYY-MM-DD HH:mm" in a zone. */
export function instant(text: string, timezone: string): Date {
  const asUtc = Date.parse(`${text.replace(" ", "T")}Z`);
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc, timezone), timezone));
}
