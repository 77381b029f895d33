/** Reads visits, hosts and users for messages. */

import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { Language } from "#db/models/visits/visit.ts";
import type { EmailColumns } from "#db/models/visits/visit-email.ts";
import { awayHosts, type Deputy, deputiesOf } from "../delegations/deputies.ts";

/** Contact data of a host. */
export interface MessageHost {
  hostId: number;
  hostName: string;
  hostCellPhone: string;
  /** Empty where there is none or it bounced. */
  hostEmail: string;
  hostChannel: MessageChannel;
  /** The host's console language; null where none was chosen. */
  hostLang: Language | null;
  hostResigned: boolean;
}

/** Host and place of a visit. */
export interface MessageParties extends MessageHost {
  hostEnName: string;
  placeName: string | null;
  placeEnName: string | null;
  /** Deputies of a host who is away, if requested. */
  deputies?: Omit<Deputy, "hostId">[];
}

/** Data of a visit for messages to its host. */
export interface HostMessageSubject extends MessageParties {
  id: number;
  reserveNo: string;
  name: string;
  startAt: Date;
}

export interface MessageSubject extends EmailColumns, HostMessageSubject {
  lang: Language;
  endAt: Date;
  statusCode: StatusCode;
  cellCipher: Buffer | null;
  cellKey: string | null;
  /** Number of calendar messages; null without an e-mail address. */
  invitations: number | null;
}

/** Columns of a host `h` with preferences `p`. */
const hostColumns = {
  hostId: "h.id",
  hostName: "h.name",
  hostEnName: "h.enName",
  hostCellPhone: "h.cellPhone",
  hostAddress: "h.email",
  hostBouncedAt: "h.emailBouncedAt",
  hostStatus: "h.status",
  chosenChannel: "p.messageChannel",
  hostLang: "p.language",
};

interface HostRow extends Omit<MessageHost, "hostEmail" | "hostChannel" | "hostResigned"> {
  readonly hostAddress: string;
  readonly hostBouncedAt: Date | null;
  readonly hostStatus: string;
  readonly chosenChannel: MessageChannel | null;
}

const hostOf = <Row extends HostRow>({
  hostAddress,
  hostBouncedAt,
  hostStatus,
  chosenChannel,
  ...row
}: Row) => ({
  ...row,
  hostEmail: hostBouncedAt === null ? hostAddress : "",
  hostChannel: chosenChannel ?? "sms",
  hostResigned: hostStatus === "resigned",
});

interface SubjectOptions {
  /** Restricts visits to these hosts; undefined for all. */
  readonly hosts?: readonly number[] | undefined;
  /** Includes the deputies of hosts who are away at this instant. */
  readonly awayAt?: Date;
}

/** Visits by id, in the order of their ids, without hidden ones. */
export async function messageSubjects(
  db: Knex,
  ids: readonly number[],
  { hosts, awayAt }: SubjectOptions = {},
): Promise<MessageSubject[]> {
  if (ids.length === 0) return [];
  const query = db("visits as v")
    .join("hostUsers as h", "h.id", "v.hostUserId")
    .leftJoin("hostUserPreferences as p", "p.hostUserId", "h.id")
    .leftJoin("visitEmails as mail", "mail.visitId", "v.id")
    .leftJoin("userCodes as place", "place.id", "v.locationId")
    .whereIn("v.id", ids)
    .whereNull("v.hiddenAt")
    .orderBy("v.id")
    .select("v.id", "v.reserveNo", "v.name", "v.lang", "v.startAt", "v.endAt", "v.statusCode")
    .select("v.cellCipher", "v.cellKey", "mail.channel", "mail.invitations", "mail.bouncedAt")
    .select({ emailCipher: "mail.cellCipher", emailKey: "mail.cellKey" })
    .select({ placeName: "place.name", placeEnName: "place.enName", ...hostColumns });
  if (hosts) query.whereIn("v.hostUserId", hosts);
  const rows: (Omit<MessageSubject, keyof MessageHost | "emailBounced"> &
    HostRow & { readonly bouncedAt: Date | null })[] = await query;
  const subjects = rows.map(({ bouncedAt, ...row }) => ({
    ...hostOf(row),
    emailBounced: bouncedAt !== null,
  }));
  return awayAt ? withDeputies(db, subjects, awayAt) : subjects;
}

async function withDeputies(
  db: Knex,
  subjects: readonly MessageSubject[],
  at: Date,
): Promise<MessageSubject[]> {
  const away = await awayHosts(
    db,
    subjects.map(({ hostId }) => hostId),
    at,
  );
  const deputies = await deputiesOf(db, away, at);
  return subjects.map((subject) => ({
    ...subject,
    deputies: deputies.filter(({ hostId }) => hostId === subject.hostId),
  }));
}

/** A host by id. */
export async function messageHost(db: Knex, id: number): Promise<MessageHost | undefined> {
  const row = await db("hostUsers as h")
    .leftJoin("hostUserPreferences as p", "p.hostUserId", "h.id")
    .where("h.id", id)
    .first(hostColumns);
  return row && hostOf(row);
}

/** Contact data of a user. */
export interface MessagedStaff extends Omit<Deputy, "hostId" | "deputyId" | "enName"> {
  readonly id: number;
}

/** Active users of the desk. */
export async function deskStaff(db: Knex): Promise<MessagedStaff[]> {
  const rows = await db("hostUsers as h")
    .leftJoin("hostUserPreferences as p", "p.hostUserId", "h.id")
    .where({ "h.role": "desk", "h.status": "active" })
    .orderBy("h.id")
    .select("h.id", "h.name", "h.cellPhone", "h.email", "h.emailBouncedAt")
    .select({ channel: "p.messageChannel", lang: "p.language" });
  return rows.map(({ email, emailBouncedAt, channel, ...person }) => ({
    ...person,
    email: emailBouncedAt === null ? email : "",
    channel: channel ?? "sms",
  }));
}
