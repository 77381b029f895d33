import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import {
  cleaningJobs,
  confirmCleaningJob,
  confirmDestroyingJob,
  confirmRestore,
  getPausedJobs,
  type PausedJobAnswer,
  restoredJobs,
} from "#contract/privacy/paused-jobs.ts";
import { Form } from "../../components/form.tsx";
import { call, read } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value);

function confirm({ job, amount }: PausedJobAnswer): Promise<PausedJobAnswer> {
  if (isOneOf(restoredJobs, job)) return call(confirmRestore, { body: { job, amount } });
  if (isOneOf(cleaningJobs, job)) return call(confirmCleaningJob, { body: { job, amount } });
  return call(confirmDestroyingJob, { body: { job, amount } });
}

/** Jobs paused because of an unusual amount or after a restore; renders nothing without any. */
export function PausedJobs() {
  const t = useTranslate();
  const { data = [] } = useQuery(pausedJobsQuery);
  if (data.length === 0) return null;
  const isRestored = data.some(({ job }) => isOneOf(restoredJobs, job));
  return (
    <Alert color="red" title={t(`console.pausedJobs.${isRestored ? "titleRestored" : "title"}`)}>
      <Stack gap="md">
        {data.map((paused) => (
          <PausedJob key={paused.job} paused={paused} />
        ))}
      </Stack>
    </Alert>
  );
}

function PausedJob({ paused }: { readonly paused: PausedJobAnswer }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { job, amount, total, through, foundAt, confirmedAt } = paused;
  const isRestored = isOneOf(restoredJobs, job);
  const isForAdmins = isRestored || isOneOf(cleaningJobs, job);
  const mayConfirm = may(user, isForAdmins ? "referenceData" : "privacy");
  return (
    <div>
      <Text fw={600}>{t(`console.pausedJobs.${job}`, { amount, total, through })}</Text>
      {confirmedAt ? (
        <Text size="sm">{t("console.pausedJobs.confirmed", { at: confirmedAt })}</Text>
      ) : (
        <>
          <Text size="sm">
            {t(`console.pausedJobs.${isRestored ? "whyRestored" : "why"}`, { at: foundAt })}
          </Text>
          {mayConfirm ? (
            <ConfirmForm paused={paused} />
          ) : (
            <Text size="sm">{t(`console.pausedJobs.${isForAdmins ? "whoCleans" : "whoDestroys"}`)}</Text>
          )}
        </>
      )}
    </div>
  );
}

/** The user types the amount, against confirming by habit. */
function ConfirmForm({ paused }: { readonly paused: PausedJobAnswer }) {
  const t = useTranslate();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { amount } = paused;
  const confirming = useMutation({
    mutationFn: () => confirm(paused),
    onSuccess: () => toast.success(t("console.pausedJobs.done"), { toastId: `paused-${paused.job}` }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: pausedJobsQuery.queryKey }),
  });
  const submit = () => {
    if (typed.trim() === String(amount)) confirming.mutate();
    else setError(t("console.pausedJobs.typeAgain", { amount }));
  };
  return (
    <Form isBusy={confirming.isPending} onSubmit={submit}>
      <Group align="end" gap="xs" mt="xs">
        <TextInput
          autoComplete="off"
          error={error}
          inputMode="numeric"
          label={t("console.pausedJobs.type", { amount })}
          maw={320}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          value={typed}
        />
        <Button color="red" loading={confirming.isPending} type="submit">
          {t(`console.pausedJobs.${isOneOf(restoredJobs, paused.job) ? "confirmRestored" : "confirm"}`, {
            amount,
          })}
        </Button>
      </Group>
    </Form>
  );
}

/** The query key starts with "visits", so that the changes made by the job invalidate it. */
const pausedJobsQuery = queryOptions({
  queryKey: ["visits", "pausedJobs"],
  queryFn: ({ signal }) => read(getPausedJobs, {}, signal),
});
