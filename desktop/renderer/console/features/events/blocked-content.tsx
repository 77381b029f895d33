import { Table, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { listBlockedContent } from "#contract/privacy/events.ts";
import { Section } from "../../components/section.tsx";
import { read } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

const blockedQuery = queryOptions({
  queryKey: ["events", "blocked"],
  queryFn: ({ signal }) => read(listBlockedContent, {}, signal),
  staleTime: 0,
});

/** What browsers refused to load or run on our pages; nothing where they refused nothing. */
export function BlockedContent() {
  const t = useTranslate();
  const { data = [] } = useQuery(blockedQuery);
  if (data.length === 0) return null;
  return (
    <Section hint={t("console.events.blockedHint")} title={t("console.events.blocked")}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("console.events.directive")}</Table.Th>
              <Table.Th>{t("console.events.source")}</Table.Th>
              <Table.Th>{t("console.events.page")}</Table.Th>
              <Table.Th>{t("console.events.count")}</Table.Th>
              <Table.Th>{t("console.events.lastAt")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ directive, blocked, page, count, lastAt }) => (
              <Table.Tr key={`${directive} ${blocked} ${page}`}>
                <Table.Td>{directive}</Table.Td>
                <Table.Td>{blocked}</Table.Td>
                <Table.Td>{page}</Table.Td>
                <Table.Td>
                  <Text className="tabular">{count.toLocaleString()}</Text>
                </Table.Td>
                <Table.Td>
                  <Text className="tabular">{lastAt}</Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
