/** Visits as messages speak of them, for whoever composes one. */

import type { Reader } from "#api/auth/auth-context.ts";
import { reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { maskPhone } from "#contract/phone.ts";
import type { MessageRecipient } from "#contract/sms.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { messageSubjects } from "#db/queries/messages/subjects.ts";
import { logAccess } from "../access-log/log-access.ts";
import { valuesOf } from "./queue.ts";

/** Reads visits that the reader may write to, and leaves a trace of whose they were. */
export async function readRecipients(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  visitIds: readonly number[],
): Promise<MessageRecipient[]> {
  const site = await readConfiguration(db);
  const subjects = await messageSubjects(db, visitIds, reachOf(reader));
  await logAccess(db, reader, { visitIds: subjects.map(({ id }) => id) });
  return subjects.map((subject) => ({
    visitID: subject.id,
    name: subject.name,
    cellPhone: maskPhone(cipher.numberOf(subject, subject.reserveNo) ?? ""),
    lang: subject.lang,
    values: valuesOf(subject, subject.lang, site) as Record<string, string>,
  }));
}
