import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { type DayClosingAnswer, reopenDay } from "#contract/visits/day-closings.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dayClosingsQuery } from "./queries.ts";

/** Past closings, newest first. */
export function DayClosingList() {
  const t = useTranslate();
  const { data } = useQuery(dayClosingsQuery(useLanguage()));
  if (data?.rows.length === 0) return <EmptyState title={t("console.closing.noReports")} />;
  return (
    <Stack gap="md">
      {data?.rows.map((closing) => (
        <DayClosingItem closing={closing} key={closing.id} />
      ))}
    </Stack>
  );
}

function DayClosingItem({ closing }: { readonly closing: DayClosingAnswer }) {
  const t = useTranslate();
  const [isReopening, setReopening] = useState(false);
  const { day, closedAt, closedBy, inside, overnight, passesOut, carPassesOut, reopened } = closing;
  return (
    <section aria-label={`${day} ${closedAt}`}>
      <Group gap="xs" justify="space-between">
        <div>
          <Text className="tabular" fw={600}>
            {day}
          </Text>
          <Text className="tabular" size="sm">
            {t("console.closing.counts", {
              inside: inside.count,
              overnight: overnight.count,
              passes: passesOut.count,
              carPasses: carPassesOut.count,
            })}
          </Text>
          <Text c="dimmed" className="tabular" size="xs">
            {t("console.closing.closedBy", { at: closedAt, name: closedBy.name })}
          </Text>
          {reopened && (
            <Text c="dimmed" className="tabular" size="xs">
              {t("console.closing.reopenedBy", {
                at: reopened.at,
                name: reopened.by.name,
                reason: reopened.reason,
              })}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <PrintClosingLink day={day} />
          {!reopened && !isReopening && (
            <Button
              aria-label={`${t("console.closing.reopen")}: ${day}`}
              onClick={() => setReopening(true)}
              size="compact-sm"
              variant="default"
            >
              {t("console.closing.reopen")}
            </Button>
          )}
        </Group>
      </Group>
      {isReopening && !reopened && <ReopenForm closing={closing} onDone={() => setReopening(false)} />}
    </section>
  );
}

interface ReopenFormProps {
  readonly closing: DayClosingAnswer;
  readonly onDone: () => void;
}

/** Asks for the reason for reopening a day; it is stored with the closing. */
function ReopenForm({ closing: { id, day }, onDone }: ReopenFormProps) {
  const t = useTranslate();
  const [reason, setReason] = useState("");
  const reopen = useMutation({
    mutationFn: () => call(reopenDay, { params: { id: String(id) }, body: { reason } }),
    onSuccess: () => {
      toast.success(t("console.closing.reopened", { day }));
      onDone();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
  const { error } = reopen;
  return (
    <Form isBusy={reopen.isPending} onSubmit={() => reopen.mutate()}>
      <Stack gap="xs" mt="xs">
        <Textarea
          autosize
          error={error instanceof CallError ? error.fields?.reason : undefined}
          label={t("console.closing.reason")}
          onChange={(event) => setReason(event.currentTarget.value)}
          required
          value={reason}
        />
        <Group gap="xs">
          <OnlineButton loading={reopen.isPending} type="submit">
            {t("console.closing.reopen")}
          </OnlineButton>
          <Button onClick={onDone} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Link to the printable report of a day. */
export function PrintClosingLink({ day }: { readonly day: string }) {
  const t = useTranslate();
  return (
    <ButtonLink
      aria-label={`${t("console.print.print")}: ${day}`}
      leftSection={<IconPrinter aria-hidden size={16} />}
      params={{ kind: "closing" }}
      search={{ from: day, to: day }}
      size="compact-sm"
      to="/print/$kind"
      variant="default"
    >
      {t("console.print.print")}
    </ButtonLink>
  );
}
