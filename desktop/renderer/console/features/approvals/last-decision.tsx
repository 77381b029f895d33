import { CloseButton, Group, Paper, Text } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { useTranslate } from "../../lib/language.ts";
import { VisitActions } from "../visits/visit-actions.tsx";
import styles from "./approvals.module.css";

/** The latest decision, whose visit has left the list. */
export interface LastDecision {
  readonly action: "approve" | "reject";
  /** State after the decision. */
  readonly visit: VisitAnswer;
}

interface Props {
  readonly last: LastDecision;
  readonly onClose: () => void;
}

/** Undoes the latest decision. Stays until the next one, because a toast disappears too quickly on a phone. */
export function LastDecisionBar({ last: { action, visit }, onClose }: Props) {
  const t = useTranslate();
  const textKey = action === "approve" ? "justApprove" : "justReject";
  return (
    <Paper
      aria-label={t(`console.approvals.${textKey}`, { name: visit.name })}
      className={styles.lastDecision}
      component="section"
      p="xs"
      radius="lg"
      withBorder
    >
      <Group gap="xs" justify="space-between">
        <Text flex="1 1 120px" size="sm">
          {t(`console.approvals.${textKey}`, { name: visit.name })}
        </Text>
        <VisitActions key={visit.id} onDone={onClose} only={["undo"]} visit={visit}>
          <CloseButton aria-label={t("console.approvals.hide")} onClick={onClose} />
        </VisitActions>
      </Group>
    </Paper>
  );
}
