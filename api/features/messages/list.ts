/** The list of messages within the reader's scope, with the access logged. */

import { type Reader, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import type { Language } from "#api/http/language.ts";
import { maskDecryptedEmail, maskDecryptedPhone } from "#api/http/language.ts";
import { nameSearch } from "#api/name-search.ts";
import { anyOf, emptyPage, type Page, pageOf, readSort } from "#api/paging.ts";
import { periodOfDays } from "#contract/dates.ts";
import type { MessageListQuery, MessageRecipient } from "#contract/messages/sms.ts";
import { parsePhone } from "#contract/phone.ts";
import { decryptEmail, type FieldCipher } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { Message } from "#db/models/message.ts";
import { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { valuesOf } from "./drafts.ts";
import { isNamed, type MessageRow, readMessageRows } from "./queries/message-rows.ts";
import { messageSubjects } from "./subjects.ts";

type Messages = ReturnType<typeof readMessageRows>;

/** A parsed search text. */
interface SearchText {
  /** Undefined for fewer than two letters, which find nothing. */
  readonly text: { readonly kind: string; narrow(messages: Messages): void } | undefined;
  /** Keyed hash of the number, for the access log. */
  readonly personHash?: Buffer | undefined;
}

const reserveNoShape = /^\d{6}-[0-9A-Z]{5}$/i;

/** Parses a reservation number, a mobile number or its last four digits, or part of a recipient's name. */
function parseSearchText(cipher: FieldCipher, q: string): SearchText {
  const number = parsePhone(q);
  if (number !== undefined) {
    const hashes = cipher.hashes(number);
    const narrow = (messages: Messages) => messages.where("messages.cellHash", anyOf(hashes, "bytea"));
    return { text: { kind: "number", narrow }, personHash: hashes[0] };
  }
  const compact = q.replace(/\s/g, "");
  if (reserveNoShape.test(compact)) {
    const narrow = (messages: Messages) => messages.where("visit.reserveNo", compact.toUpperCase());
    return { text: { kind: "reserveNo", narrow } };
  }
  const lastFour = /^\d{4}$/.test(compact) ? cipher.lastFourHashes(compact) : [];
  const search = nameSearch(compact);
  if (!search) return { text: undefined };
  const narrow = (messages: Messages) =>
    messages.where((either) => {
      either.where(isNamed(search));
      if (lastFour.length > 0) either.orWhere("messages.cellLastFourHash", anyOf(lastFour, "bytea"));
    });
  return { text: { kind: "letters", narrow }, personHash: lastFour[0] };
}

/** Reads a page of messages, newest first by default, and logs the access. @param timezone IANA name of the site's zone */
export async function readMessages(
  { db, cipher, limits }: Pick<Deps, "db" | "cipher" | "limits">,
  reader: Reader,
  { q, status, event, visit, ids, sort = "-createdAt", page, size, ...days }: MessageListQuery,
  timezone: string,
): Promise<Page<Accessed<MessageRow>>> {
  const read = q === undefined ? undefined : parseSearchText(cipher, q);
  const { from, to } = periodOfDays(days, timezone);
  const hosts = reachOf(reader);
  const { direction } = readSort(sort);
  const messages = readMessageRows(db)
    .orderBy("messages.createdAt", direction)
    .orderBy("messages.id", direction);
  if (hosts) messages.where("visit.hostUserId", anyOf(hosts, "integer"));
  if (visit !== undefined) messages.where({ visitId: visit });
  if (ids) messages.where("messages.id", anyOf(ids, "integer"));
  if (status) messages.where("messages.status", anyOf(status, "text"));
  if (event) messages.where("event", anyOf(event, "text"));
  if (from) messages.where("messages.createdAt", ">=", from);
  if (to) messages.where("messages.createdAt", "<", to);
  read?.text?.narrow(messages);
  const found =
    read && !read.text
      ? emptyPage
      : await limitMisses({ limits }, reader, read, () =>
          pageOf<Message, MessageRow>(db, messages, { page, size }),
        );
  const rows = await Accessed.record(db, reader, found.rows, ({ visitId }) => [visitId], {
    personHash: read?.personHash,
  });
  return { ...found, rows };
}

/** Reads visits that the reader may write to, and logs the access. @param lang the reader's */
export async function readRecipients(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  visitIds: readonly number[],
  { site, lang }: { readonly site: Configuration; readonly lang: Language },
): Promise<MessageRecipient[]> {
  const found = await messageSubjects(db, visitIds, { hosts: reachOf(reader) });
  const subjects = await Accessed.record(db, reader, found, ({ id }) => [id]);
  return subjects.map(({ row: subject }) => ({
    visitID: subject.id,
    name: subject.name,
    cellPhone: maskDecryptedPhone(cipher.decryptContact(subject, subject.reserveNo), lang),
    email: subject.emailBounced ? "" : maskDecryptedEmail(decryptEmail(cipher, subject), lang),
    lang: subject.lang,
    values: valuesOf(subject, subject.lang, site) as Record<string, string>,
  }));
}
