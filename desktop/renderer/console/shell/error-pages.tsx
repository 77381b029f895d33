import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { OfflineListsLink } from "../features/offline/snapshot.tsx";
import { isServerUnreachable, useServerReturn } from "../lib/connectivity.ts";
import { failureText } from "../lib/failures.ts";
import { useTranslate } from "../lib/language.ts";
import { CodeUnavailable, reloadIfServerAnswers } from "../lib/reload.ts";

const centred = {
  align: "center",
  gap: "sm",
  justify: "center",
  mih: "60dvh",
  p: "xl",
  ta: "center",
} as const;

/**
 * A screen that could not be shown, with a way on. Where the server went while it was built, the way to the lists; in the
 * app the screen is shown by itself once that server answers again.
 */
export function Crash({ error, reset }: ErrorComponentProps) {
  const t = useTranslate();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isCodeMissing = error instanceof CodeUnavailable;
  const isGone = isServerUnreachable(error);
  const again = async () => {
    if (isCodeMissing && (await reloadIfServerAnswers())) return;
    // else what failed would not be asked for anew, and fail here as before
    queries.reset();
    reset();
    void router.invalidate();
  };
  useServerReturn(isGone, () => void again());
  return (
    <Stack {...centred} role="alert">
      <Title order={1} size="h3">
        {t("console.failure.screen")}
      </Title>
      <Text c="dimmed">{isCodeMissing ? t("console.failure.code") : failureText(error)}</Text>
      <Button onClick={() => void again()}>{t("console.shell.again")}</Button>
      {isGone && <OfflineListsLink />}
    </Stack>
  );
}

/** An address that leads nowhere. */
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
