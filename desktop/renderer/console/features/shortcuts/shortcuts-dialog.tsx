import { Group, Kbd, Modal, Stack, Switch, Text } from "@mantine/core";
import { Fragment, useState } from "react";
import { useTranslate } from "../../lib/language.ts";
import { useCurrentUser } from "../../lib/session.ts";
import styles from "./shortcuts-dialog.module.css";
import { areSingleKeysEnabled, setSingleKeysEnabled, shortcutsOf } from "./use-shortcuts.ts";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutsDialog({ isOpen, onClose }: Props) {
  const t = useTranslate();
  return (
    <Modal
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": t("console.shell.close") }}
      onClose={onClose}
      opened={isOpen}
      radius="lg"
      title={t("console.shortcut.title")}
    >
      <ShortcutList />
    </Modal>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const keyLabel = (key: string) => (key === "mod" ? (isMac ? "⌘" : "Ctrl") : key.toUpperCase());

/** The user's shortcuts, and the switch for single-key shortcuts. */
export function ShortcutList() {
  const t = useTranslate();
  const user = useCurrentUser();
  const [isOn, setIsOn] = useState(areSingleKeysEnabled);
  const change = (next: boolean) => {
    setSingleKeysEnabled(next);
    setIsOn(next);
  };
  return (
    <Stack gap="md">
      <dl className={styles.list}>
        {shortcutsOf(user).map(({ keys, label }) => (
          <div className={styles.row} key={keys.join(" ")}>
            <dt>{t(label)}</dt>
            <dd>
              <Group gap={4} wrap="nowrap">
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && (
                      <Text c="dimmed" component="span" size="xs">
                        {keys[0] === "mod" ? "+" : t("console.shortcut.then")}
                      </Text>
                    )}
                    <Kbd>{keyLabel(key)}</Kbd>
                  </Fragment>
                ))}
              </Group>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        checked={isOn}
        description={t("console.shortcut.singleHint")}
        label={t("console.shortcut.single")}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Stack>
  );
}
