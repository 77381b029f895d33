import { Button, Group, Table, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { formatPeriod, timeOf } from "#browser/formats.ts";
import type { SnapshotVisit } from "../../../../ipc.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { useUnreachableSince } from "../../lib/connectivity.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./offline.module.css";

interface Props {
  /** "YYYY-MM-DD" */
  readonly day: string;
  readonly visits: readonly SnapshotVisit[];
}

const shownAtOnce = 200;

const timeText = ({ startDate, endDate }: SnapshotVisit, day: string) =>
  startDate.startsWith(day) && endDate.startsWith(day)
    ? `${timeOf(startDate)}–${timeOf(endDate)}`
    : formatPeriod(startDate, endDate);

const words = ({ name, company, host, passNo, reserveNo }: SnapshotVisit) =>
  [name, company, host, passNo, reserveNo].join(" ").toLowerCase();

/** A day's visitors with the way to each badge. What only the server can do stands there, and says so. */
export function OfflineTable({ day, visits }: Props) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const isUnreachable = useUnreachableSince() !== undefined;
  const wanted = text.trim().toLowerCase();
  const found = visits.filter((visit) => words(visit).includes(wanted));
  const shown = isWhole ? found : found.slice(0, shownAtOnce);
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <TextInput
          autoComplete="off"
          label={t("console.offline.find")}
          leftSection={<IconSearch aria-hidden size={16} />}
          onChange={(event) => setText(event.currentTarget.value)}
          value={text}
        />
        {isUnreachable && (
          <Group gap="xs">
            <OnlineButton>{t("console.action.issue")}</OnlineButton>
            <OnlineButton>{t("console.action.recovery")}</OnlineButton>
          </Group>
        )}
      </Group>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={styles.wide}>{t("console.visit.time")}</Table.Th>
              <Table.Th>{t("console.visit.visitor")}</Table.Th>
              <Table.Th className={styles.wide}>{t("console.visit.host")}</Table.Th>
              <Table.Th className={styles.wide}>{t("console.visit.place")}</Table.Th>
              <Table.Th>{t("console.visit.pass")}</Table.Th>
              <Table.Th>{t("console.print.badge")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((visit) => (
              <Table.Tr key={visit.id}>
                <Table.Td className={`tabular ${styles.wide}`}>{timeText(visit, day)}</Table.Td>
                <Table.Td>
                  <Text fw={600}>{visit.name}</Text>
                  <Text c="dimmed" size="xs">
                    {visit.company}
                  </Text>
                  <Text className={`tabular ${styles.narrow}`} size="xs">
                    {timeText(visit, day)}
                  </Text>
                </Table.Td>
                <Table.Td className={styles.wide}>
                  {visit.host}
                  <Text c="dimmed" size="xs">
                    {visit.department}
                  </Text>
                </Table.Td>
                <Table.Td className={styles.wide}>{visit.place}</Table.Td>
                <Table.Td className="tabular">{visit.passNo}</Table.Td>
                <Table.Td>
                  <ButtonLink
                    aria-label={t("console.offline.badgeOf", { name: visit.name })}
                    params={{ kind: "badge" }}
                    search={{ visit: visit.id }}
                    size="compact-sm"
                    to="/offline/print/$kind"
                    variant="default"
                  >
                    {t("console.print.print")}
                  </ButtonLink>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {found.length === 0 && (
        <EmptyState title={t(wanted ? "console.offline.notFound" : "console.offline.nobody")} />
      )}
      {found.length > shown.length && (
        <Button onClick={() => setIsWhole(true)} variant="default">
          {t("console.offline.more", { count: found.length - shown.length })}
        </Button>
      )}
    </>
  );
}
