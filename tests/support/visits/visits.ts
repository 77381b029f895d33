/** Visits in a given status, and passes. */
import type { Knex } from "knex";
import { expect } from "vitest";
import { storeVisitEmail } from "#api/features/messages/visitor-messages.ts";
import { toInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { TestServer } from "../api.ts";
import type { StaffedSite } from "../console/staffed-site.ts";
import type { Site } from "../site.ts";

export const seoul = "Asia/Seoul";

let visits = 0;

export interface AddedVisit extends Omit<Partial<Visit>, "startAt" | "endAt"> {
  /** wall times; by default today from 10:00 to 18:00 */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly cellphone?: string;
  readonly email?: string;
}

/** Adds a visit; by its status, with an entry a minute ago. */
export async function addVisit(server: TestServer, site: Site, more: AddedVisit = {}): Promise<Visit> {
  const n = ++visits;
  const reserveNo = `260310-${String(n).padStart(5, "0")}`;
  const { startDate = "2026-03-10 10:00", endDate = "2026-03-10 18:00", cellphone, email, ...rest } = more;
  const hasEntered = ["entered", "exited"].includes(rest.statusCode ?? "");
  const entry = { enteredAt: new Date(server.now.getTime() - 60_000), enteredFrom: "approved" as const };
  const visit = await Visit.query(server.db)
    .insert({
      reserveNo,
      statusCode: "applied",
      hostUserId: site.host,
      locationId: site.place,
      purposeId: site.purpose,
      name: `방문객${n}`,
      company: "나래상사",
      startAt: toInstant(startDate, seoul),
      endAt: toInstant(endDate, seoul),
      ...(cellphone !== undefined && server.cipher.encryptContact(cellphone, reserveNo)),
      origin: "public",
      lang: "ko",
      destroyOn: "2027-03-10",
      createdAt: new Date(server.now.getTime() - 3_600_000),
      updatedAt: new Date(server.now.getTime() - 3_600_000),
      ...(hasEntered && entry),
      ...(rest.statusCode === "ended" && { endedBecause: "done" as const }),
      ...rest,
    })
    .returning("*");
  if (email !== undefined) {
    await server.db.transaction((trx) => storeVisitEmail(trx, server.cipher, { visitId: visit.id, email }));
  }
  return visit;
}

/** Adds a visit with its log entry, as the rules across tables require. */
export async function addLoggedVisit(server: TestServer, site: Site, more?: AddedVisit): Promise<Visit> {
  const visit = await addVisit(server, site, more);
  await server.db("visitLogs").insert({
    visitId: visit.id,
    action: "apply",
    toCode: visit.statusCode,
    actorKind: "visitor",
    at: new Date(),
  });
  return visit;
}

export async function addGroup(server: TestServer, site: Site, companions: number, more: AddedVisit = {}) {
  const leader = await addVisit(server, site, more);
  const others: Visit[] = [];
  for (let n = 0; n < companions; n++)
    others.push(await addVisit(server, site, { ...more, leaderId: leader.id }));
  return { leader, companions: others };
}

let passes = 0;

interface AddedPass {
  readonly vehicle?: boolean;
  readonly status?: "available" | "issued" | "lost" | "retired";
  /** the holder of an issued pass */
  readonly visitId?: number;
  readonly issuedAt?: Date;
}

/** Adds a pass. @returns its number */
export async function addPass(
  server: TestServer,
  { vehicle = false, visitId, ...more }: AddedPass = {},
): Promise<string> {
  const passNo = `${vehicle ? "V" : "P"}-${++passes}`;
  const held = visitId !== undefined && { status: "issued", visitId, issuedAt: server.now };
  await server.db("passes").insert({ vehicle, passNo, ...held, ...more });
  return passNo;
}

export const visitOf = (db: Knex, id: number) => db("visits").where({ id }).first();
export const statusOf = async (db: Knex, id: number) => (await visitOf(db, id)).statusCode;
export const logsOf = (db: Knex, visitId: number) => db("visitLogs").where({ visitId }).orderBy("id");
export const passOf = (db: Knex, passNo: string) => db("passes").where({ passNo }).first();

/** Expects an unchanged visit, and no log entry. */
export async function expectUntouched(db: Knex, visit: Visit): Promise<void> {
  expect(await visitOf(db, visit.id)).toEqual({ ...visit });
  expect(await logsOf(db, visit.id)).toEqual([]);
}

/** Edits of visits by the desk and by the host. */
export const editsAt = ({ server, site, crew }: StaffedSite) => ({
  visitAt: (statusCode: StatusCode, more: AddedVisit = {}) => addVisit(server, site, { statusCode, ...more }),
  own: (statusCode: StatusCode, more: AddedVisit = {}) =>
    addVisit(server, site, { statusCode, hostUserId: crew.host.id, ...more }),
  edit: (id: number, body: Record<string, unknown>) => crew.desk.put(`/dash/visits/${id}`, { body }),
  hostEdits: (id: number, body: Record<string, unknown>) => crew.host.put(`/dash/visits/${id}`, { body }),
  /** changes that require a new approval */
  approvalFields: [
    ["hostUser", () => crew.otherHost.id],
    ["location", () => null],
    ["startDate", () => "2026-03-10 11:00"],
    ["endDate", () => "2026-03-10 19:00"],
  ] as const,
});
