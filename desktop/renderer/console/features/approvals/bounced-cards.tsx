import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconMail, IconSend } from "@tabler/icons-react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { MarkNotifiedButton } from "../visits/mark-notified-button.tsx";
import type { VisitDrawerAction } from "../visits/visit-actions.tsx";
import styles from "./approvals.module.css";

interface Props {
  readonly visits: readonly VisitAnswer[];
  readonly onOpen: (id: number, action?: VisitDrawerAction) => void;
}

/** Visitors whose e-mail bounced; a card goes once the host corrects the address or informs the visitor personally. */
export function BouncedCards({ visits, onOpen }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const icon = { "aria-hidden": true, size: 16 } as const;
  return visits.map((visit) => (
    <Paper aria-label={visit.name} component="article" key={visit.id} p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <div>
          <Text c="var(--status-entered)" fw={600} size="sm">
            {t("console.approvals.unreached")}
          </Text>
          <Anchor
            component="button"
            data-opens
            fw={700}
            onClick={() => onOpen(visit.id)}
            size="lg"
            ta="left"
            type="button"
          >
            {visit.name}
          </Anchor>
          <Text>
            <Period end={visit.endDate} start={visit.startDate} />
          </Text>
          <Text size="sm">{t("console.visit.emailBounced")}</Text>
        </div>
        <Group className={styles.twoButtons} gap="xs">
          {visit.actions.includes("edit") && (
            <Button leftSection={<IconMail {...icon} />} onClick={() => onOpen(visit.id, "address")}>
              {t("console.visit.correctAddress")}
            </Button>
          )}
          {may(user, "sms") && !visit.unreachable && (
            <Button
              leftSection={<IconSend {...icon} />}
              onClick={() => onOpen(visit.id, "message")}
              variant="default"
            >
              {t("console.visit.message")}
            </Button>
          )}
          {may(user, "sms") && <MarkNotifiedButton visit={visit} />}
        </Group>
      </Stack>
    </Paper>
  ));
}
