import { ActionIcon, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
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
