/** Visits and passes for the console's browser tests, by the real clock, as in the browser. */
import { toInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { TestServer } from "../api.ts";
import type { Site } from "../site.ts";
import { siteDay, siteTime, timezone } from "../visitor/visitor-site.ts";

export interface VisitFields extends Omit<Partial<Visit>, "startAt" | "endAt"> {
  /** Wall times; by default all of today, so that a pass can be issued at any hour. */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly cellphone?: string;
}

let visits = 0;

const statusColumns = (statusCode: StatusCode) => {
  const enteredAt = new Date(Date.now() - 60_000);
  if (statusCode === "entered") return { enteredAt, enteredFrom: "approved" as const };
  if (statusCode === "exited") return { enteredAt, enteredFrom: "approved" as const, exitedAt: new Date() };
  return statusCode === "ended" ? { endedBecause: "done" as const } : {};
};

/** Adds a visit to the site's host, with the columns of its status. */
export async function addVisitToday(
  { db, cipher }: TestServer,
  site: Site,
  { startDate, endDate, cellphone, statusCode = "approved", ...more }: VisitFields = {},
): Promise<Visit> {
  const n = ++visits;
  const reserveNo = `${siteDay().slice(2).replaceAll("-", "")}-${String(n).padStart(5, "0")}`;
  return Visit.query(db)
    .insert({
      reserveNo,
      statusCode,
      hostUserId: site.host,
      locationId: site.place,
      purposeId: site.purpose,
      name: `방문객${n}`,
      company: "나래상사",
      startAt: toInstant(startDate ?? `${siteDay()} 00:00`, timezone),
      endAt: toInstant(endDate ?? `${siteDay()} 23:59`, timezone),
      ...(cellphone !== undefined && cipher.encryptContact(cellphone, reserveNo)),
      origin: "public",
      lang: "ko",
      destroyOn: siteDay(366),
      ...statusColumns(statusCode),
      ...more,
    })
    .returning("*");
}

/** Adds a leader's visit and companions with the same status. @param names of the companions */
export async function addGroup(
  server: TestServer,
  site: Site,
  names: readonly string[],
  more: VisitFields = {},
) {
  const leader = await addVisitToday(server, site, more);
  const companions: Visit[] = [];
  for (const name of names)
    companions.push(await addVisitToday(server, site, { ...more, name, leaderId: leader.id }));
  return { leader, companions };
}

/** Adds free passes with these numbers. */
export const addPasses = ({ db }: TestServer, passNos: readonly string[], vehicle = false) =>
  db("passes").insert(passNos.map((passNo) => ({ vehicle, passNo })));

/** Adds a pass that a visitor holds. */
export const addHeldPass = ({ db }: TestServer, passNo: string, visitId: number, vehicle = false) =>
  db("passes").insert({ vehicle, passNo, status: "issued", visitId, issuedAt: new Date() });

/** Adds a visitor inside whose visit ended an hour ago. */
export const addOverdue = (server: TestServer, site: Site, more: VisitFields = {}) =>
  addVisitToday(server, site, {
    statusCode: "entered",
    startDate: siteTime(-26 * 60),
    endDate: siteTime(-60),
    ...more,
  });
