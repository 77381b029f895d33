import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../lib/language.ts";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Drawer for the details of a record or a form. */
export function SideDrawer({ title, isOpen, onClose, children }: Props) {
  const t = useTranslate();
  return (
    <Drawer
      closeButtonProps={{ "aria-label": t("console.shell.close") }}
      offset={8}
      onClose={onClose}
      opened={isOpen}
      position="right"
      radius="lg"
      size="md"
      title={title}
    >
      {children}
    </Drawer>
  );
}
