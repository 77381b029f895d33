/** Messages for staff. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { NameSearch } from "#api/name-search.ts";
import { anyOf } from "#api/paging.ts";
import { Message } from "#db/models/message.ts";

export interface MessageRow
  extends Pick<Message, "id" | "ref" | "visitId" | "hostUserId" | "toName" | "cellCipher" | "cellKey">,
    Pick<Message, "kind" | "event" | "text" | "lang" | "status" | "attempts" | "error" | "provider">,
    Pick<Message, "providerMessageId" | "sentBy" | "sentByKey" | "createdAt" | "sentAt">,
    Pick<Message, "nextAttemptAt" | "erasedAt"> {
  /** Of the message's visit. */
  readonly reserveNo: string | null;
  readonly visitName: string | null;
  readonly visitHost: number | null;
  readonly sentByName: string | null;
  readonly sentByEnName: string | null;
  readonly sentByKeyName: string | null;
}

/** Without messages of hidden visits. */
export const readMessageRows = (db: Knex) =>
  Message.query(db)
    .select(
      ...["messages.id", "ref", "visitId", "messages.hostUserId", "toName"],
      ...["messages.cellCipher", "messages.cellKey", "kind", "event", "text", "messages.lang"],
      ...["messages.status", "attempts", "error", "provider", "providerMessageId", "sentBy", "sentByKey"],
      ...["messages.createdAt", "sentAt", "nextAttemptAt", "erasedAt"],
      ...["visit.reserveNo", "visit.name as visitName", "visit.hostUserId as visitHost"],
      ...["sender.name as sentByName", "sender.enName as sentByEnName", "senderKey.name as sentByKeyName"],
    )
    .leftJoinRelated("[visit, sender, senderKey]")
    .whereNull("visit.hiddenAt");

/** Whether the recipient's name contains a text. Repeats the condition of the partial index. */
export const isNamed = ({ pairs, pattern }: NameSearch) =>
  raw("to_name <> '' AND search_pairs(to_name) @> ?::text[] AND search_text(to_name) ~ ?", [pairs, pattern]);

/**
 * One message.
 * @param hosts restricts it to visits of these hosts; undefined for all
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
