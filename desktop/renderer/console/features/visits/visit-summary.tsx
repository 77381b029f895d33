import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { notifiableStatusCodes } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { FactList } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { hostLabel } from "./labels.ts";
import { MarkNotifiedButton } from "./mark-notified-button.tsx";

interface VisitHeaderProps {
  readonly visit: VisitAnswer;
  /** Focuses the name instead of the close button, if no form below takes the focus. */
  readonly takesFocus: boolean;
  /** Opens the form for the e-mail address; undefined if the user may not edit. */
  readonly onAddress?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** Name, status and warnings of a visit. */
export function VisitHeader({ visit, takesFocus, onAddress, children }: VisitHeaderProps) {
  const t = useTranslate();
  const name = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the drawer opens
  useEffect(() => {
    if (takesFocus) name.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Group gap="xs">
        <Title data-autofocus={takesFocus || undefined} order={2} ref={name} size="h3" tabIndex={-1}>
          {visit.name}
        </Title>
        <StatusBadge code={visit.statusCode} name={visit.status.name} />
        {visit.overdue && (
          <Text c="var(--status-rejected)" fw={600} size="sm">
            {t("console.visit.overdue")}
          </Text>
        )}
      </Group>
      {visit.endedBecause && (
        <Text c="dimmed" size="sm">
          {t(`console.ended.${visit.endedBecause}`)}
        </Text>
      )}
      {notifiableStatusCodes.includes(visit.statusCode) && (visit.unreachable || visit.emailBounced) && (
        <UnreachableNotice onAddress={onAddress} visit={visit} />
      )}
      {visit.consentMissing && !visit.actions.includes("issue") && (
        <Alert color="orange" p="xs">
          {t("console.visit.consentMissing")}
        </Alert>
      )}
      {children}
    </>
  );
}

/** Says that the visitor cannot be reached by message, and whether a user has informed the visitor personally. */
function UnreachableNotice({ visit, onAddress }: Pick<VisitHeaderProps, "visit" | "onAddress">) {
  const t = useTranslate();
  const user = useCurrentUser();
  return (
    <Alert color={visit.told ? "gray" : "orange"} p="xs">
      <Stack align="flex-start" gap={4}>
        {t(visit.emailBounced ? "console.visit.emailBounced" : "console.visit.unreachable")}
        {visit.told && <Text size="sm">{t("console.visit.told", visit.told)}</Text>}
        <Group gap="xs">
          {onAddress && (
            <Button onClick={onAddress} size="compact-sm" variant="default">
              {t(visit.emailBounced ? "console.visit.correctAddress" : "console.visit.enterAddress")}
            </Button>
          )}
          {!visit.told && may(user, "sms") && <MarkNotifiedButton size="compact-sm" visit={visit} />}
        </Group>
      </Stack>
    </Alert>
  );
}

interface FactsProps {
  readonly visit: VisitAnswer;
  readonly phone: ReactNode;
  readonly hostContact: ReactNode;
}

function contactLabel({ cellPhone, emailMasked }: VisitAnswer) {
  if (!emailMasked) return "console.visit.cellPhone";
  return cellPhone ? "console.visit.contact" : "console.person.email";
}

export function VisitFacts({ visit, phone, hostContact }: FactsProps) {
  const t = useTranslate();
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t("console.visit.company"), [visit.company, visit.position].filter(Boolean).join(" · ")],
    [t(contactLabel(visit)), (visit.cellPhone || visit.emailMasked) && phone],
    [t("console.visit.carNumber"), visit.carNumber],
    [t("console.visit.period"), <Period end={visit.endDate} key="period" start={visit.startDate} />],
    [
      t("console.visit.host"),
      [hostLabel(visit, t), visit.hostUser.department, visit.hostUser.position, visit.hostUser.company.name]
        .filter(Boolean)
        .join(" · "),
    ],
    [t("console.issue.host"), hostContact],
    [t("console.visit.place"), visit.accessiblePlace?.name],
    [t("console.visit.purpose"), visit.purpose.name],
    [t("console.visit.pass"), visit.pass?.passNo],
    [t("console.visit.carPass"), visit.carPass?.passNo],
    [t("console.visit.guide"), visit.guide],
    [t("console.visit.enteredAt"), visit.enteredAt],
    [t("console.visit.exitedAt"), visit.exitedAt],
    [t("console.visit.note"), visit.note],
    [
      t("console.visit.reserveNo"),
      <span className="tabular" key="no">
        {visit.reserveNo}
      </span>,
    ],
  ];
  return <FactList facts={facts} />;
}
