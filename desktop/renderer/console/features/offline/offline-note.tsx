import { Alert, Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { clockTime } from "#browser/formats.ts";
import { useServerWatch, useUnreachableSince } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";

/** Banner while the desktop app cannot reach its server, with a link to the offline lists. */
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
