/** The list of messages, within the reader's scope; reading it is recorded in the access log. */

import { type Reader, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import type { Language } from "#api/http/language.ts";
import { nameSearch } from "#api/name-search.ts";
import { emptyPage, type Page } from "#api/paging.ts";
import { shownAddress, shownNumber } from "#api/shown-number.ts";
import { periodOfDays } from "#contract/dates.ts";
import type { MessageListQuery, MessageRecipient } from "#contract/messages/sms.ts";
import { parsePhone } from "#contract/phone.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { emailOf } from "#db/queries/visits/email.ts";
import { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { type MessageRow, type MessageText, messageRows } from "./queries/message-rows.ts";
import { messageSubjects } from "./subjects.ts";
import { valuesOf } from "./values.ts";

interface ReadText {
  readonly text: MessageText | undefined;
  /** Keyed hash of what was searched for, for the access log. */
  readonly personHash?: Buffer | undefined;
}

const reserveNoShape = /^\d{6}-[0-9A-Z]{5}$/i;

/** A reservation number, a mobile number or its last four digits, or part of a recipient's name. */
function readText(cipher: FieldCipher, q: string): ReadText {
  const number = parsePhone(q);
  if (number !== undefined) {
    const hashes = cipher.hashes(number);
    return { text: { kind: "number", hashes }, personHash: hashes[0] };
  }
  const compact = q.replace(/\s/g, "");
  if (reserveNoShape.test(compact)) return { text: { kind: "reserveNo", reserveNo: compact.toUpperCase() } };
  const lastFour = /^\d{4}$/.test(compact) ? cipher.lastFourHashes(compact) : [];
  const search = nameSearch(compact);
  return { text: search && { kind: "letters", search, lastFour }, personHash: lastFour[0] };
}

/** Reads a page of messages and records the access. @param timezone IANA name of the site's zone */
export async function readMessages(
  { db, cipher, limits }: Pick<Deps, "db" | "cipher" | "limits">,
  reader: Reader,
  query: MessageListQuery,
  timezone: string,
): Promise<Page<Accessed<MessageRow>>> {
  const { q, from, to, status, event, visit, ids, ...page } = query;
  const read = q === undefined ? undefined : readText(cipher, q);
  const period = periodOfDays({ from, to }, timezone);
  const criteria = {
    ...{ status, event, visit, ids },
    hosts: reachOf(reader),
    ...{ from: period.from, to: period.to },
    text: read?.text,
  };
  const isEmpty = read && !read.text;
  const found = isEmpty
    ? emptyPage
    : await limitMisses({ limits }, reader, read, () => messageRows(db, criteria, page));
  const rows = await Accessed.record(db, reader, found.rows, ({ visitId }) => [visitId], {
    personHash: read?.personHash,
  });
  return { ...found, rows };
}

/** Reads visits that the reader may write to, and records the access. @param lang the reader's */
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
    cellPhone: shownNumber(cipher.numberOf(subject, subject.reserveNo), lang),
    email: subject.emailBounced ? "" : shownAddress(emailOf(cipher, subject), lang),
    lang: subject.lang,
    values: valuesOf(subject, subject.lang, site) as Record<string, string>,
  }));
}
