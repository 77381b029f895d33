/** Sending a message: once, however often it is sent; what is refused at its place. */
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { sendMessages } from "#contract/sms.ts";
import { CallError, call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { submissionKey, wasRefused } from "../../lib/submission-key.ts";
import type { DraftForm } from "../../lib/use-draft-form.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { bodyOf, type ComposeValues } from "./compose-values.ts";

const keyName = "compose-key";

/** Fields that have a place of their own on the screen. */
const isPlaced = (field: string) => field.startsWith("to.") || field === "text";

/** @param onSent gets the messages that were written, in the order of the recipients */
export function useSend(form: DraftForm<ComposeValues>, onSent: (ids: readonly number[]) => void) {
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
