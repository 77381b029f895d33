import { Alert, Anchor, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconClock, IconPencil, IconSend, IconUserPlus } from "@tabler/icons-react";
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitAction, VisitAnswer } from "#contract/visits/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { carLabel, partyLabel } from "../visits/labels.ts";
import type { PlainAction } from "../visits/use-visit-action.ts";
import { VisitActions, type VisitDrawerAction } from "../visits/visit-actions.tsx";
import styles from "./approvals.module.css";

/** Actions on the card; rare ones (cancel, close) are in the visit's drawer. */
const offered: readonly VisitAction[] = ["approve", "reject", "undo"];

/** Statuses in which the visitor can be invited again. */
const past: readonly StatusCode[] = ["exited", "ended"];

interface Props {
  readonly visit: VisitAnswer;
  readonly onOpen: (action?: VisitDrawerAction) => void;
  readonly onDecided: (action: PlainAction, after: VisitAnswer) => void;
}

/** A visit for its host on a phone, with the most likely actions. */
export function RequestCard({ visit, onOpen, onDecided }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const party = visit.followersCnt > 0 ? partyLabel(visit, t) : "";
  const isDeputy = visit.hostUser.id !== user.id;
  const isPending = visit.statusCode === "applied";
  const mayEdit = visit.actions.includes("edit");
  const icon = { "aria-hidden": true, size: 16 } as const;
  return (
    <Paper aria-label={visit.name} component="article" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor
            component="button"
            data-opens
            fw={700}
            onClick={() => onOpen()}
            size="lg"
            ta="left"
            type="button"
          >
            {[visit.name, party].filter(Boolean).join(" ")}
          </Anchor>
          <StatusBadge code={visit.statusCode} name={visit.status.name} />
        </Group>
        {isDeputy && (
          <Group gap="xs">
            <Badge color="gray" variant="light">
              {t("console.approvals.deputy")}
            </Badge>
            <Text size="sm">{t("console.approvals.ofHost", { name: visit.hostUser.name })}</Text>
          </Group>
        )}
        <div>
          <Text>
            <Period end={visit.endDate} start={visit.startDate} />
          </Text>
          <Text c="dimmed" size="sm">
            {[visit.company, visit.position].filter(Boolean).join(" · ")}
          </Text>
          <Text c="dimmed" size="sm">
            {[visit.purpose.name, visit.accessiblePlace?.name, carLabel(visit)].filter(Boolean).join(" · ")}
          </Text>
          {visit.note && <Text size="sm">{visit.note}</Text>}
        </div>
        {isPending && visit.emailBounced && (
          <Alert color="orange" p="xs">
            {t("console.visit.emailBounced")}
          </Alert>
        )}
        <VisitActions
          className={isPending ? styles.threeButtons : styles.twoButtons}
          onDone={onDecided}
          only={offered}
          visit={visit}
          before={
            <>
              {visit.statusCode === "approved" && mayEdit && (
                <Button
                  leftSection={<IconClock {...icon} />}
                  onClick={() => onOpen("when")}
                  variant="default"
                >
                  {t("console.visit.when")}
                </Button>
              )}
              {!isPending && may(user, "sms") && !visit.unreachable && (
                <Button
                  leftSection={<IconSend {...icon} />}
                  onClick={() => onOpen("message")}
                  variant="default"
                >
                  {t("console.visit.message")}
                </Button>
              )}
            </>
          }
        >
          {past.includes(visit.statusCode) && may(user, "visits.reserve") && (
            <ButtonLink
              leftSection={<IconUserPlus {...icon} />}
              search={{ again: visit.id }}
              to="/reserve"
              variant="default"
            >
              {t("console.visit.again")}
            </ButtonLink>
          )}
          {mayEdit && visit.statusCode !== "exited" && (
            <Button leftSection={<IconPencil {...icon} />} onClick={() => onOpen("edit")} variant="default">
              {t("console.action.edit")}
            </Button>
          )}
        </VisitActions>
      </Stack>
    </Paper>
  );
}
