/** Messages as staff see them. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { NameSearch } from "#api/name-search.ts";
import { anyOf } from "#api/paging.ts";
import { SmsMessage } from "#db/models/sms-message.ts";

export interface MessageRow
  extends Pick<SmsMessage, "id" | "ref" | "visitId" | "hostUserId" | "toName" | "cellCipher" | "cellKey">,
    Pick<SmsMessage, "kind" | "event" | "text" | "lang" | "status" | "attempts" | "error" | "provider">,
    Pick<SmsMessage, "providerMessageId" | "sentBy" | "sentByKey" | "createdAt" | "sentAt">,
    Pick<SmsMessage, "nextAttemptAt" | "erasedAt"> {
  /** Of the visit that it is about. */
  readonly reserveNo: string | null;
  readonly visitName: string | null;
  readonly visitHost: number | null;
  readonly sentByName: string | null;
  readonly sentByEnName: string | null;
  readonly sentByKeyName: string | null;
}

/** Messages of hidden visits are hidden with them. */
export const readMessageRows = (db: Knex) =>
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

/** Whether the receiver's name holds a text; as the index says it, which leaves out messages without a name. */
export const isNamed = ({ pairs, pattern }: NameSearch) =>
  raw("to_name <> '' AND search_pairs(to_name) @> ?::text[] AND search_text(to_name) ~ ?", [pairs, pattern]);

/**
 * One message, if it may be seen.
 * @param hosts only of visits to these hosts; undefined for all
 */
export async function messageRow(
  db: Knex,
  id: number,
  hosts?: readonly number[],
): Promise<MessageRow | undefined> {
  const found = readMessageRows(db).findById(id);
  if (hosts) found.where("visit.hostUserId", anyOf(hosts, "integer"));
  return found.castTo<MessageRow | undefined>();
}
