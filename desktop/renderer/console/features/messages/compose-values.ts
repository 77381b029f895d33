/** Form values of a message, the request body made from them, and the text that each recipient gets. */
import type { Language } from "#browser/language.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import type {
  MessageRecipient,
  sendMessages,
  TemplateAnswer,
  TemplateEvent,
} from "#contract/messages/sms.ts";
import {
  fillText,
  finishedText,
  languageOfNumber,
  linkPlaceholder,
  sentBytes,
  smsKind,
} from "#contract/messages/sms-text.ts";
import { parsePhone } from "#contract/phone.ts";
import { translate } from "../../lib/language.ts";

/** A typed phone number that belongs to no visit. */
export type TypedNumber = { readonly cellPhone: string; readonly name: string };

export type ComposeValues = {
  visits: number[];
  numbers: TypedNumber[];
  text: string;
  /** The template of the text, as long as the text is unchanged. */
  template: TemplateEvent | null;
};

export const emptyMessage: ComposeValues = { visits: [], numbers: [], text: "", template: null };

/** Events whose templates can be sent manually; a rejection needs a reason. */
export const sendableEvents = ["apply", "approve", "cancel", "change", "undo"] as const;

/** Recipients in the order of the screen: visits, then numbers. */
export function bodyOf({
  visits,
  numbers,
  text,
  template,
}: ComposeValues): EndpointInput<typeof sendMessages>["body"] {
  return {
    to: [...visits.map((visitID) => ({ visitID })), ...numbers],
    ...(template ? { template } : { text }),
  };
}

/** A recipient with the values of the placeholders. */
export interface Recipient {
  /** React key. */
  readonly key: string;
  readonly name: string;
  /** Phone number, else e-mail address. */
  readonly cellPhone: string;
  readonly lang: Language;
  readonly values: Readonly<Record<string, string>>;
}

export const recipientOfVisit = ({
  visitID,
  name,
  cellPhone,
  email,
  lang,
  values,
}: MessageRecipient): Recipient => ({
  key: `visit-${visitID}`,
  name,
  cellPhone: cellPhone || email,
  lang,
  values,
});

export function recipientOfNumber(
  { cellPhone, name }: TypedNumber,
  company: Record<Language, string>,
): Recipient {
  const lang = languageOfNumber(parsePhone(cellPhone) ?? cellPhone);
  const values = { ...(name && { name }), company: company[lang] };
  return { key: `number-${cellPhone}`, name: name || cellPhone, cellPhone, lang, values };
}

/** Text in the recipient's language, before its placeholders are filled. */
export const messageText = (
  { text, template }: Pick<ComposeValues, "text" | "template">,
  lang: Language,
  templates: readonly TemplateAnswer[],
): string => (lang === "en" && template && templates.find(({ event }) => event === template)?.enText) || text;

/** The message as received; `bytes` includes what would be truncated. */
export function fillMessage(text: string, values: Readonly<Record<string, string>>) {
  const bytes = sentBytes(fillText(text, values));
  const shown = finishedText(text, values).replaceAll(linkPlaceholder, translate("console.compose.link"));
  return { text: shown, bytes, kind: smsKind(bytes) };
}
