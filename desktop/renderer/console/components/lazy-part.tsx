import { Button, Center, Stack, Text } from "@mantine/core";
import { CatchBoundary } from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useTranslate } from "../lib/language.ts";
import { reloadIfServerAnswers } from "../lib/reload.ts";

/**
 * Lazily loads a large part of a screen and shows load errors in its place.
 * @param load imports the component
 * @param fallback shown while loading
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <CatchBoundary errorComponent={LoadFailed} getResetKey={() => "part"}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

function LoadFailed() {
  const t = useTranslate();
  return (
    <Center mih={160} p="lg" role="alert">
      <Stack align="center" gap="sm" ta="center">
        <Text fw={600}>{t("console.failure.read")}</Text>
        <Text c="dimmed">{t("console.failure.code")}</Text>
        <Button onClick={() => void reloadIfServerAnswers()} variant="default">
          {t("console.shell.again")}
        </Button>
      </Stack>
    </Center>
  );
}
