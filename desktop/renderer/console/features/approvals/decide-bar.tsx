import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { selectionText } from "../../components/table/row-selection.tsx";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { ReasonForm } from "../visits/reason-form.tsx";
import { type Decided, useDecisions } from "./use-decisions.ts";

const draftKey = "reject-many";

interface Props {
  readonly chosen: readonly VisitAnswer[];
  /** Number of pages the selection spans. */
  readonly pages: number;
  readonly onDone: (decided: Decided) => void;
  readonly onClear: () => void;
}

/** Bulk actions: approves the selected visits, or rejects them with one reason. */
export function DecideBar({ chosen, pages, onDone, onClear }: Props) {
  const t = useTranslate();
  const [isRejecting, setRejecting] = useState(false);
  const decisions = useDecisions((decided) => {
    setRejecting(false);
    dropDraft(draftKey);
    onDone(decided);
  });
  return (
    <Paper aria-label={t("console.approvals.chosenVisits")} component="section" p="sm" radius="lg" withBorder>
      <Stack gap="sm">
        <Text fw={600} role="status" size="sm">
          {selectionText(t, pages, t("console.approvals.chosen", { count: chosen.length }))}
        </Text>
        {isRejecting ? (
          <ReasonForm
            action={t("console.approvals.rejectMany", { count: chosen.length })}
            canShow
            color="red"
            draftKey={draftKey}
            error={decisions.error}
            isPending={decisions.isPending}
            isRequired
            label={t("console.reason.reject")}
            onCancel={() => setRejecting(false)}
            onSubmit={(reason = "", showReason) =>
              decisions.mutate({ visits: chosen, decision: { kind: "reject", reason, showReason } })
            }
          />
        ) : (
          <Group gap="xs">
            <OnlineButton
              loading={decisions.isPending}
              onClick={() => decisions.mutate({ visits: chosen, decision: { kind: "approve" } })}
              size="compact-sm"
            >
              {t("console.approvals.approveMany", { count: chosen.length })}
            </OnlineButton>
            <OnlineButton
              color="red"
              disabled={decisions.isPending}
              onClick={() => setRejecting(true)}
              size="compact-sm"
              variant="light"
            >
              {t("console.action.reject")}
            </OnlineButton>
            <Button disabled={decisions.isPending} onClick={onClear} size="compact-sm" variant="subtle">
              {t("console.table.unchoose")}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface ResultProps {
  readonly decided: Decided;
  readonly onClose: () => void;
}

/** Result per visit: decided, refused with the reason, or not sent. */
export function DecideResult({ decided: { kind, done, refused, notSent }, onClose }: ResultProps) {
  const t = useTranslate();
  const names = (visits: readonly VisitAnswer[]) => visits.map(({ name }) => name).join(", ");
  return (
    <Paper p="sm" radius="lg" withBorder>
      <Stack align="flex-start" gap={4}>
        <div role="status">
          {done.length > 0 && (
            <Text size="sm">
              {t(`console.approvals.${kind}Done`, { count: done.length, names: names(done) })}
            </Text>
          )}
          {refused.map(({ visit, error }) => (
            <Text c="var(--status-rejected)" fw={600} key={visit.id} size="sm">
              {t("console.approvals.refused", { name: visit.name, reason: failureText(error) })}
            </Text>
          ))}
          {notSent.length > 0 && (
            <Text size="sm">
              {t("console.approvals.left", { count: notSent.length, names: names(notSent) })}
            </Text>
          )}
        </div>
        <Button onClick={onClose} size="compact-sm" variant="subtle">
          {t("console.shell.close")}
        </Button>
      </Stack>
    </Paper>
  );
}
