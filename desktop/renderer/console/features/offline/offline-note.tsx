import { Alert, Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clockTime } from "#browser/formats.ts";
import { fromInstant } from "#contract/dates.ts";
import type { Bridge } from "../../../../ipc.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useServerWatch, useUnreachableSince } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { snapshotQuery } from "./snapshot.ts";

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

/** Warns users of the lists that this computer cannot store them for when the server is unreachable. */
export function NoOfflineListsNote({ app }: { readonly app: Pick<Bridge, "canKeepLists"> }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { data: canKeep = true } = useQuery({ queryKey: ["canKeepLists"], queryFn: app.canKeepLists });
  if (canKeep || !may(user, "desk") || !may(user, "visits.search")) return null;
  return (
    <Alert color="gray" px="sm" py={4} role="status" variant="light">
      <Group gap="sm">
        <Text size="sm">{t("console.offline.problem.unprotected")}</Text>
        <ButtonLink params={{ kind: "evacuation" }} size="compact-sm" to="/print/$kind" variant="default">
          {t("console.offline.printEvacuation")}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** Link to the lists stored on this computer, available without signing in because of evacuations. */
export function OfflineListsLink() {
  const t = useTranslate();
  const { snapshot } = useQuery(snapshotQuery).data ?? {};
  if (!snapshot) return null;
  const at = fromInstant(new Date(snapshot.readAt), snapshot.timezone);
  return (
    <Text p="xs" size="sm" ta="center">
      <Anchor component={Link} inherit to="/offline" underline="always">
        {t(snapshot.isLocked ? "console.gone.keptEvacuation" : "console.gone.open")}
      </Anchor>{" "}
      <Text c="dimmed" component="span" inherit>
        ({t("console.gone.asOf", { at })})
      </Text>
    </Text>
  );
}
