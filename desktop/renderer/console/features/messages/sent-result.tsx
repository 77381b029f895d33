import { Button, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { Section } from "../../components/section.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { MessageStatus } from "./message-status.tsx";
import { certainMessagesQuery } from "./queries.ts";

interface Props {
  /** The messages that were written, in the order of their recipients. */
  readonly ids: readonly number[];
  readonly onNew: () => void;
}

const isUnderWay = (status: string) => status === "queued" || status === "sending";

/** What became of each message; it follows while they are on their way. */
export function SentResult({ ids, onNew }: Props) {
  const t = useTranslate();
  const messages = useQuery(certainMessagesQuery(ids, useLanguage()));
  const rows = messages.data ?? [];
  const waiting = rows.filter(({ status }) => isUnderWay(status)).length;
  return (
    <Section
      hint={t(waiting > 0 ? "console.compose.underWay" : "console.compose.settled", { count: waiting })}
      title={t("console.compose.result", { count: ids.length })}
    >
      {messages.isPending && <Skeleton height={160} radius="md" />}
      {messages.isError && !messages.data && (
        <Failure again={() => void messages.refetch()} error={messages.error} />
      )}
      {messages.data && (
        <Table aria-label={t("console.compose.result", { count: ids.length })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("console.messages.to")}</Table.Th>
              <Table.Th>{t("console.visit.status")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, to, status, error }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Text fw={600}>{to.name || to.cellPhone}</Text>
                  {to.name && (
                    <Text c="dimmed" className="tabular" size="sm">
                      {to.cellPhone}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Stack align="flex-start" gap={2}>
                    <MessageStatus status={status} />
                    {error && <Text size="sm">{error}</Text>}
                  </Stack>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
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
