import { Anchor, Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { type ComponentProps, type ReactNode, type Ref, useState } from "react";
import { useUnreachableSince } from "../lib/connectivity.ts";
import { useTranslate } from "../lib/language.ts";

interface ConfirmButtonProps
  extends Pick<ButtonProps, "color" | "size" | "variant" | "leftSection" | "disabled"> {
  /** What the button does, in a word. */
  readonly label: string;
  /** What is asked before it does it, and what will not come back. */
  readonly question: ReactNode;
  /** The word on the button that does it; the same unless said. */
  readonly answer?: string;
  readonly isBusy?: boolean;
  readonly onYes: () => void;
}

/** A button for what cannot be taken back: it asks once more, in its own place. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, question, answer = label, isBusy = false, onYes, color = "red", ...looks } = props;
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
        {...looks}
      >
        {label}
      </Button>
    );
  }
  const yes = () => {
    setIsAsking(false);
    onYes();
  };
  return (
    <Stack gap="xs">
      <Text role="alert">{question}</Text>
      <Group gap="xs">
        {/* a shade of its own: white words can be read on it in light and in dark */}
        <Button color={color === "red" ? "red.9" : color} onClick={yes} ref={focusIt}>
          {answer}
        </Button>
        <Button onClick={() => setIsAsking(false)} variant="default">
          {t("console.shell.cancel")}
        </Button>
      </Group>
    </Stack>
  );
}

const focusIt = (button: HTMLButtonElement | null) => button?.focus();

interface OnlineButtonProps extends ButtonProps, Omit<ComponentProps<"button">, keyof ButtonProps> {
  readonly children: string;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button for what only the server can do: while the app does not reach it, it says so and takes no press. */
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
  /** Of figures, which stand below each other. */
  readonly isTabular?: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** What a row of a table is known by; it opens the row's drawer. */
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
