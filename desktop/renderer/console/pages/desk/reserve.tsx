import { Stack, Text, Title } from "@mantine/core";
import { ReserveForm } from "../../features/reserve/reserve-form.tsx";
import { useTranslate } from "../../lib/language.ts";
import { reach, useCurrentUser } from "../../lib/session.ts";

/** A visit that staff enter: announced by telephone, or standing at the desk. */
export function ReservePage() {
  const t = useTranslate();
  const isOwn = reach(useCurrentUser(), "visits.reserve") === "own";
  return (
    <Stack gap="md" maw={1080}>
      <title>{t("console.reserve.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.reserve")}
        </Title>
        <Text c="dimmed" size="sm">
          {t(isOwn ? "console.reserve.leadOwn" : "console.reserve.lead")}
        </Text>
      </div>
      <ReserveForm />
    </Stack>
  );
}
