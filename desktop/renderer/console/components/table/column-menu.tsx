import { ActionIcon, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslate } from "../../lib/language.ts";
import type { ColumnChoice } from "./use-column-choice.ts";

interface Props {
  readonly columns: readonly { readonly id: string; readonly header: string; readonly isFixed?: boolean }[];
  readonly visibility: ColumnChoice;
  readonly onChange: (visibility: ColumnChoice) => void;
}

/** Which columns are shown. */
export function ColumnMenu({ columns, visibility, onChange }: Props) {
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
          {columns
            .filter(({ isFixed }) => !isFixed)
            .map(({ id, header }) => (
              <Checkbox
                checked={visibility[id] !== false}
                key={id}
                label={header}
                onChange={(event) => onChange({ ...visibility, [id]: event.currentTarget.checked })}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
