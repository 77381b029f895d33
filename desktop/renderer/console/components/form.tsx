import { Button, Group, Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { Unsaved } from "../lib/forms/use-save-form.ts";
import { useTranslate } from "../lib/language.ts";
import styles from "./form.module.css";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** It is on its way: nothing is sent again. */
  readonly isBusy?: boolean;
  readonly onSubmit: () => void;
}

/** A form that we judge, in the person's language, and not the browser. */
export function Form({ isBusy = false, onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    />
  );
}

interface FormFootProps {
  readonly unsaved: Unsaved;
  /** The buttons, while nobody is leaving. */
  readonly children: ReactNode;
}

/** The end of a form in a drawer, always in sight: its buttons, or the question whether to lose what was typed. */
export function FormFoot({ unsaved, children }: FormFootProps) {
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

interface SubmitFootProps {
  readonly unsaved: Unsaved;
  /** It is on its way. */
  readonly isBusy: boolean;
  /** There is nothing to send. */
  readonly disabled?: boolean;
  readonly color?: string;
  /** The way out, unasked where nothing is typed. */
  readonly onLeave: () => void;
  /** What the way out is called: "cancel" unless the drawer shows more than the form. */
  readonly leaving?: "cancel" | "close";
  /** What sends the form. */
  readonly children: ReactNode;
}

/** The usual end of a form in a drawer: what sends it, and the way out. */
export function SubmitFoot({
  unsaved,
  isBusy,
  onLeave,
  leaving = "cancel",
  children,
  ...button
}: SubmitFootProps) {
  const t = useTranslate();
  return (
    <FormFoot unsaved={unsaved}>
      <Button loading={isBusy} type="submit" {...button}>
        {children}
      </Button>
      <Button onClick={() => unsaved.leave(onLeave)} variant="default">
        {t(`console.shell.${leaving}`)}
      </Button>
    </FormFoot>
  );
}
