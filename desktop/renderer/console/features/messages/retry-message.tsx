import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { type MessageAnswer, retryMessage } from "#contract/messages/sms.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

interface Props {
  readonly message: MessageAnswer;
  readonly onDone?: () => void;
}

/** Button that sends a failed message again; renders nothing if that is not allowed. */
export function RetryMessage({ message: { id, status, actions }, onDone }: Props) {
  const t = useTranslate();
  const retry = useMutation({
    mutationFn: () => call(retryMessage, { params: { id: String(id) }, body: { id } }),
    onSuccess: () => {
      toast.success(t("console.messages.retried"), { toastId: `retry-${id}` });
      onDone?.();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["messages"] }),
  });
  if (!actions.includes("retry")) return null;
  if (status === "unknown")
    return (
      <ConfirmButton
        isBusy={retry.isPending}
        label={t("console.messages.retry")}
        onConfirm={() => retry.mutate()}
        question={t("console.messages.retryAsk")}
      />
    );
  return (
    <Button loading={retry.isPending} onClick={() => retry.mutate()} w="fit-content">
      {t("console.messages.retry")}
    </Button>
  );
}
