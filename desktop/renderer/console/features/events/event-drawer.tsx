import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { EventAnswer } from "#contract/privacy/events.ts";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { AccessSearch } from "../access-log/search.ts";
import { subjectLabel, whatLabel } from "./columns.tsx";

interface Props {
  readonly row: EventAnswer | undefined;
  readonly onClose: () => void;
  /** Shows all of one person, or of one record. */
  readonly onFollow: (whom: Pick<AccessSearch, "hostUser" | "subject" | "subjectId">) => void;
}

/** One event: who, from where, what; of a change what was before and after; and the ways to all of that person or record. */
export function EventDrawer({ row, onClose, onFollow }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={row !== undefined} onClose={onClose} title={t("console.events.entry")}>
      {row && (
        <Stack gap="md">
          <Title order={2} size="h4">
            {t(`console.events.kinds.${row.kind}`)}
          </Title>
          <FactList
            facts={[
              [t("console.access.at"), row.at],
              [t("console.events.who"), row.hostUser?.name || t("console.events.nobody")],
              [t("console.access.address"), row.address],
              [t("console.access.path"), row.call],
              [t("console.events.what"), whatLabel(row, t)],
            ]}
          />
          <Changes row={row} />
          <Group gap="xs">
            <FollowButtons onFollow={onFollow} row={row} />
          </Group>
        </Stack>
      )}
    </SideDrawer>
  );
}

function FollowButtons({ row, onFollow }: Pick<Props, "onFollow"> & { readonly row: EventAnswer }) {
  const t = useTranslate();
  const { hostUser, subject, subjectId } = row;
  return (
    <>
      {hostUser && (
        <Button onClick={() => onFollow({ hostUser: hostUser.id })} variant="default">
          {t("console.events.followPerson", { name: hostUser.name })}
        </Button>
      )}
      {subject && subjectId !== null && (
        <Button onClick={() => onFollow({ subject, subjectId })} variant="default">
          {t("console.events.followRecord", { record: `${subjectLabel(subject, t)} ${subjectId}` })}
        </Button>
      )}
    </>
  );
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** What was before and after, by column. */
function Changes({ row: { before, after } }: { readonly row: EventAnswer }) {
  const t = useTranslate();
  if (!before && !after) return null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("console.events.column")}</Table.Th>
          <Table.Th>{t("console.events.before")}</Table.Th>
          <Table.Th>{t("console.events.after")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">
              <Text size="xs" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Text>
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{shown(before?.[name])}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{shown(after?.[name])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
