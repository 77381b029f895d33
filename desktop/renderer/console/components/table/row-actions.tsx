import { ActionIcon, Popover, Stack } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../lib/language.ts";

interface RowActionsProps {
  /** What the row is called, to whoever hears its button. */
  readonly name: string;
  /** What can be done with it. @param close puts it away and the focus back */
  readonly children: (close: () => void) => ReactNode;
}

/** What can be done with a row next, beside it and without its drawer. */
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
