import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { sendMessages } from "#contract/messages/sms.ts";
import { CallError, call } from "../../lib/api.ts";
import { submissionKey, wasRefused } from "../../lib/forms/submission-key.ts";
import { checkBody, type DraftForm } from "../../lib/forms/use-form.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { bodyOf, type ComposeValues } from "./compose-values.ts";

/** Fields that show their errors themselves. */
const showsOwnError = (field: string) => field.startsWith("to.") || field === "text";

/**
 * Checks and sends a message.
 * @param onSent gets the ids of the messages in the order of the recipients
 * @param keyName draft that stores the idempotency key; one per form
 */
export function useSend(
  form: DraftForm<ComposeValues>,
  onSent: (ids: readonly number[]) => void,
  keyName = "compose-key",
) {
  const show = (fields: Readonly<Record<string, string>>) => {
    form.showErrors(fields);
    const others = Object.entries(fields).filter(([field]) => !showsOwnError(field));
    const summary =
      others.length > 0 ? others.map(([, text]) => text).join(" ") : translate("console.compose.review");
    toast.warning(summary, { toastId: summary });
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
    const errors = checkBody(sendMessages.body, bodyOf(form.values));
    if (errors) show(errors);
    else send.mutate(form.values);
  };
  return { submit, isPending: send.isPending };
}
