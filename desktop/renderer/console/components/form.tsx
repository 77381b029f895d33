import { Button, Group, Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { focusOnMount } from "../lib/focus-on-mount.ts";
import type { Unsaved } from "../lib/forms/use-save-form.ts";
import { useTranslate } from "../lib/language.ts";
import styles from "./form.module.css";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** Being sent: further submits are ignored. */
  readonly isBusy?: boolean;
  readonly onSubmit: () => void;
}

/** Form with native validation disabled; messages come from i18n. */
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

interface FormFooterProps {
  readonly unsaved: Unsaved;
  /** The form's buttons, replaced by the question about unsaved input. */
  readonly children: ReactNode;
}

/** Sticky footer of a form in a drawer: its buttons, or the question about unsaved input. */
export function FormFooter({ unsaved, children }: FormFooterProps) {
  const t = useTranslate();
  if (!unsaved.isAsking) {
    return (
      <Group className={styles.footer} gap="xs">
        {children}
      </Group>
    );
  }
  return (
    <div aria-labelledby="unsaved" className={styles.footer} role="alertdialog">
      <Text fw={600} id="unsaved" mb="xs">
        {t("console.unsaved.question")}
      </Text>
      <Group gap="xs">
        <Button onClick={unsaved.stay} ref={focusOnMount} type="button">
          {t("console.unsaved.stay")}
        </Button>
        <Button color="red" onClick={unsaved.discard} type="button" variant="light">
          {t("console.unsaved.discard")}
        </Button>
      </Group>
    </div>
  );
}

interface SubmitFooterProps {
  readonly unsaved: Unsaved;
  /** Being sent. */
  readonly isBusy: boolean;
  /** Nothing to send. */
  readonly disabled?: boolean;
  readonly color?: string;
  /** Leaves the form; called without asking if nothing is unsaved. */
  readonly onLeave: () => void;
  /** Label of the leave button; "close" if the drawer shows more than the form. */
  readonly leaving?: "cancel" | "close";
  /** Label of the submit button. */
  readonly children: ReactNode;
}

/** Standard footer of a form in a drawer: submit and leave. */
export function SubmitFooter({
  unsaved,
  isBusy,
  onLeave,
  leaving = "cancel",
  children,
  ...button
}: SubmitFooterProps) {
  const t = useTranslate();
  return (
    <FormFooter unsaved={unsaved}>
      <Button loading={isBusy} type="submit" {...button}>
        {children}
      </Button>
      <Button onClick={() => unsaved.leave(onLeave)} variant="default">
        {t(`console.shell.${leaving}`)}
      </Button>
    </FormFooter>
  );
}
