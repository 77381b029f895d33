import { Button, Divider, Drawer, Stack, Text } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../lib/language.ts";
import { PaperFields } from "./paper-fields.tsx";
import styles from "./print.module.css";
import { type BadgeView, usePrinting } from "./use-printing.ts";

interface Props {
  readonly view: BadgeView;
  /** Printer fields; desktop app only. */
  readonly children?: ReactNode;
}

/** Printer and paper settings of badges, next to the preview that shows their effect. */
export function BadgeSettings({ view: { setup, save, isTest, setTest }, children }: Props) {
  const t = useTranslate();
  const printing = usePrinting();
  const [isOpen, setIsOpen] = useState(false);
  const isFixed = printing?.presets.badgePaper ?? false;
  const title = t(children ? "console.badge.settings" : "console.badge.paper");
  return (
    <>
      <Button
        leftSection={<IconSettings aria-hidden size={16} />}
        onClick={() => setIsOpen(true)}
        variant="default"
      >
        {t(children ? "console.printer.settings" : "console.badge.paper")}
      </Button>
      <Drawer
        classNames={{ inner: styles.settingsDrawer ?? "" }}
        closeButtonProps={{ "aria-label": t("console.shell.close") }}
        lockScroll={false}
        offset={8}
        onClose={() => setIsOpen(false)}
        opened={isOpen}
        position="right"
        radius="lg"
        size="sm"
        title={title}
        withOverlay={false}
      >
        <Stack gap="md">
          {children && (
            <>
              {children}
              <Divider />
            </>
          )}
          {setup && (
            <PaperFields
              isPaperFixed={isFixed}
              // paper settings are stored per printer
              key={printing?.choices.badge.printer}
              onChange={save}
              setup={setup}
            />
          )}
          <Divider />
          <div>
            {setTest && (
              <Button
                fullWidth
                mb={4}
                onClick={() => setTest(!isTest)}
                variant={isTest ? "light" : "default"}
              >
                {t(isTest ? "console.badge.endTest" : "console.badge.showTest")}
              </Button>
            )}
            <Text c="dimmed" size="xs">
              {t("console.badge.testHint")}
            </Text>
          </div>
        </Stack>
      </Drawer>
    </>
  );
}
