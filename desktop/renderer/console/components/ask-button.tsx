import { Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../lib/language.ts";

interface Props extends Pick<ButtonProps, "color" | "size" | "variant" | "leftSection" | "disabled"> {
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
export function AskButton(props: Props) {
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
          {t("console.frame.cancel")}
        </Button>
      </Group>
    </Stack>
  );
}

const focusIt = (button: HTMLButtonElement | null) => button?.focus();
