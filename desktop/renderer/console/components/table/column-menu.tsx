import { ActionIcon, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { useState } from "react";
import { useTranslate } from "../../lib/language.ts";
import { headerOf } from "./columns.ts";
import type { TableInstance } from "./use-table.ts";

/** Menu that shows and hides columns. */
export function ColumnMenu<Row extends RowData>({ table }: { readonly table: TableInstance<Row> }) {
  const t = useTranslate();
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon aria-label={t("console.table.columns")} color="gray" size="lg" variant="subtle">
          <IconColumns3 aria-hidden size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("console.table.columns")}>
        <Stack gap="xs">
          {table
            .getAllLeafColumns()
            .filter((column) => column.getCanHide())
            .map((column) => (
              <Checkbox
                checked={column.getIsVisible()}
                key={column.id}
                label={headerOf(column)}
                onChange={column.getToggleVisibilityHandler()}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Columns by id; only an explicit `false` hides one. */
type ColumnChoice = Readonly<Record<string, boolean>>;

const keyOf = (name: string) => `visitor.console.columns.${name}`;

function readChoice(name: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}");
    return typeof value === "object" && value !== null ? (value as ColumnChoice) : {};
  } catch {
    return {};
  }
}

/** Visible columns of a list, saved on this device. */
export function useColumnChoice(name: string) {
  const [choice, setChoice] = useState(() => readChoice(name));
  const choose = (next: ColumnChoice) => {
    localStorage.setItem(keyOf(name), JSON.stringify(next));
    setChoice(next);
  };
  return [choice, choose] as const;
}
