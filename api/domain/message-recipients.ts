/** Visits as messages speak of them, for whoever composes one. */

import type { Deps } from "#api/deps.ts";
import { maskPhone } from "#contract/phone.ts";
import type { MessageRecipient } from "#contract/sms.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { messageSubjects } from "#db/queries/message-subjects.ts";
import { logAccess } from "./access-log.ts";
import { reachOf } from "./caller.ts";
import { numberOf, valuesOf } from "./messages.ts";
import type { Reader } from "./visit-reads.ts";

/** Reads visits that the reader may write to, and leaves a trace of whose they were. */
export async function readRecipients(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  visitIds: readonly number[],
): Promise<MessageRecipient[]> {
  const site = await readConfiguration(db);
  const subjects = await messageSubjects(db, visitIds, reachOf(reader));
  const { id: hostUserId, address, what, at } = reader;
  await logAccess(db, {
    ...{ hostUserId, address, what, at },
    visitIds: subjects.map(({ id }) => id),
  });
  return subjects.map((subject) => ({
    visitID: subject.id,
    name: subject.name,
    cellPhone: maskPhone(numberOf(subject, cipher) ?? ""),
    lang: subject.lang,
    values: valuesOf(subject, subject.lang, site) as Record<string, string>,
  }));
}
