/** Visits and passes for the console's browser tests. They live by the real clock, as the browser does. */
import { toInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { TestServer } from "../api.ts";
import type { Site } from "../site.ts";
import { siteDay, siteTime, timezone } from "../visitor/visitor-site.ts";

export interface Visiting extends Omit<Partial<Visit>, "startAt" | "endAt"> {
  /** Wall times; the whole of today unless given, so that a pass can be issued at any hour. */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly cellphone?: string;
}

let visits = 0;

const stateOf = (statusCode: StatusCode) => {
  const enteredAt = new Date(Date.now() - 60_000);
  if (statusCode === "entered") return { enteredAt, enteredFrom: "approved" as const };
  if (statusCode === "exited") return { enteredAt, enteredFrom: "approved" as const, exitedAt: new Date() };
  return statusCode === "ended" ? { endedBecause: "done" as const } : {};
};

/** Adds a visit to the site's host as it would stand in the table. */
export async function addVisiting(
  { db, cipher }: TestServer,
  site: Site,
  { startDate, endDate, cellphone, statusCode = "approved", ...more }: Visiting = {},
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
      ...(cellphone !== undefined && cipher.encryptPhone(cellphone, reserveNo)),
      origin: "public",
      lang: "ko",
      destroyOn: siteDay(366),
      ...stateOf(statusCode),
      ...more,
    })
    .returning("*");
}

/** Adds a leader's visit and companions in the same status. @param names the companions' */
export async function addParty(
  server: TestServer,
  site: Site,
  names: readonly string[],
  more: Visiting = {},
) {
  const leader = await addVisiting(server, site, more);
  const companions: Visit[] = [];
  for (const name of names)
    companions.push(await addVisiting(server, site, { ...more, name, leaderId: leader.id }));
  return { leader, companions };
}

/** Adds free passes with these numbers. */
export const addPasses = ({ db }: TestServer, passNos: readonly string[], vehicle = false) =>
  db("passes").insert(passNos.map((passNo) => ({ vehicle, passNo })));

/** Adds a pass that a visitor holds. */
export const addHeldPass = ({ db }: TestServer, passNo: string, visitId: number, vehicle = false) =>
  db("passes").insert({ vehicle, passNo, status: "issued", visitId, issuedAt: new Date() });

/** A visitor who should have left an hour ago. */
export const addOverdue = (server: TestServer, site: Site, more: Visiting = {}) =>
  addVisiting(server, site, {
    statusCode: "entered",
    startDate: siteTime(-26 * 60),
    endDate: siteTime(-60),
    ...more,
  });
