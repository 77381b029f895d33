import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../lib/language.ts";
import type { Unsaved } from "../lib/use-unsaved.ts";
import styles from "./form.module.css";

interface Props {
  readonly unsaved: Unsaved;
  /** The buttons, while nobody is leaving. */
  readonly children: ReactNode;
}

/** The end of a form in a drawer, always in sight: its buttons, or the question whether to lose what was typed. */
export function FormFoot({ unsaved, children }: Props) {
  const t = useTranslate();
  if (!unsaved.isAsking) {
    return (
      <Group className={styles.foot} gap="xs">
        {children}
      </Group>
    );
  }
  return (
    <div aria-labelledby="unsaved" className={styles.foot} role="alertdialog">
      <Text fw={600} id="unsaved" mb="xs">
        {t("console.unsaved.question")}
      </Text>
      <Group gap="xs">
        <Button onClick={unsaved.stay} ref={focusIt} type="button">
          {t("console.unsaved.stay")}
        </Button>
        <Button color="red" onClick={unsaved.discard} type="button" variant="light">
          {t("console.unsaved.discard")}
        </Button>
      </Group>
    </div>
  );
}

const focusIt = (button: HTMLButtonElement | null) => button?.focus();
