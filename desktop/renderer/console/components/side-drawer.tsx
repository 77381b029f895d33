import { Drawer } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslate } from "../lib/language.ts";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The detail of a record, or a form for one, beside the list that it belongs to. */
export function SideDrawer({ title, isOpen, onClose, children }: Props) {
  const t = useTranslate();
  // the first time, too, it comes in from the side
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return (
    <Drawer
      closeButtonProps={{ "aria-label": t("console.shell.close") }}
      offset={8}
      onClose={onClose}
      opened={isShown}
      position="right"
      radius="lg"
      size="md"
      title={title}
    >
      {children}
    </Drawer>
  );
}
