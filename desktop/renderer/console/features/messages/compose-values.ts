/** A message while it is written, and the body that is sent for it. */
import type { EndpointInput } from "#contract/endpoint.ts";
import { parseAnyPhone } from "#contract/phone.ts";
import type { MessageRecipient, sendMessages, TemplateAnswer, TemplateEvent } from "#contract/sms.ts";
import { fillText, finishedText, languageOfNumber, smsBytes, smsKind } from "#contract/sms-text.ts";
import type { Language } from "../../lib/language.ts";

/** A number that was typed, of somebody without a visit. */
export type TypedNumber = { readonly cellPhone: string; readonly name: string };

export type ComposeValues = {
  visits: number[];
  numbers: TypedNumber[];
  text: string;
  /** Whose words the text is, while nobody has changed them. */
  template: TemplateEvent | null;
};

export const emptyMessage: ComposeValues = { visits: [], numbers: [], text: "", template: null };

/** Events whose words can be sent by hand; a rejection has a reason to tell. */
export const sendableEvents = ["apply", "approve", "cancel", "change", "undo"] as const;

/** In the order in which the screen names the recipients: visits, then numbers. */
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

/** Somebody who is written to, as far as a text speaks of them. */
export interface Addressee {
  /** Of the row on the screen. */
  readonly key: string;
  readonly name: string;
  readonly cellPhone: string;
  readonly lang: Language;
  readonly values: Readonly<Record<string, string>>;
}

export const ofVisit = ({ visitID, name, cellPhone, lang, values }: MessageRecipient): Addressee => ({
  ...{ key: `visit-${visitID}`, name, cellPhone, lang, values },
});

export function ofNumber({ cellPhone, name }: TypedNumber, company: Record<Language, string>): Addressee {
  const lang = languageOfNumber(parseAnyPhone(cellPhone) ?? cellPhone);
  const values = { ...(name && { name }), company: company[lang] };
  return { key: `number-${cellPhone}`, name: name || cellPhone, cellPhone, lang, values };
}

/** What somebody will read, before it is filled: a template has words of its own for each language. */
export const textFor = (
  { text, template }: Pick<ComposeValues, "text" | "template">,
  lang: Language,
  templates: readonly TemplateAnswer[],
): string => (lang === "en" && template && templates.find(({ event }) => event === template)?.enText) || text;

/** A message as it arrives; its bytes count what would be cut off, too. */
export function filled(text: string, values: Readonly<Record<string, string>>) {
  const bytes = smsBytes(fillText(text, values));
  return { text: finishedText(text, values), bytes, kind: smsKind(bytes) };
}
