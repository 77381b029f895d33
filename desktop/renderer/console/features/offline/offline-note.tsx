import { Alert, Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { clockTime } from "#browser/formats.ts";
import { useServerWatch, useUnreachableSince } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";

/** Above every screen while the app does not reach its server: since when, and where the lists are. */
export function OfflineNote({ timezone }: { readonly timezone: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const since = useUnreachableSince();
  useServerWatch();
  if (since === undefined) return null;
  return (
    <Alert
      color="red"
      mb="md"
      role="alert"
      title={t("console.gone.noteTitle", { since: clockTime(since, language, timezone) })}
    >
      {t("console.gone.note")}{" "}
      <Anchor component={Link} fw={600} inherit to="/offline" underline="always">
        {t("console.gone.open")}
      </Anchor>
    </Alert>
  );
}
