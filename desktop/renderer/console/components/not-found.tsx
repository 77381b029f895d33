import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../lib/language.ts";

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
