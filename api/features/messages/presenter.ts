/** Message row → response: masked, in the site's time zone, with the allowed actions. */
import { inLanguage, type Language, maskDecryptedEmail, maskDecryptedPhone } from "#api/http/language.ts";
import { type OwnReason, ownReasons } from "#api/sms/driver.ts";
import { fromInstant } from "#contract/dates.ts";
import { type MessageAnswer, placeholdersFor, type TemplateAnswer } from "#contract/messages/sms.ts";
import { linkPlaceholder, sentBytes } from "#contract/messages/sms-text.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { Accessed } from "../access-log/log-access.ts";
import type { MessageRow } from "./queries/message-rows.ts";
import { isRetriable } from "./send.ts";
import { messageTexts, type Template } from "./templates.ts";

const isOwnReason = (error: string): error is OwnReason => (ownReasons as readonly string[]).includes(error);

/** Translates our own error codes, including "numberWaits:<key name>"; returns a provider's error unchanged. */
export function translateReason(error: string, lang: Language): string {
  const [reason = "", key = ""] = error.split(":");
  return isOwnReason(reason) ? messageTexts[lang][reason].replace("{key}", key) : error;
}

/** Hides codes and links, except codes without a provider, which only the console can pass on. */
function shownText({ event, status, text }: MessageRow, lang: Language): string {
  if (event === "lookupCode" && status !== "kept") return messageTexts[lang].hidden;
  return text.replaceAll(linkPlaceholder, messageTexts[lang].linkHidden);
}

const recipientKind = (row: MessageRow) => {
  if (row.hostUserId !== null) return "host";
  return row.visitId === null ? "other" : "visitor";
};

export function presentMessage(
  { row }: Accessed<MessageRow>,
  { lang, timezone, cipher }: { lang: Language; timezone: string; cipher: FieldCipher },
): MessageAnswer {
  const to = cipher.decryptContact(row, row.ref);
  const wall = (at: Date | null) => at && fromInstant(at, timezone);
  return {
    id: row.id,
    visit:
      row.visitId === null
        ? null
        : { id: row.visitId, reserveNo: row.reserveNo ?? "", name: row.visitName ?? "" },
    to: {
      kind: recipientKind(row),
      name: row.toName,
      cellPhone: row.kind === "email" ? "" : maskDecryptedPhone(to, lang),
      email: row.kind === "email" ? maskDecryptedEmail(to, lang) : "",
    },
    kind: row.kind,
    event: row.event,
    text: shownText(row, lang),
    bytes: sentBytes(row.text),
    lang: row.lang,
    status: row.status,
    attempts: row.attempts,
    error: translateReason(row.error, lang),
    provider: row.provider,
    providerMessageId: row.providerMessageId,
    sentBy:
      row.sentBy === null
        ? null
        : { id: row.sentBy, name: inLanguage(lang, row.sentByName ?? "", row.sentByEnName ?? "") },
    sentByKey: row.sentByKey === null ? null : { id: row.sentByKey, name: row.sentByKeyName ?? "" },
    createdAt: fromInstant(row.createdAt, timezone),
    sentAt: wall(row.sentAt),
    nextAttemptAt: wall(row.nextAttemptAt),
    erased: row.erasedAt !== null,
    actions: isRetriable(row) ? ["retry"] : [],
  };
}

export const presentTemplate = ({ event, enabled, texts }: Template): TemplateAnswer => ({
  event,
  enabled,
  text: texts.ko,
  enText: texts.en,
  defaultText: messageTexts.ko[event],
  defaultEnText: messageTexts.en[event],
  bytes: sentBytes(texts.ko),
  enBytes: sentBytes(texts.en),
  blanks: [...placeholdersFor(event)],
});
