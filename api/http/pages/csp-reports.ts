/** Stores browsers' reports of CSP violations (docs/decisions/server/public-address.md). */
import type Router from "@koa/router";
import type { Knex } from "knex";
import { raw } from "objection";
import type { Deps } from "#api/deps.ts";
import { BlockedContent } from "#db/models/logs.ts";
import type { RequestState } from "../request-context.ts";

export const cspReportsPath = "/api/csp-reports";
const maxBytes = 16_384;
/** Further kinds are dropped. */
const maxKinds = 200;
const maxCount = 1_000_000;

type Blocked = Pick<BlockedContent, "directive" | "blocked" | "page">;

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** An origin, or the keyword for sources without one ("inline", "eval", "data"). */
function sourceOf(text: string): string {
  if (!URL.canParse(text)) return text.replaceAll(/[^\w-]/g, "").slice(0, 30);
  const { origin, protocol } = new URL(text);
  return origin === "null" ? protocol.replace(":", "") : origin.slice(0, 200);
}

/** The path without numbers and tokens, and without query and fragment, which may identify a person. */
export function pageOf(text: string): string {
  if (!URL.canParse(text)) return "";
  const parts = new URL(text).pathname.split("/");
  return parts
    .map((part) => (/[\d%]/.test(part) ? "…" : part))
    .join("/")
    .slice(0, 200);
}

/** Parses both formats of browsers; undefined for anything else. */
function readReport(value: unknown): Blocked | undefined {
  const { "csp-report": older, body } = asRecord(value);
  const report = asRecord(older ?? body);
  const directive = textOf(
    report.effectiveDirective ?? report["effective-directive"] ?? report["violated-directive"],
  ).split(" ", 1)[0];
  if (!directive || !/^[a-z-]{3,40}$/.test(directive)) return undefined;
  const blocked = sourceOf(textOf(report.blockedURL ?? report["blocked-uri"]));
  return { directive, blocked, page: pageOf(textOf(report.documentURL ?? report["document-uri"])) };
}

/** The body, if it is short. */
async function readBody(request: AsyncIterable<Buffer>): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  try {
    const read: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    return read;
  } catch {
    return undefined;
  }
}

async function count(db: Knex, report: Blocked): Promise<void> {
  const counted = await BlockedContent.query(db)
    .where(report)
    .patch({ count: raw("least(count + 1, ?)", [maxCount]), lastAt: raw("now()") });
  if (counted === 0 && (await BlockedContent.query(db).resultSize()) < maxKinds)
    await db("blockedContent").insert(report).onConflict().ignore();
}

/** Public, because browsers send reports without a session: limited by address, and always answered alike. */
export function cspReportsRoute(router: Router<RequestState>, { db, limits }: Deps): void {
  router.post(cspReportsPath, async (ctx) => {
    ctx.state.route = cspReportsPath;
    ctx.set("Cache-Control", "no-store");
    await limits.consume("cspReport", ctx.state.clientNetwork);
    const read = await readBody(ctx.req);
    const [first] = (Array.isArray(read) ? read : [read]).flatMap((one) => readReport(one) ?? []);
    if (first) await count(db, first);
    ctx.status = 204;
  });
}
