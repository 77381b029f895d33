/** A request as the bare server hands it on, and the errors that it answers with. */
import { createHash } from "node:crypto";
import type { Database } from "./database.ts";
import type { Numbers } from "./numbers.ts";

export interface Call {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: Record<string, unknown>;
  /** Of the caller, as the proxy in front says. */
  readonly address: string;
  readonly lang: "ko" | "en";
  readonly now: Date;
  readonly database: Database;
  readonly numbers: Numbers;
}

/** The same, of a server that reads and writes in another way. */
export type Asked = Omit<Call, "database">;

/** What is answered as JSON. */
export type Handler = (call: Call) => Promise<unknown>;

export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message = "") {
    super(message);
    this.status = status;
  }
}

export const languageOf = (accepted: string | undefined): "ko" | "en" =>
  /^en\b/i.test(accepted ?? "") ? "en" : "ko";

export const inLanguage = (lang: "ko" | "en", korean: string, english: string): string =>
  lang === "en" && english !== "" ? english : korean;

/** The hash of the session's token, from the cookie. @throws HttpError 401 */
export function tokenHash({ header }: Asked): Buffer {
  const token = /visitor_session=([^;]+)/.exec(header("cookie") ?? "")?.[1];
  if (token === undefined) throw new HttpError(401);
  return createHash("sha256").update(token).digest();
}

/** The last whole number of a path. */
export function idOf(path: string): number {
  const id = Number(/\/(\d+)(\/|$)/.exec(path)?.[1]);
  if (!Number.isSafeInteger(id)) throw new HttpError(400, path);
  return id;
}

/** @throws HttpError 429 where more were counted than the limit allows */
export function requireWithin(counted: number | undefined, most: number): void {
  if ((counted ?? 0) > most) throw new HttpError(429);
}

/** Counts a call under a key, one for each place of a statement, as the limiter of the product counts it. */
export const counted = (key: string, now: string): string => `
  INSERT INTO rate_limits AS known (key, points, expire) VALUES (${key}, 1, ${now}::bigint + 60000)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN known.expire <= ${now}::bigint THEN 1 ELSE known.points + 1 END,
    expire = CASE WHEN known.expire <= ${now}::bigint THEN ${now}::bigint + 60000 ELSE known.expire END
  RETURNING points`;

/** Amounts of the limits, as the environment gives them to both servers. */
export const limits = {
  submit: Number(process.env.LIMIT_SUBMIT ?? 100),
  lookup: Number(process.env.LIMIT_LOOKUP ?? 30),
  lookupNumber: Number(process.env.LIMIT_LOOKUP_NUMBER ?? 10),
  hostSearch: Number(process.env.LIMIT_HOST_SEARCH ?? 300),
  hostSearchVisitor: Number(process.env.LIMIT_HOST_SEARCH_VISITOR ?? 60),
};
