import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { OfflineListsLink } from "../features/offline/snapshot.tsx";
import { isServerUnreachable } from "../lib/connectivity.ts";
import { failureText } from "../lib/failures.ts";
import { useTranslate } from "../lib/language.ts";

/** A screen that could not be shown, with a way on. A server that went while it was built leaves the way to the lists. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const t = useTranslate();
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack align="flex-start" gap="sm" p="xl" role="alert">
      <Title order={1} size="h3">
        {t("console.failure.screen")}
      </Title>
      <Text c="dimmed">{failureText(error)}</Text>
      <Button onClick={again}>{t("console.frame.again")}</Button>
      {isServerUnreachable(error) && <OfflineListsLink />}
    </Stack>
  );
}

/** An address that leads nowhere. */
export function NotFound() {
  const t = useTranslate();
  return (
    <Stack align="flex-start" component="main" gap="sm" p="xl">
      <Title order={1} size="h3">
        {t("console.failure.notFound")}
      </Title>
      <Text c="dimmed">{t("console.failure.notFoundText")}</Text>
      <Anchor component={Link} to="/">
        {t("console.frame.toFirst")}
      </Anchor>
    </Stack>
  );
}
