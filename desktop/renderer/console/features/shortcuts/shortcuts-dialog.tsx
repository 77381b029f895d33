import { Modal } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import { ShortcutList } from "./shortcut-list.tsx";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutsDialog({ isOpen, onClose }: Props) {
  const t = useTranslate();
  return (
    <Modal
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": t("console.frame.close") }}
      onClose={onClose}
      opened={isOpen}
      radius="lg"
      title={t("console.shortcut.title")}
    >
      <ShortcutList />
    </Modal>
  );
}
