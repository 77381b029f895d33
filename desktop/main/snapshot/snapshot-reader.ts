import * as z from "zod/mini";
import { urlOf } from "#contract/client.ts";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { pageSizes } from "#contract/lists.ts";
import { getCurrentUser } from "#contract/people/account.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { getActiveVisits, getReservedVisits, searchVisits } from "#contract/visits/visits.ts";
import type { Language, SnapshotVisit } from "../../ipc.ts";
import type { RequestHandler } from "../pages/app-protocol.ts";
import { appOrigin } from "../pages/app-routes.ts";
import { maxVisits } from "./snapshot-content.ts";

export interface ReadLists {
  readonly user: { readonly id: number; readonly name: string };
  readonly company: { readonly ko: string; readonly en: string };
  readonly timezone: string;
  readonly isCut: boolean;
  readonly visits: SnapshotVisit[];
}

/**
 * Result of fetching the lists. `over`: not signed in; `notAllowed`: the user may not see the lists; `away`: no
 * response, or not our server's (a captive portal).
 */
export type Reading =
  | { readonly kind: "lists"; readonly lists: ReadLists; readonly serverTime: number | undefined }
  | { readonly kind: "over"; readonly isIdle: boolean }
  | { readonly kind: "notAllowed"; readonly userId: number }
  | { readonly kind: "away"; readonly problem: string };

interface Options {
  /** sends requests with the user's session (server-proxy.ts) */
  readonly ask: RequestHandler;
  readonly currentLanguage: () => Language;
  readonly now: () => number;
}

const maxBytes = 4_000_000;
const timeoutMs = 20_000;
const dayMinutes = 24 * 60;
/** Statuses of visitors who are expected or inside; those temporarily out are fetched separately. */
const printedStatuses: readonly StatusCode[] = ["applied", "approved", "entered"];

class ReadFailure extends Error {
  readonly reading: Reading;
  constructor(reading: Reading) {
    super(reading.kind);
    this.reading = reading;
  }
}

const user = z.object({ id: z.int(), name: z.string(), permissions: z.record(z.string(), z.string()) });
const site = z.object({
  customerCompany: z.object({ ko: z.string(), en: z.string() }),
  timezone: z.string(),
});
const refusal = z.object({ id: z.enum(["unauthorized", "sessionIdle"]) });
const heldPass = z.nullable(z.object({ passNo: z.string() }));

/** Only the stored fields of a visit. */
const page = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      reserveNo: z.string(),
      name: z.string(),
      company: z.string(),
      hostUser: z.object({ name: z.string(), department: z.string() }),
      accessiblePlace: z.nullable(z.object({ name: z.string() })),
      startDate: z.string(),
      endDate: z.string(),
      pass: heldPass,
      carPass: heldPass,
      statusCode: z.string(),
      enteredAt: z.nullable(z.string()),
    }),
  ),
});

type Row = z.output<typeof page>["rows"][number];

const toSnapshotVisit = (row: Row): SnapshotVisit => ({
  id: row.id,
  reserveNo: row.reserveNo,
  name: row.name,
  company: row.company,
  host: row.hostUser.name,
  department: row.hostUser.department,
  place: row.accessiblePlace?.name ?? "",
  startDate: row.startDate,
  endDate: row.endDate,
  passNo: [row.pass?.passNo, row.carPass?.passNo].filter(Boolean).join(", "),
  isInside: row.statusCode === "entered",
  enteredAt: row.enteredAt ?? "",
});

/**
 * Fetches the printed lists: visits of yesterday, today and tomorrow in the site's time zone, and all visitors inside.
 * Marked as a background request, which does not extend the session; each page is a row of the access log.
 */
export function createSnapshotReader({ ask, currentLanguage, now }: Options): () => Promise<Reading> {
  async function get<T>(path: string, query: object, schema: z.ZodMiniType<T>) {
    const response = await ask(
      new Request(`${appOrigin}${urlOf(path, undefined, query)}`, {
        headers: { Accept: "application/json", "Accept-Language": currentLanguage(), "X-Background": "1" },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const body = parseJson(await textOf(response));
    if (response.status === 401) {
      // a captive portal may answer with 401, too
      const { id } = refusal.parse(body);
      throw new ReadFailure({ kind: "over", isIdle: id === "sessionIdle" });
    }
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    return { value: schema.parse(body), date: Date.parse(response.headers.get("Date") ?? "") };
  }

  async function pages(path: string, query: object): Promise<{ rows: SnapshotVisit[]; isCut: boolean }> {
    const size = pageSizes.max;
    const rows: SnapshotVisit[] = [];
    for (let number = 1; rows.length < maxVisits; number++) {
      const { value } = await get(path, { ...query, page: number, size }, page);
      rows.push(...value.rows.map(toSnapshotVisit));
      if (value.rows.length < size) return { rows, isCut: false };
    }
    return { rows: rows.slice(0, maxVisits), isCut: true };
  }

  async function read(): Promise<Reading> {
    const { value: me, date } = await get(getCurrentUser.path, {}, user);
    if (!me.permissions.desk || !me.permissions["visits.search"]) {
      return { kind: "notAllowed", userId: me.id };
    }
    const { customerCompany: company, timezone } = (await get(getConfiguration.path, {}, site)).value;
    const today = fromInstant(new Date(now()), timezone);
    const dayOf = (minutes: number) => addMinutes(today, minutes).slice(0, 10);
    const days = { from: dayOf(-dayMinutes), to: dayOf(dayMinutes), sort: "startDate" };
    const around = await pages(searchVisits.path, { ...days, status: printedStatuses.join(",") });
    const again = await pages(getReservedVisits.path, { ...days, status: "exited" satisfies StatusCode });
    const inside = await pages(getActiveVisits.path, { sort: "name" });
    // a visitor who arrived meanwhile is in several lists; the last one, inside, wins
    const visits = new Map([...around.rows, ...again.rows, ...inside.rows].map((row) => [row.id, row]));
    const lists: ReadLists = {
      user: { id: me.id, name: me.name },
      company,
      timezone,
      isCut: around.isCut || again.isCut || inside.isCut,
      visits: [...visits.values()],
    };
    return { kind: "lists", lists, serverTime: Number.isNaN(date) ? undefined : date };
  }

  return () =>
    read().catch((error: Error) =>
      error instanceof ReadFailure ? error.reading : { kind: "away" as const, problem: error.name },
    );
}

/** @throws when it is larger than any list */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("no JSON");
  }
}
