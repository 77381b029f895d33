import { Alert, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { type CurrentDay, closeDay, remindOpenVisits } from "#contract/visits/day-closings.ts";
import { ConfirmButton, OnlineButton } from "../../components/buttons.tsx";
import { DatedText } from "../../components/date-time.tsx";
import { CallError, call } from "../../lib/api.ts";
import { failureText, warn } from "../../lib/failures.ts";
import { submissionKey, wasRefused } from "../../lib/forms/submission-key.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { PrintClosingLink } from "./day-closing-list.tsx";

const refresh = () => void queryClient.invalidateQueries({ queryKey: ["visits"] });
const keyOf = (day: string) => `closing-${day}`;

function useClose() {
  const t = useTranslate();
  return useMutation({
    mutationFn: (day: string) =>
      call(closeDay, { body: { day } }, { idempotencyKey: submissionKey(keyOf(day)) }),
    onSuccess: ({ day }) => {
      dropDraft(keyOf(day));
      toast.success(t("console.closing.closed", { day }));
    },
    onError: (error, day) => {
      if (wasRefused(error)) dropDraft(keyOf(day));
      // the day is over by now, for example
      if (error instanceof CallError && error.fields) warn(failureText(error));
    },
    onSettled: refresh,
  });
}

function useRemind() {
  const t = useTranslate();
  return useMutation({
    mutationFn: () => call(remindOpenVisits, { body: {} }),
    onSuccess: ({ reminded, already, unreachable }) => {
      if (reminded.length > 0) toast.success(t("console.closing.reminded", { count: reminded.length }));
      const [first] = already;
      if (first) toast.info(t("console.closing.already", { count: already.length, at: first.at }));
      if (unreachable.length > 0)
        toast.warning(t("console.closing.unreachable", { count: unreachable.length }));
      if (reminded.length + already.length + unreachable.length === 0)
        toast.info(t("console.closing.nobodyToRemind"));
    },
    onSettled: refresh,
  });
}

/** Whether today and yesterday are closed, with the buttons that send reminders and close the day. */
export function CurrentDayActions({ today, yesterday, visits }: CurrentDay) {
  const t = useTranslate();
  const close = useClose();
  const remind = useRemind();
  return (
    <Stack gap="sm">
      {yesterday.leftOpen && (
        <Alert
          color="yellow"
          title={<DatedText>{t("console.today.leftOpen", { day: yesterday.day })}</DatedText>}
        >
          <Stack gap="xs">
            <Text size="sm">{t("console.closing.leftOpenText")}</Text>
            <OnlineButton
              loading={close.isPending}
              onClick={() => close.mutate(yesterday.day)}
              variant="default"
              w="fit-content"
            >
              {t("console.closing.closeYesterday")}
            </OnlineButton>
          </Stack>
        </Alert>
      )}
      {today.closing && (
        <Alert
          color="blue"
          title={<DatedText>{t("console.closing.isClosed", { day: today.day })}</DatedText>}
        >
          <Group gap="sm">
            <Text size="sm">
              {t("console.closing.closedBy", {
                at: today.closing.closedAt,
                name: today.closing.closedBy.name,
              })}
            </Text>
            <PrintClosingLink day={today.day} />
          </Group>
        </Alert>
      )}
      <Group align="flex-start" gap="xs">
        <OnlineButton
          disabled={visits.length === 0}
          loading={remind.isPending}
          onClick={() => remind.mutate()}
          variant="default"
        >
          {t("console.closing.remind")}
        </OnlineButton>
        {!today.closing && (
          <ConfirmButton
            color="brand"
            isBusy={close.isPending}
            label={t("console.closing.close")}
            onConfirm={() => close.mutate(today.day)}
            question={t("console.closing.closeAsk", { count: visits.length })}
          />
        )}
      </Group>
    </Stack>
  );
}
