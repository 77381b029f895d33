import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps, Ref } from "react";
import { useServerGone } from "../lib/connectivity.ts";
import { useTranslate } from "../lib/language.ts";

interface Props extends ButtonProps, Omit<ComponentProps<"button">, keyof ButtonProps> {
  readonly children: string;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button for what only the server can do: while the app does not reach it, it says so and takes no press. */
export function OnlineButton({ children, disabled, ...props }: Props) {
  const t = useTranslate();
  const isGone = useServerGone() !== undefined;
  return (
    <Button disabled={disabled || isGone} {...props}>
      {isGone ? t("console.gone.needsServer", { action: children }) : children}
    </Button>
  );
}
