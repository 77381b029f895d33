/** A message while it is written, the body that is sent for it, and sending it once. */
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { Language } from "#browser/language.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import {
  type MessageRecipient,
  sendMessages,
  type TemplateAnswer,
  type TemplateEvent,
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
import { CallError, call } from "../../lib/api.ts";
import { submissionKey, wasRefused } from "../../lib/forms/submission-key.ts";
import { checkBody, type DraftForm } from "../../lib/forms/use-form.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft } from "../../stores/drafts.ts";

/** Fields that have a place of their own on the screen. */
const isPlaced = (field: string) => field.startsWith("to.") || field === "text";

/**
 * @param onSent gets the messages that were written, in the order of the recipients
 * @param keyName of the draft that the submission's key is kept as: one for each form
 */
export function useSend(
  form: DraftForm<ComposeValues>,
  onSent: (ids: readonly number[]) => void,
  keyName = "compose-key",
) {
  const show = (fields: Readonly<Record<string, string>>) => {
    form.show(fields);
    const others = Object.entries(fields).filter(([field]) => !isPlaced(field));
    const words =
      others.length > 0 ? others.map(([, text]) => text).join(" ") : translate("console.compose.review");
    toast.warning(words, { toastId: words });
  };
  const send = useMutation({
    mutationFn: (values: ComposeValues) =>
      call(sendMessages, { body: bodyOf(values) }, { idempotencyKey: submissionKey(keyName) }),
    onSuccess: ({ ids, queued }) => {
      dropDraft(keyName);
      form.forget();
      void queryClient.invalidateQueries({ queryKey: ["messages", "list"] });
      toast.success(translate("console.compose.done", { count: queued }), { toastId: `sent-${ids[0]}` });
      onSent(ids);
    },
    onError: (error) => {
      if (wasRefused(error)) dropDraft(keyName);
      if (error instanceof CallError && error.fields) show(error.fields);
    },
  });
  const submit = () => {
    const wrong = checkBody(sendMessages.body, bodyOf(form.values));
    if (wrong) show(wrong);
    else send.mutate(form.values);
  };
  return { submit, isPending: send.isPending };
}

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
function bodyOf({
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
  /** Or the address of e-mail. */
  readonly cellPhone: string;
  readonly lang: Language;
  readonly values: Readonly<Record<string, string>>;
}

export const ofVisit = ({ visitID, name, cellPhone, email, lang, values }: MessageRecipient): Addressee => ({
  ...{ key: `visit-${visitID}`, name, cellPhone: cellPhone || email, lang, values },
});

export function ofNumber({ cellPhone, name }: TypedNumber, company: Record<Language, string>): Addressee {
  const lang = languageOfNumber(parsePhone(cellPhone) ?? cellPhone);
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
  const bytes = sentBytes(fillText(text, values));
  const shown = finishedText(text, values).replaceAll(linkPlaceholder, translate("console.compose.link"));
  return { text: shown, bytes, kind: smsKind(bytes) };
}
