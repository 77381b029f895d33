/**
 * Messages are written in the transaction of what caused them and sent by a job afterwards: what was rolled
 * back was never said, and what was committed is said even if the process dies (decisions, "SMS").
 */

import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { wakeSenders } from "#api/features/messages/notify-workers.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { noteMessages } from "#api/live/changes.ts";
import { fromInstant } from "#contract/dates.ts";
import { parseAnyPhone } from "#contract/phone.ts";
import { type MessageEvent, mostAttempts, type TemplateEvent } from "#contract/sms.ts";
import { type Blank, finishedText, languageOfNumber, smsBytes, smsKind } from "#contract/sms-text.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { type MessageSubject, messageSubjects } from "#db/queries/messages/subjects.ts";
import { messageTexts, readTemplate, type Template } from "./templates.ts";

/** What writing messages takes. */
export interface Messaging {
  readonly trx: Knex.Transaction;
  readonly cipher: FieldCipher;
  readonly now: Date;
  readonly site: Pick<Configuration, "timezone" | "customerCompany" | "enCustomerCompany">;
}

type Values = Partial<Record<Blank, string>>;

/** A message to be written. */
export interface Draft {
  readonly visitId: number | null;
  /** The host it is for. */
  readonly hostUserId?: number;
  readonly toName: string;
  /** Hyphenated, or with its country's code. */
  readonly cellPhone: string;
  readonly event: MessageEvent;
  /** With its blanks. */
  readonly text: string;
  readonly values: Values;
  readonly lang: Language;
  /** Who wrote it by hand. */
  readonly sentBy?: number;
}

/** The number of a visit, opened; undefined where it has none. */
export const numberOf = (
  { cellCipher, cellKey, reserveNo }: Pick<MessageSubject, "cellCipher" | "cellKey" | "reserveNo">,
  cipher: FieldCipher,
): string | undefined =>
  cellCipher && cellKey ? cipher.open({ cellCipher, cellKey }, reserveNo) : undefined;

/** What a message about a visit may say, in its language. */
export function valuesOf(
  subject: MessageSubject,
  lang: Language,
  site: Messaging["site"],
  reason?: string,
): Values {
  return {
    name: subject.name,
    reserveNo: subject.reserveNo,
    startDate: fromInstant(subject.startAt, site.timezone),
    place:
      subject.placeName === null
        ? messageTexts[lang].place
        : inLanguage(lang, subject.placeName, subject.placeEnName ?? ""),
    host: inLanguage(lang, subject.hostName, subject.hostEnName),
    company: companyOf(site, lang),
    ...(reason !== undefined && { reason: reason.replace(/\s+/g, " ") }),
  };
}

/** The site's own name in a message. */
export const companyOf = (site: Messaging["site"], lang: Language): string =>
  inLanguage(lang, site.customerCompany, site.enCustomerCompany);

function rowOf(draft: Draft, cipher: FieldCipher) {
  const ref = randomUUID();
  const sealed = cipher.seal(draft.cellPhone, ref);
  const text = finishedText(draft.text, draft.values);
  const base64 = (bytes: Buffer) => bytes.toString("base64");
  return {
    ref,
    visit_id: draft.visitId,
    host_user_id: draft.hostUserId ?? null,
    to_name: draft.toName,
    cell_cipher: base64(sealed.cellCipher),
    cell_key: sealed.cellKey,
    cell_hash: base64(sealed.cellHash),
    cell_last_four_hash: base64(sealed.cellLastFourHash),
    cell_hash_key: sealed.cellHashKey,
    kind: smsKind(smsBytes(text)),
    event: draft.event,
    text,
    variables: draft.values,
    lang: draft.lang,
    sent_by: draft.sentBy ?? null,
  };
}

const columns = `ref text, visit_id integer, host_user_id integer, to_name text, cell_cipher text, cell_key text,
  cell_hash text, cell_last_four_hash text, cell_hash_key text, kind text, event text, text text,
  variables jsonb, lang text, sent_by integer`;

/**
 * Writes messages down; they are sent once the transaction is committed.
 * @returns their ids, in the order of the drafts
 */
export async function queueMessages(
  { trx, cipher, now }: Pick<Messaging, "trx" | "cipher" | "now">,
  drafts: readonly Draft[],
): Promise<number[]> {
  if (drafts.length === 0) return [];
  const written = drafts.map((draft) => rowOf(draft, cipher));
  const { rows } = await trx.raw<{ rows: { id: number; ref: string }[] }>(
    `INSERT INTO sms_messages (ref, visit_id, host_user_id, to_name, cell_cipher, cell_key, cell_hash,
       cell_last_four_hash, cell_hash_key, kind, event, text, variables, lang, sent_by, most_attempts,
       next_attempt_at, created_at, updated_at)
     SELECT m.ref, m.visit_id, m.host_user_id, m.to_name, decode(m.cell_cipher, 'base64'), m.cell_key,
       decode(m.cell_hash, 'base64'), decode(m.cell_last_four_hash, 'base64'), m.cell_hash_key, m.kind,
       m.event, m.text, m.variables, m.lang, m.sent_by, ${mostAttempts}, at.now, at.now, at.now
     FROM json_to_recordset(?::json) AS m (${columns}), (SELECT ?::timestamptz AS now) AS at
     RETURNING id, ref`,
    [JSON.stringify(written), now],
  );
  await noteMessages(
    trx,
    drafts.map(({ visitId }) => visitId),
  );
  wakeSenders(trx);
  const ids = new Map(rows.map(({ ref, id }) => [ref, id]));
  return written.map(({ ref }) => ids.get(ref) as number);
}

/** Takes back what waits to be told a visitor at some events. */
async function withdraw(
  { trx, now }: Pick<Messaging, "trx" | "now">,
  visitIds: readonly number[],
  events: readonly MessageEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { rows } = await trx.raw<{ rows: { visitId: number }[] }>(
    `UPDATE sms_messages SET status = 'withdrawn', next_attempt_at = NULL, updated_at = ?
     WHERE visit_id = ANY(?::integer[]) AND event = ANY(?::text[]) AND status = 'queued' AND host_user_id IS NULL
     RETURNING visit_id AS "visitId"`,
    [now, [...visitIds], [...events]],
  );
  await noteMessages(
    trx,
    rows.map(({ visitId }) => visitId),
  );
}

/** Takes back what waits to be told a host who has left: it speaks of visitors to somebody's own telephone. */
export async function withdrawFromHost(
  { trx, now }: Pick<Messaging, "trx" | "now">,
  hostUserId: number,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { visitId: number | null }[] }>(
    `UPDATE sms_messages SET status = 'withdrawn', next_attempt_at = NULL, updated_at = ?
     WHERE host_user_id = ? AND status = 'queued' RETURNING visit_id AS "visitId"`,
    [now, hostUserId],
  );
  await noteMessages(
    trx,
    rows.map(({ visitId }) => visitId),
  );
}

/** What an event makes untrue of what was not sent yet. */
const overtakes: Partial<Record<TemplateEvent, readonly TemplateEvent[]>> = {
  approve: ["undo"],
  reject: ["undo"],
  undo: ["approve", "reject"],
  cancel: ["approve", "reject", "change", "undo"],
};

/** Visits whose visitor was told of a decision, or may have been, and of no correction since. */
async function toldOfDecision(trx: Knex.Transaction, visitIds: readonly number[]): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { visitId: number; event: string }[] }>(
    `SELECT DISTINCT ON (visit_id) visit_id AS "visitId", event FROM sms_messages
     WHERE visit_id = ANY(?::integer[]) AND event IN ('approve', 'reject', 'undo') AND host_user_id IS NULL
       AND status IN ('sending', 'sent', 'kept', 'unknown')
     ORDER BY visit_id, id DESC`,
    [[...visitIds]],
  );
  return rows.filter(({ event }) => event !== "undo").map(({ visitId }) => visitId);
}

function draftsFor(
  { cipher, site }: Messaging,
  { event, texts }: Template,
  subjects: readonly MessageSubject[],
  reason: string | undefined,
): Draft[] {
  return subjects.flatMap((subject) => {
    const cellPhone = numberOf(subject, cipher);
    if (cellPhone === undefined) return [];
    const { id: visitId, name: toName, lang } = subject;
    const values = valuesOf(subject, lang, site, reason);
    return [{ visitId, toName, cellPhone, event, text: texts[lang], values, lang }];
  });
}

/**
 * Tells the visitors of some visits what happened to them, each in the language of the visit and each who
 * has a number. What waits still and is untrue now is taken back; a correction goes only to those who were
 * told what it corrects. Nothing is written where the event is switched off.
 */
export async function tellVisitors(
  messaging: Messaging,
  event: Exclude<TemplateEvent, "apply">,
  visitIds: readonly number[],
  { reason }: { readonly reason?: string } = {},
): Promise<void> {
  const { trx } = messaging;
  await withdraw(messaging, visitIds, overtakes[event] ?? []);
  const template = await readTemplate(trx, event);
  if (!template.enabled) return;
  const told = event === "undo" ? await toldOfDecision(trx, visitIds) : visitIds;
  const subjects = await messageSubjects(trx, told);
  await queueMessages(messaging, draftsFor(messaging, template, subjects, reason));
}

/** Tells a host that somebody wants to visit, where the host has a mobile number. */
export async function tellHost(messaging: Messaging, visitId: number): Promise<void> {
  const { trx, site } = messaging;
  const template = await readTemplate(trx, "apply");
  if (!template.enabled) return;
  const [subject] = await messageSubjects(trx, [visitId]);
  const cellPhone = subject && parseAnyPhone(subject.hostCellPhone);
  if (!subject || subject.hostResigned || cellPhone === undefined) return;
  const lang = languageOfNumber(cellPhone);
  const { hostId: hostUserId, hostName: toName } = subject;
  const values = valuesOf(subject, lang, site);
  const text = template.texts[lang];
  await queueMessages(messaging, [
    { visitId, hostUserId, toName, cellPhone, event: "apply", text, values, lang },
  ]);
}
