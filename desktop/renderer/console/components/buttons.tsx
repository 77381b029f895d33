import { Anchor, Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { type ComponentProps, type ReactNode, type Ref, useState } from "react";
import { useUnreachableSince } from "../lib/connectivity.ts";
import { focusOnMount } from "../lib/focus-on-mount.ts";
import { useTranslate } from "../lib/language.ts";

interface ConfirmButtonProps
  extends Pick<ButtonProps, "color" | "size" | "variant" | "leftSection" | "disabled"> {
  /** The action. */
  readonly label: string;
  /** Confirmation question with the consequences. */
  readonly question: ReactNode;
  /** Label of the confirming button; defaults to `label`. */
  readonly confirmLabel?: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
}

/** A button for irreversible actions, which asks for confirmation inline. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const {
    label,
    question,
    confirmLabel = label,
    isBusy = false,
    onConfirm,
    color = "red",
    ...buttonProps
  } = props;
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button
        color={color}
        loading={isBusy}
        onClick={() => setIsAsking(true)}
        variant="light"
        w="fit-content"
        {...buttonProps}
      >
        {label}
      </Button>
    );
  }
  const confirm = () => {
    setIsAsking(false);
    onConfirm();
  };
  return (
    <Stack gap="xs">
      <Text role="alert">{question}</Text>
      <Group gap="xs">
        {/* this shade has enough contrast with white text in both colour schemes */}
        <Button color={color === "red" ? "red.9" : color} onClick={confirm} ref={focusOnMount}>
          {confirmLabel}
        </Button>
        <Button onClick={() => setIsAsking(false)} variant="default">
          {t("console.shell.cancel")}
        </Button>
      </Group>
    </Stack>
  );
}

interface OnlineButtonProps extends ButtonProps, Omit<ComponentProps<"button">, keyof ButtonProps> {
  readonly children: string;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button for actions that need the server; disabled with an explanation while the app cannot reach it. */
export function OnlineButton({ children, disabled, ...props }: OnlineButtonProps) {
  const t = useTranslate();
  const isUnreachable = useUnreachableSince() !== undefined;
  return (
    <Button disabled={disabled || isUnreachable} {...props}>
      {isUnreachable ? t("console.gone.needsServer", { action: children }) : children}
    </Button>
  );
}

interface RowButtonProps {
  /** Tabular figures, for numbers in a column. */
  readonly isTabular?: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** The identifying cell of a table row; opens the row's drawer. */
export function RowButton({ isTabular = false, onOpen, children }: RowButtonProps) {
  return (
    <Anchor
      className={isTabular ? "tabular" : undefined}
      component="button"
      fw={600}
      onClick={onOpen}
      ta="left"
      type="button"
    >
      {children}
    </Anchor>
  );
}
