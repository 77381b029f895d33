/** Messages as staff see them. */

import type { Knex } from "knex";
import type { NameSearch } from "#api/name-search.ts";
import { anyOf, type Page, pageOf, readSort } from "#api/paging.ts";
import type { MessageListQuery } from "#contract/messages/sms.ts";
import { SmsMessage } from "#db/models/sms-message.ts";

type Columns =
  | (
      | "id"
      | "ref"
      | "visitId"
      | "hostUserId"
      | "toName"
      | "cellCipher"
      | "cellKey"
      | "kind"
      | "event"
      | "text"
    )
  | ("lang" | "status" | "attempts" | "error" | "provider" | "providerMessageId" | "sentBy" | "sentByKey")
  | ("createdAt" | "sentAt" | "nextAttemptAt" | "erasedAt");

export interface MessageRow extends Pick<SmsMessage, Columns> {
  /** Of the visit that it is about. */
  readonly reserveNo: string | null;
  readonly visitName: string | null;
  readonly visitHost: number | null;
  readonly sentByName: string | null;
  readonly sentByEnName: string | null;
  readonly sentByKeyName: string | null;
}

/** What a text in the search box means. */
export type MessageText =
  | { readonly kind: "reserveNo"; readonly reserveNo: string }
  | { readonly kind: "number"; readonly hashes: Buffer[] }
  | { readonly kind: "letters"; readonly search: NameSearch; readonly lastFour: Buffer[] };

export interface MessageCriteria extends Pick<MessageListQuery, "status" | "event" | "visit" | "ids"> {
  /** Only of visits to these hosts; undefined for all. */
  readonly hosts?: readonly number[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly text?: MessageText | undefined;
}

/** Messages of hidden visits are hidden with them. */
const read = (db: Knex) =>
  SmsMessage.query(db)
    .select(
      ...["smsMessages.id", "ref", "visitId", "smsMessages.hostUserId", "toName"],
      ...["smsMessages.cellCipher", "smsMessages.cellKey", "kind", "event", "text", "smsMessages.lang"],
      ...["smsMessages.status", "attempts", "error", "provider", "providerMessageId", "sentBy", "sentByKey"],
      ...["smsMessages.createdAt", "sentAt", "nextAttemptAt", "erasedAt"],
      ...["visit.reserveNo", "visit.name as visitName", "visit.hostUserId as visitHost"],
      ...["sender.name as sentByName", "sender.enName as sentByEnName", "senderKey.name as sentByKeyName"],
    )
    .leftJoinRelated("[visit, sender, senderKey]")
    .whereNull("visit.hiddenAt");

/** A page of messages, the newest first unless asked otherwise. */
export function messageRows(
  db: Knex,
  { status, event, visit, ids, hosts, from, to, text }: MessageCriteria,
  { page, size, sort = "-createdAt" }: Pick<MessageListQuery, "page" | "size" | "sort">,
): Promise<Page<MessageRow>> {
  const { way } = readSort(sort);
  const found = read(db).orderBy("smsMessages.createdAt", way).orderBy("smsMessages.id", way);
  if (hosts) found.where("visit.hostUserId", anyOf(hosts, "integer"));
  if (visit !== undefined) found.where({ visitId: visit });
  if (ids) found.where("smsMessages.id", anyOf(ids, "integer"));
  if (status) found.where("smsMessages.status", anyOf(status, "text"));
  if (event) found.where("event", anyOf(event, "text"));
  if (from) found.where("smsMessages.createdAt", ">=", from);
  if (to) found.where("smsMessages.createdAt", "<", to);
  if (text?.kind === "reserveNo") found.where("visit.reserveNo", text.reserveNo);
  if (text?.kind === "number") found.where("smsMessages.cellHash", anyOf(text.hashes, "bytea"));
  if (text?.kind === "letters")
    found.where((either) => {
      // As the index says it, which leaves out messages without a name.
      either.whereRaw("to_name <> '' AND search_pairs(to_name) @> ?::text[] AND search_text(to_name) ~ ?", [
        [...text.search.pairs],
        text.search.pattern,
      ]);
      if (text.lastFour.length > 0)
        either.orWhere("smsMessages.cellLastFourHash", anyOf(text.lastFour, "bytea"));
    });
  return pageOf<SmsMessage, MessageRow>(db, found, { page, size });
}

/**
 * One message, if it may be seen.
 * @param hosts only of visits to these hosts; undefined for all
 */
export async function messageRow(
  db: Knex,
  id: number,
  hosts?: readonly number[],
): Promise<MessageRow | undefined> {
  const found = read(db).findById(id);
  if (hosts) found.where("visit.hostUserId", anyOf(hosts, "integer"));
  return found.castTo<MessageRow | undefined>();
}
