import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { DelegationAnswer } from "#contract/people/delegations.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { DayField } from "../../components/dates/day-field.tsx";
import { Form } from "../../components/form.tsx";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { refreshDelegations, sendEnd, sendEndNow } from "./queries.ts";

interface Props {
  /** The host, if an administrator looks; else the user's own delegation. */
  readonly hostId?: number;
  readonly isEditable: boolean;
  readonly delegation: DelegationAnswer;
  readonly withHost: boolean;
}

const colours = { inForce: "blue", coming: "gray", past: "gray" } as const;

export function DelegationItem({ delegation, hostId, isEditable, withHost }: Props) {
  const t = useTranslate();
  const { from, to, state, isAway, deputies, createdBy } = delegation;
  const period = from === to ? from : `${from} – ${to}`;
  const names = deputies
    .map(({ name, resigned }) => (resigned ? t("console.delegations.resigned", { name }) : name))
    .join(", ");
  return (
    <Stack
      aria-label={[withHost && delegation.host.name, period].filter(Boolean).join(" ")}
      component="article"
      gap="xs"
    >
      <div>
        <Group gap="xs">
          {withHost && <Text fw={600}>{delegation.host.name}</Text>}
          <Text className="tabular" fw={600}>
            {period}
          </Text>
          <Badge color={colours[state]} variant="light">
            {t(`console.delegations.state.${state}`)}
          </Badge>
          {isAway && (
            <Badge color="orange" variant="light">
              {t("console.delegations.away")}
            </Badge>
          )}
        </Group>
        <Text size="sm">
          {names ? t("console.delegations.deputyNames", { names }) : t("console.delegations.noDeputies")}
        </Text>
        {createdBy.id !== delegation.host.id && (
          <Text c="dimmed" size="sm">
            {t("console.delegations.createdBy", { name: createdBy.name })}
          </Text>
        )}
      </div>
      {isEditable && <DelegationActions delegation={delegation} hostId={hostId} period={period} />}
    </Stack>
  );
}

interface DelegationActionsProps {
  readonly delegation: DelegationAnswer;
  readonly hostId: number | undefined;
  readonly period: string;
}

/** Changes the last day, or ends the delegation now. */
function DelegationActions({ delegation: { id, from, to, state }, hostId, period }: DelegationActionsProps) {
  const t = useTranslate();
  const today = useSiteNow(useSuspenseQuery(siteQuery).data.timezone).slice(0, 10);
  const [day, setDay] = useState<string>();
  const toastId = `delegation-${id}`;
  const changeEnd = useMutation({
    mutationFn: (last: string) => sendEnd(hostId, id, last),
    onSuccess: () => {
      setDay(undefined);
      toast.success(t("console.delegations.moved"), { toastId });
    },
    onSettled: refreshDelegations,
  });
  const end = useMutation({
    mutationFn: () => sendEndNow(hostId, id),
    onSuccess: () => toast.success(t("console.delegations.ended"), { toastId: `${toastId}-ended` }),
    onSettled: refreshDelegations,
  });
  const hasBegun = state === "inForce";
  if (day !== undefined) {
    return (
      <Form isBusy={changeEnd.isPending} onSubmit={() => changeEnd.mutate(day)}>
        <Group align="end" gap="xs">
          <DayField
            error={changeEnd.isError && failureText(changeEnd.error)}
            label={t("console.delegations.to")}
            min={from > today ? from : today}
            onChange={setDay}
            value={day}
          />
          <Button disabled={day === to} loading={changeEnd.isPending} type="submit">
            {t("console.delegations.move")}
          </Button>
          <Button
            onClick={() => {
              setDay(undefined);
              changeEnd.reset();
            }}
            variant="default"
          >
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Form>
    );
  }
  return (
    <Group gap="xs">
      <Button
        aria-label={`${t("console.delegations.changeEnd")}: ${period}`}
        onClick={() => setDay(to)}
        size="compact-sm"
        variant="default"
      >
        {t("console.delegations.changeEnd")}
      </Button>
      <ConfirmButton
        isBusy={end.isPending}
        label={t(hasBegun ? "console.delegations.endNow" : "console.delegations.remove")}
        onConfirm={() => end.mutate()}
        question={t(hasBegun ? "console.delegations.endAsk" : "console.delegations.removeAsk", { period })}
        size="compact-sm"
      />
    </Group>
  );
}
