import { ActionIcon, Popover, Stack } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../lib/language.ts";

interface RowActionsProps {
  /** Name of the row in the button's accessible name. */
  readonly name: string;
  /** The actions. @param close closes the popover and returns the focus */
  readonly children: (close: () => void) => ReactNode;
}

/** Next actions of a row, without opening its drawer. */
export function RowActions({ name, children }: RowActionsProps) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const label = t("console.choice.actions", { name });
  const close = () => setIsOpen(false);
  return (
    <Popover
      onChange={setIsOpen}
      opened={isOpen}
      position="bottom-end"
      returnFocus
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon aria-label={label} color="gray" onClick={() => setIsOpen(!isOpen)} variant="subtle">
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} maw={360}>
        <Stack gap="xs">{children(close)}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
