import { Button, Group, Stack, Table, Title } from "@mantine/core";
import { useMemo } from "react";
import type { EventAnswer } from "#contract/privacy/events.ts";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { accessor, type Columns } from "../../components/table/columns.ts";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import type { AccessSearch } from "../access-log/search.ts";
import { subjectLabel, whatLabel, whoLabel } from "./columns.tsx";

interface Props {
  readonly row: EventAnswer | undefined;
  readonly onClose: () => void;
  /** Filters by a user or a record. */
  readonly onFilter: (filter: Pick<AccessSearch, "hostUser" | "subject" | "subjectId">) => void;
}

/** Details of an event, the changed values, and buttons that filter by its user or record. */
export function EventDrawer({ row, onClose, onFilter }: Props) {
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
              [t("console.events.who"), whoLabel(row, t) || t("console.events.nobody")],
              [t("console.access.address"), row.address],
              [t("console.access.path"), row.call],
              [t("console.events.what"), whatLabel(row, t)],
            ]}
          />
          <Changes row={row} />
          <Group gap="xs">
            <FilterButtons onFilter={onFilter} row={row} />
          </Group>
        </Stack>
      )}
    </SideDrawer>
  );
}

function FilterButtons({ row, onFilter }: Pick<Props, "onFilter"> & { readonly row: EventAnswer }) {
  const t = useTranslate();
  const { hostUser, subject, subjectId } = row;
  return (
    <>
      {hostUser && (
        <Button onClick={() => onFilter({ hostUser: hostUser.id })} variant="default">
          {t("console.events.followPerson", { name: hostUser.name })}
        </Button>
      )}
      {subject && subjectId !== null && (
        <Button onClick={() => onFilter({ subject, subjectId })} variant="default">
          {t("console.events.followRecord", { record: `${subjectLabel(subject, t)} ${subjectId}` })}
        </Button>
      )}
    </>
  );
}

const formatValue = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const changesOf = ({ before, after }: EventAnswer): Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    name,
    before: formatValue(before?.[name]),
    after: formatValue(after?.[name]),
  }));

const changeColumns = (t: Translate): Columns<Change> => [
  accessor("name", { header: t("console.events.column") }),
  accessor("before", { header: t("console.events.before") }),
  accessor("after", { header: t("console.events.after") }),
];

/** Old and new values of a change, by column. */
function Changes({ row }: { readonly row: EventAnswer }) {
  const rows = useMemo(() => changesOf(row), [row]);
  const table = useRowsTable(changeColumns, rows, { getRowId: ({ name }) => name });
  if (rows.length === 0) return null;
  return (
    <Table layout="fixed" style={{ overflowWrap: "anywhere" }}>
      <TableHead table={table} />
      <TableBody table={table} />
    </Table>
  );
}
