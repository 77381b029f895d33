import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { desktopApp } from "../../shared/desktop-app.ts";
import { lazyPart } from "../components/lazy-part.tsx";
import { isServerUnreachable, useServerReturn } from "../lib/connectivity.ts";
import { failureText } from "../lib/failures.ts";
import { useTranslate } from "../lib/language.ts";
import { CodeUnavailable, reloadIfServerAnswers } from "../lib/reload.ts";

const OfflineListsLink = lazyPart(
  async () => (await import("../features/offline/offline-note.tsx")).OfflineListsLink,
);

const centred = {
  align: "center",
  gap: "sm",
  justify: "center",
  mih: "60dvh",
  p: "xl",
  ta: "center",
} as const;

/**
 * Error page with a retry. If the server is unreachable it links to the offline lists, and in the app retries
 * automatically once the server answers.
 */
export function Crash({ error, reset }: ErrorComponentProps) {
  const t = useTranslate();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isCodeMissing = error instanceof CodeUnavailable;
  const isGone = isServerUnreachable(error);
  const retry = async () => {
    if (isCodeMissing && (await reloadIfServerAnswers())) return;
    // otherwise failed queries are not fetched again
    queries.reset();
    reset();
    void router.invalidate();
  };
  useServerReturn(isGone, () => void retry());
  return (
    <Stack {...centred} role="alert">
      <Title order={1} size="h3">
        {t("console.failure.screen")}
      </Title>
      <Text c="dimmed">{isCodeMissing ? t("console.failure.code") : failureText(error)}</Text>
      <Button onClick={() => void retry()}>{t("console.shell.again")}</Button>
      {desktopApp && isGone && <OfflineListsLink />}
    </Stack>
  );
}

/** Unknown address. */
export function NotFound() {
  const t = useTranslate();
  return (
    <Stack {...centred} component="main">
      <Title order={1} size="h3">
        {t("console.failure.notFound")}
      </Title>
      <Text c="dimmed">{t("console.failure.notFoundText")}</Text>
      <Anchor component={Link} to="/">
        {t("console.shell.toFirst")}
      </Anchor>
    </Stack>
  );
}
