/** Read models of the log of events, and what alerts look at. */
import type { Knex } from "knex";
import type { EventKind } from "#contract/privacy/events.ts";
import { EventEntry } from "../models/logs.ts";
import { HostUser } from "../models/people/host-user.ts";
import { type ReaderNames, withReaders } from "./host-users/names.ts";
import { anyOf, countedTo, type LogWalk, type LogWay, type Page, pageOf, readSort, walked } from "./pages.ts";

const columns = [
  "id",
  "at",
  "kind",
  "hostUserId",
  "apiKeyId",
  "address",
  "call",
  "subject",
  "subjectId",
  "detail",
  "before",
  "after",
] as const satisfies (keyof EventEntry)[];

export interface EventRow extends Omit<Pick<EventEntry, (typeof columns)[number]>, "apiKeyId">, ReaderNames {
  /** The host whose deputy they were. */
  readonly onBehalfOf: Pick<HostUser, "id" | "name" | "enName"> | null;
}

const onBehalf = "onBehalfOf:";

/** What the row of a call says of a deputy's: whose, by id, so that the log holds no name. */
export const behalfDetail = (hostUserId: number | null | undefined): string =>
  hostUserId === null || hostUserId === undefined ? "" : `${onBehalf}${hostUserId}`;

const behalfIn = ({ kind, detail }: Pick<EventEntry, "kind" | "detail">): number | undefined =>
  kind === "call" && detail.startsWith(onBehalf) ? Number(detail.slice(onBehalf.length)) : undefined;

/** Adds for whom deputies acted; the rest of the row says it no more. */
async function withHosts<Row extends Pick<EventEntry, "kind" | "detail">>(db: Knex, rows: readonly Row[]) {
  const ids = [...new Set(rows.flatMap((row) => behalfIn(row) ?? []))];
  const hosts =
    ids.length > 0 ? await HostUser.query(db).select("id", "name", "enName").modify("withIds", ids) : [];
  const byId = new Map(hosts.map((host) => [host.id, host]));
  return rows.map((row) => {
    const host = byId.get(behalfIn(row) ?? 0);
    return { ...row, detail: host ? "" : row.detail, onBehalfOf: host ?? null };
  });
}

export interface EventCriteria {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly kind?: EventKind | undefined;
  readonly hostUser?: number | undefined;
  /** Any of these people. */
  readonly hostUsers?: number[] | undefined;
  readonly subject?: string | undefined;
  readonly subjectId?: number | undefined;
}

/** What people did, and what was done to their accounts: each by its own index. */
function ofPeople(criteria: EventCriteria, people: number[]): LogWay[] {
  const { from, to, kind, subject, hostUser } = criteria;
  const rest = [
    ...(kind ? [["kind = ?", kind] as const] : []),
    ...(subject === undefined ? [] : [["subject = ?", subject] as const]),
    ...(from ? [["at >= ?", from] as const] : []),
    ...(to ? [["at < ?", to] as const] : []),
  ];
  const by = (condition: string): LogWay => ({
    condition: [condition, ...rest.map(([one]) => one)].join(" AND "),
    bindings: rest.map(([, value]) => value),
    each: people,
  });
  const toAccount = "subject = 'host_users' AND subject_id = one.id AND host_user_id IS DISTINCT FROM one.id";
  return [by("host_user_id = one.id"), ...(hostUser === undefined ? [] : [by(toAccount)])];
}

function fitting(db: Knex, criteria: EventCriteria, walk: LogWalk) {
  const { from, to, kind, hostUser, hostUsers, subject, subjectId } = criteria;
  const fits = EventEntry.query(db);
  const people = hostUser === undefined ? hostUsers : hostUsers ? undefined : [hostUser];
  // Of a record there are few: its own index gives them.
  if (people && subjectId === undefined) return fits.from(walked("events", ofPeople(criteria, people), walk));
  if (from) fits.where("at", ">=", from);
  if (to) fits.where("at", "<", to);
  if (kind) fits.where({ kind });
  if (hostUser !== undefined) fits.modify("ofPerson", hostUser);
  if (hostUsers) fits.where("hostUserId", anyOf(hostUsers, "integer"));
  if (subject !== undefined) fits.where({ subject });
  if (subjectId !== undefined) fits.where({ subjectId });
  return fits;
}

/** A page of the log, newest first unless asked otherwise. */
export async function eventRows(
  db: Knex,
  criteria: EventCriteria,
  { page, size, sort = "-at" }: { page: number; size: number; sort?: "at" | "-at" | undefined },
): Promise<Page<EventRow>> {
  const { way } = readSort(sort);
  const all = fitting(db, criteria, { way, most: countedTo({ page, size }) + 1, isCount: true });
  const fits = fitting(db, criteria, { way, most: page * size })
    .select(...columns)
    .orderBy([
      { column: "at", order: way },
      { column: "id", order: way },
    ]);
  const { rows, ...counts } = await withReaders(db, await pageOf(db, fits, { page, size }, all));
  return { rows: await withHosts(db, rows), ...counts };
}

export interface EventCheckRow {
  readonly at: Date;
  readonly days: number;
  readonly broken: string[];
}

/** The latest comparison of sealed days with their events. */
export async function latestCheck(db: Knex): Promise<EventCheckRow | undefined> {
  const { rows } = await db.raw<{ rows: EventCheckRow[] }>(
    "SELECT at, days, broken::text[] AS broken FROM event_checks ORDER BY id DESC LIMIT 1",
  );
  return rows[0];
}

/** Whether the sealed days were compared within some hours. */
export async function isCheckedWithin(db: Knex, hours: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    "SELECT FROM event_checks WHERE at > now() - make_interval(hours => ?) LIMIT 1",
    [hours],
  );
  return rows.length > 0;
}

/** Somebody who stands out; nobody where it is about the whole site. */
export interface Conspicuous {
  readonly hostUserId: number | null;
  readonly name: string | null;
  readonly amount: number;
  /** Of a new place. */
  readonly address?: string;
}

/** Accounts with so many failed sign-ins within ten minutes; all of the site's as nobody's. */
export async function manyFailures(
  db: Knex,
  { ofOne, ofAll }: { readonly ofOne: number; readonly ofAll: number },
): Promise<Conspicuous[]> {
  const { rows } = await db.raw<{ rows: Conspicuous[] }>(
    `WITH failed AS (SELECT subject_id FROM events
       WHERE kind = 'signInFailed' AND at > now() - interval '10 minutes')
     SELECT f.subject_id AS "hostUserId", h.name, count(*)::integer AS amount
     FROM failed f JOIN host_users h ON h.id = f.subject_id GROUP BY 1, 2 HAVING count(*) >= :ofOne
     UNION ALL SELECT NULL, NULL, count(*)::integer FROM failed HAVING count(*) >= :ofAll`,
    { ofOne, ofAll },
  );
  return rows;
}

/**
 * Administrators and officers who signed in within an hour from where they never did; not those who never did at all. Longer than
 * between two looks, so that a stop of the server hides none.
 */
export async function newPlaces(db: Knex): Promise<Conspicuous[]> {
  const { rows } = await db.raw<{ rows: Conspicuous[] }>(
    `SELECT DISTINCT e.host_user_id AS "hostUserId", h.name, 1 AS amount, e.address
     FROM events e JOIN host_users h ON h.id = e.host_user_id AND h.role IN ('admin', 'privacy')
     WHERE e.kind = 'signIn' AND e.at > now() - interval '1 hour'
       AND NOT EXISTS (SELECT FROM events f WHERE f.kind = 'signIn' AND f.host_user_id = e.host_user_id
         AND f.address = e.address AND f.at < e.at)
       AND EXISTS (SELECT FROM events f WHERE f.kind = 'signIn' AND f.host_user_id = e.host_user_id AND f.at < e.at)`,
  );
  return rows;
}

/** Administrators who kept their role after a moment although their groups at the provider have another. */
export async function keptAdmins(db: Knex, since: Date): Promise<Conspicuous[]> {
  const { rows } = await db.raw<{ rows: Conspicuous[] }>(
    `SELECT DISTINCT l.host_user_id AS "hostUserId", h.name, 1 AS amount
     FROM account_logs l JOIN host_users h ON h.id = l.host_user_id
     WHERE l.action = 'roleKept' AND l.at > ?`,
    [since],
  );
  return rows;
}

/** Who saw so many different visits between two moments; of a key by its name. */
export async function massReaders(
  db: Knex,
  { from, to, people }: { readonly from: Date; readonly to: Date; readonly people: number },
): Promise<Conspicuous[]> {
  const { rows } = await db.raw<{ rows: Conspicuous[] }>(
    `SELECT a.host_user_id AS "hostUserId", coalesce(k.name, h.name) AS name, count(DISTINCT v)::integer AS amount
     FROM access_log a CROSS JOIN LATERAL unnest(a.visit_ids) AS v LEFT JOIN host_users h ON h.id = a.host_user_id
     LEFT JOIN api_keys k ON k.id = a.api_key_id
     WHERE a.at > :from AND a.at <= :to GROUP BY 1, 2, a.api_key_id HAVING count(DISTINCT v) > :people`,
    { from, to, people },
  );
  return rows;
}

/** Who had so many people's data destroyed between two moments, and jobs that wait with an unusual amount. */
export async function muchDestroyed(
  db: Knex,
  { from, to, people }: { readonly from: Date; readonly to: Date; readonly people: number },
): Promise<Conspicuous[]> {
  const { rows } = await db.raw<{ rows: Conspicuous[] }>(
    `SELECT r.host_user_id AS "hostUserId", h.name, sum(r.persons)::integer AS amount
     FROM destruction_register r JOIN host_users h ON h.id = r.host_user_id
     WHERE r.at > :from AND r.at <= :to GROUP BY 1, 2 HAVING sum(r.persons) > :people
     UNION ALL
     SELECT NULL, NULL, amount FROM paused_jobs
     WHERE job = 'destroyDue' AND found_at > :from AND found_at <= :to AND confirmed_at IS NULL AND done_at IS NULL`,
    { from, to, people },
  );
  return rows;
}

/** Whether an alert was told within some hours. */
export async function isToldWithin(
  db: Knex,
  { detail, subjectId, address }: { detail: string; subjectId: number | null; address: string },
  hours: number,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT FROM events WHERE kind = 'alert' AND detail = :detail AND subject_id IS NOT DISTINCT FROM :subjectId::integer
       AND address = :address AND at > now() - make_interval(hours => :hours) LIMIT 1`,
    { detail, subjectId, address, hours },
  );
  return rows.length > 0;
}
