/** Exports lists as the cells of a file, page by page through the list's own handler (docs/decisions/console/lists.md). */

import type * as z from "zod/mini";
import { readRights } from "#api/auth/sessions.ts";
import { forbidden, invalid, unauthorized } from "#api/errors.ts";
import { accessLogRoutes } from "#api/features/access-log/routes.ts";
import { hostUserRoutes } from "#api/features/host-users/routes.ts";
import { privacyRoutes } from "#api/features/privacy/routes.ts";
import { visitListRoutes } from "#api/features/visits/list-routes.ts";
import { textsIn } from "#api/http/language.ts";
import type { Call, Route } from "#api/http/route.ts";
import type { Page } from "#api/paging.ts";
import { reachFor } from "#api/permissions.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { fieldErrors } from "#contract/errors.ts";
import { maxRow, pageSizes } from "#contract/lists.ts";
import { listHostUsers } from "#contract/people/host-users.ts";
import { getAccessLog } from "#contract/privacy/access-log.ts";
import type { ExportName, exportList } from "#contract/privacy/exports.ts";
import { getDestructionRegister } from "#contract/privacy/privacy-trash.ts";
import { getActiveVisits, getNotReturned, getReservedVisits, searchVisits } from "#contract/visits/visits.ts";
import {
  accessColumns,
  type Cell,
  type FileColumns,
  hostUserColumns,
  registerColumns,
  visitColumns,
} from "./columns.ts";

type ExportCall = Call<typeof exportList>;

interface PageOfCells extends Omit<Page<never>, "rows"> {
  readonly ids: readonly number[];
  readonly lines: readonly (readonly Cell[])[];
}

interface ListEndpoint<Row> extends Endpoint {
  readonly permission: Exclude<Endpoint["permission"], "public">;
  readonly query: z.ZodMiniType;
  readonly response: z.ZodMiniType<Page<Row>>;
}

const routes: readonly Route[] = [
  ...visitListRoutes,
  ...hostUserRoutes,
  ...accessLogRoutes,
  ...privacyRoutes,
];

/** A list through its own handler: with its permission, its query, its access log and its masked rows. */
function source<Row extends { readonly id: number }>(endpoint: ListEndpoint<Row>, columns: FileColumns<Row>) {
  const route = routes.find((one) => one.endpoint === endpoint);
  if (!route) throw new Error(`${endpoint.path} has no route`);
  return {
    headings: (call: ExportCall) => columns(textsIn(call.lang)).map(([heading]) => heading),
    /**
     * @param page from 1, of 200 rows
     * @throws HttpError 403 without the list's permission; InvalidInput for an unknown filter
     */
    async read(call: ExportCall, page: number): Promise<PageOfCells> {
      const reach = reachFor(endpoint.permission, call.me);
      if (!reach) throw forbidden();
      const input = { ...call.body.filters, page: String(page), size: String(pageSizes.max) };
      const query = endpoint.query.safeParse(input, { reportInput: true });
      if (!query.success) throw invalid(fieldErrors(query.error.issues));
      const answer = await route.handler({
        ...call,
        me: { ...call.me, ...reach },
        query: query.data,
        params: undefined,
        body: undefined,
        fields: call.ctx.state.fields,
      });
      const { rows, total, totalCapped } = endpoint.response.parse(answer);
      const reads = columns(textsIn(call.lang)).map(([, read]) => read);
      return {
        ids: rows.map(({ id }) => id),
        lines: rows.map((row) => reads.map((read) => read(row))),
        total,
        totalCapped,
      };
    },
  };
}

type Source = ReturnType<typeof source>;

const sources: Readonly<Record<ExportName, Source>> = {
  visits: source(searchVisits, visitColumns),
  reserved: source(getReservedVisits, visitColumns),
  inside: source(getActiveVisits, visitColumns),
  notReturned: source(getNotReturned, visitColumns),
  hostUsers: source(listHostUsers, hostUserColumns),
  accessLog: source(getAccessLog, accessColumns),
  register: source(getDestructionRegister, registerColumns),
};

const lastPage = maxRow / pageSizes.max;

/** "status=approved, q": the filters without the search text, which may be a name. */
const describeFilters = (filters: Readonly<Record<string, string>>): string =>
  Object.entries(filters)
    .map(([name, value]) => (name === "q" ? name : `${name}=${value}`))
    .join(", ");

/**
 * Reads the first page; where a list's total is capped, the last page that can be read gives the count.
 * @throws HttpError 403 and InvalidInput as the list itself
 */
export async function startExport(call: ExportCall) {
  const { list, filters } = call.body;
  const exported = sources[list];
  const first = await exported.read(call, 1);
  const last = first.totalCapped ? await exported.read(call, lastPage) : undefined;
  return {
    count: (last ?? first).total,
    described: [list, describeFilters(filters)].filter(Boolean).join(", "),
    chunks: () => writeJson(exported, call, first, last),
  };
}

/**
 * Ends a slow download once the session is over or the user's role has changed.
 * @throws HttpError 401
 */
async function requireStillSignedIn({
  deps: { db, clock },
  me: { sessionId, role },
}: ExportCall): Promise<void> {
  const rights = await readRights(db, [sessionId], clock());
  if (rights.get(sessionId)?.role !== role) throw unauthorized();
}

/** The response as JSON, one page at a time; a row that moved to a later page meanwhile is written once. */
async function* writeJson(
  exported: Source,
  call: ExportCall,
  first: PageOfCells,
  last: PageOfCells | undefined,
): AsyncGenerator<string> {
  const { total, totalCapped } = last ?? first;
  const seen = new Set<number>();
  const newLines = ({ ids, lines }: PageOfCells) =>
    lines.flatMap((line, at) => {
      const id = ids[at] ?? 0;
      if (seen.has(id)) return [];
      seen.add(id);
      return `${seen.size > 1 ? "," : ""}${JSON.stringify(line.map((cell) => cell ?? null))}`;
    });
  yield `{"headings":${JSON.stringify(exported.headings(call))},"isCut":${totalCapped},"lines":[`;
  yield newLines(first).join("");
  for (let page = 2; page <= Math.ceil(total / pageSizes.max); page++) {
    await requireStillSignedIn(call);
    const isRead = last && page === lastPage;
    yield newLines(isRead ? last : await exported.read(call, page)).join("");
  }
  yield "]}";
}
