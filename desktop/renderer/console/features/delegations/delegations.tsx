import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DelegationAnswer } from "#contract/people/delegations.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { hasDraft } from "../../stores/drafts.ts";
import { DelegationForm, delegationKey } from "./delegation-form.tsx";
import { DelegationItem } from "./delegation-item.tsx";
import { delegationsQuery } from "./queries.ts";

interface Props {
  /** The host, if an administrator looks; else the user's own delegations. */
  readonly hostId?: number;
  readonly isEditable: boolean;
}

/** Delegations of a host, current ones first, with a form to add one. */
export function HostDelegations({ hostId, isEditable }: Props) {
  const t = useTranslate();
  const [isAdding, setAdding] = useState(() => isEditable && hasDraft(delegationKey(hostId)));
  const found = useQuery(delegationsQuery(hostId, useLanguage()));
  if (found.isPending) return <Skeleton height={96} />;
  if (found.isLoadingError) return <ErrorState onRetry={() => void found.refetch()} error={found.error} />;
  return (
    <Stack gap="md">
      {found.data.own.length === 0 && <Text c="dimmed">{t("console.delegations.none")}</Text>}
      <DelegationList hostId={hostId} isEditable={isEditable} rows={found.data.own} />
      {isAdding && <DelegationForm hostId={hostId} onDone={() => setAdding(false)} />}
      {isEditable && !isAdding && (
        <Button onClick={() => setAdding(true)} variant="default" w="fit-content">
          {t("console.delegations.add")}
        </Button>
      )}
    </Stack>
  );
}

/** Delegations in which the user is a deputy. */
export function OwnDeputyships() {
  const t = useTranslate();
  const found = useQuery(delegationsQuery(undefined, useLanguage()));
  if (found.isPending) return <Skeleton height={48} />;
  if (found.isLoadingError) return <ErrorState onRetry={() => void found.refetch()} error={found.error} />;
  if (found.data.asDeputy.length === 0)
    return <Text c="dimmed">{t("console.delegations.asDeputyNone")}</Text>;
  return <DelegationList isEditable={false} rows={found.data.asDeputy} withHost />;
}

const order = { inForce: 0, coming: 1, past: 2 } as const;

interface ListProps extends Props {
  readonly rows: readonly DelegationAnswer[];
  readonly withHost?: boolean;
}

const DelegationList = ({ rows, hostId, isEditable, withHost = false }: ListProps) => (
  <>
    {rows
      .toSorted((a, b) => order[a.state] - order[b.state])
      .map((row) => (
        <DelegationItem
          delegation={row}
          isEditable={isEditable && row.state !== "past"}
          key={row.id}
          withHost={withHost}
          {...(hostId !== undefined && { hostId })}
        />
      ))}
  </>
);
