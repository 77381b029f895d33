import { Button, Group, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { Section } from "../../components/section.tsx";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { ComposeForm } from "../../features/compose/compose-form.tsx";
import { sentColumns } from "../../features/messages/columns.tsx";
import { messagesByIdsQuery } from "../../features/messages/queries.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { scopeOf, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/messages/new");

/** 문자 보내기: sends messages to selected visitors or numbers and shows the results. */
export function ComposePage() {
  const t = useTranslate();
  const isOwn = scopeOf(useCurrentUser(), "sms") === "own";
  const { visit, host } = route.useSearch();
  const [sent, setSent] = useState<readonly number[]>();
  return (
    <Stack gap="md">
      <title>{t("console.compose.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.compose")}
        </Title>
        <Text c="dimmed" size="sm">
          {t(isOwn ? "console.compose.leadOwn" : "console.compose.lead")}
        </Text>
      </div>
      {sent ? (
        <SentResult ids={sent} onNew={() => setSent(undefined)} />
      ) : (
        <ComposeForm hostId={host} onSent={setSent} visitId={visit} />
      )}
    </Stack>
  );
}

interface Props {
  /** Message ids in the order of recipients. */
  readonly ids: readonly number[];
  readonly onNew: () => void;
}

const noMessages: never[] = [];

const isUnderWay = (status: string) => status === "queued" || status === "sending";

/** Delivery status of each message, updated until all are sent. */
function SentResult({ ids, onNew }: Props) {
  const t = useTranslate();
  const messages = useQuery(messagesByIdsQuery(ids, useLanguage()));
  const rows = messages.data ?? noMessages;
  const table = useRowsTable(sentColumns, rows, { getRowId: ({ id }) => String(id) });
  const pendingCount = rows.filter(({ status }) => isUnderWay(status)).length;
  return (
    <Section
      hint={t(pendingCount > 0 ? "console.compose.underWay" : "console.compose.settled", {
        count: pendingCount,
      })}
      title={t("console.compose.result", { count: ids.length })}
    >
      {messages.isPending && <Skeleton height={160} radius="md" />}
      {messages.isError && !messages.data && (
        <ErrorState onRetry={() => void messages.refetch()} error={messages.error} />
      )}
      {messages.data && (
        <Table aria-label={t("console.compose.result", { count: ids.length })}>
          <TableHead table={table} />
          <TableBody table={table} />
        </Table>
      )}
      <Group gap="xs">
        <Button onClick={onNew}>{t("console.compose.another")}</Button>
        <ButtonLink to="/messages" variant="default">
          {t("console.nav.sent")}
        </ButtonLink>
      </Group>
    </Section>
  );
}
