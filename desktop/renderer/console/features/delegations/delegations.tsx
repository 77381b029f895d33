import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { DelegationAnswer } from "#contract/people/delegations.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { DayField } from "../../components/dates/day-field.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { CallError } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { hasDraft } from "../../stores/drafts.ts";
import { DelegationForm, delegationKey } from "./delegation-form.tsx";
import { delegationsQuery, refreshDelegations, sendEnd, sendEndNow } from "./queries.ts";

interface Props {
  /** Whose they are, where somebody else looks; one's own otherwise. */
  readonly host?: number;
  /** Whether they may be changed. */
  readonly isEditable: boolean;
}

/** Delegations of a host, the running ones first, and the form for one more. */
export function HostDelegations({ host, isEditable }: Props) {
  const t = useTranslate();
  const [isAdding, setAdding] = useState(() => isEditable && hasDraft(delegationKey(host)));
  const found = useQuery(delegationsQuery(host, useLanguage()));
  if (found.isPending) return <Skeleton height={96} />;
  if (found.isError) return <ErrorState again={() => void found.refetch()} error={found.error} />;
  return (
    <Stack gap="md">
      {found.data.own.length === 0 && <Text c="dimmed">{t("console.delegations.none")}</Text>}
      <DelegationList host={host} isEditable={isEditable} rows={found.data.own} />
      {isAdding && <DelegationForm host={host} onDone={() => setAdding(false)} />}
      {isEditable && !isAdding && (
        <Button onClick={() => setAdding(true)} variant="default" w="fit-content">
          {t("console.delegations.add")}
        </Button>
      )}
    </Stack>
  );
}

/** Those in which one stands in for others. */
export function OwnDeputyships() {
  const t = useTranslate();
  const found = useQuery(delegationsQuery(undefined, useLanguage()));
  if (found.isPending) return <Skeleton height={48} />;
  if (found.isError) return <ErrorState again={() => void found.refetch()} error={found.error} />;
  if (found.data.asDeputy.length === 0)
    return <Text c="dimmed">{t("console.delegations.asDeputyNone")}</Text>;
  return <DelegationList isEditable={false} rows={found.data.asDeputy} withHost />;
}

const order = { inForce: 0, coming: 1, past: 2 } as const;

interface ListProps extends Props {
  readonly rows: readonly DelegationAnswer[];
  readonly withHost?: boolean;
}

const DelegationList = ({ rows, host, isEditable, withHost = false }: ListProps) => (
  <>
    {rows
      .toSorted((a, b) => order[a.state] - order[b.state])
      .map((row) => (
        <OneDelegation
          delegation={row}
          isEditable={isEditable && row.state !== "past"}
          key={row.id}
          withHost={withHost}
          {...(host !== undefined && { host })}
        />
      ))}
  </>
);

interface OneProps extends Props {
  readonly delegation: DelegationAnswer;
  readonly withHost: boolean;
}

const colours = { inForce: "blue", coming: "gray", past: "gray" } as const;

function OneDelegation({ delegation, host, isEditable, withHost }: OneProps) {
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
      {isEditable && <Ending delegation={delegation} host={host} period={period} />}
    </Stack>
  );
}

interface EndingProps {
  readonly delegation: DelegationAnswer;
  readonly host: number | undefined;
  readonly period: string;
}

/** Another last day, or the end at once. */
function Ending({ delegation: { id, from, to, state }, host, period }: EndingProps) {
  const t = useTranslate();
  const today = useSiteNow(useSuspenseQuery(siteQuery).data.timezone).slice(0, 10);
  const [day, setDay] = useState<string>();
  const toastId = `delegation-${id}`;
  const move = useMutation({
    mutationFn: (last: string) => sendEnd(host, id, last),
    onSuccess: () => {
      setDay(undefined);
      toast.success(t("console.delegations.moved"), { toastId });
    },
    onSettled: refreshDelegations,
  });
  const end = useMutation({
    mutationFn: () => sendEndNow(host, id),
    onSuccess: () => toast.success(t("console.delegations.ended"), { toastId: `${toastId}-ended` }),
    onError: (error) => toast.warning(failureText(error), { toastId }),
    onSettled: refreshDelegations,
  });
  const isBegun = state === "inForce";
  if (day !== undefined) {
    const wrong = move.error instanceof CallError ? move.error.fields?.to : undefined;
    return (
      <Form isBusy={move.isPending} onSubmit={() => move.mutate(day)}>
        <Group align="end" gap="xs">
          <DayField
            error={wrong ?? (move.isError ? failureText(move.error) : undefined)}
            label={t("console.delegations.to")}
            min={from > today ? from : today}
            onChange={setDay}
            value={day}
          />
          <Button disabled={day === to} loading={move.isPending} type="submit">
            {t("console.delegations.move")}
          </Button>
          <Button
            onClick={() => {
              setDay(undefined);
              move.reset();
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
        label={t(isBegun ? "console.delegations.endNow" : "console.delegations.remove")}
        onYes={() => end.mutate()}
        question={t(isBegun ? "console.delegations.endAsk" : "console.delegations.removeAsk", { period })}
        size="compact-sm"
      />
    </Group>
  );
}
