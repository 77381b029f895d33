import { Button, Center, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { failureText } from "../lib/failures.ts";
import { useTranslate } from "../lib/language.ts";

interface EmptyStateProps {
  readonly title: string;
  /** Next step. */
  readonly children?: ReactNode;
}

/** Shown instead of an empty list, with the next step. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <Center mih={160} p="lg">
      <Stack align="center" gap={4} ta="center">
        <Text fw={600}>{title}</Text>
        {children && (
          <Text c="dimmed" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Center>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Load error with a retry button. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useTranslate();
  return (
    <Center mih={160} p="lg" role="alert">
      <Stack align="center" gap="sm" ta="center">
        <Text fw={600}>{t("console.failure.read")}</Text>
        <Text c="dimmed">{failureText(error)}</Text>
        <Button onClick={onRetry} variant="default">
          {t("console.shell.again")}
        </Button>
      </Stack>
    </Center>
  );
}
