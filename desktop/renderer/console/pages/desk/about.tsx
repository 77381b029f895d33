import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { license, version } from "../../../../../package.json";
import type { Bridge } from "../../../../ipc.ts";
import { desktopApp, useUpdates } from "../../../shared/desktop-app.ts";
import { FactList, Section } from "../../components/section.tsx";
import { ShortcutList } from "../../features/shortcuts/shortcuts-dialog.tsx";
import { useServer } from "../../lib/connectivity.ts";
import { useTranslate } from "../../lib/language.ts";
import { useCurrentUser, useShownName } from "../../lib/session.ts";
import { RestartButton, updateText } from "../../shell/updates.tsx";

/** 정보: versions and server, for support. */
export function AboutPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const name = useShownName(user);
  const server = useServer();
  const serverVersion = useQuery(serverVersionQuery);
  const placeholder = serverVersion.isPending ? t("console.about.reading") : t("console.about.unknown");
  return (
    <Stack gap="md" maw={720}>
      <title>{t("console.about.page")}</title>
      <Title order={1} size="h3">
        {t("console.about.title")}
      </Title>
      <Section title={t("console.shell.product")}>
        <FactList
          facts={[
            [t("console.about.version"), version],
            [t("console.about.serverVersion"), serverVersion.data ?? placeholder],
            [t("console.about.address"), server],
            [t("console.about.user"), `${name} (${user.loginId}, ${t(`console.role.${user.role}`)})`],
            [t("console.about.licence"), license],
          ]}
        />
      </Section>
      {desktopApp && <AppSection app={desktopApp} />}
      <Section title={t("console.shortcut.title")}>
        <ShortcutList />
      </Section>
    </Stack>
  );
}

/** Versions and updates of the desktop app. */
function AppSection({ app }: { readonly app: Bridge }) {
  const t = useTranslate();
  const update = useUpdates();
  const { data: facts } = useQuery({
    queryKey: ["desktop", "app"],
    queryFn: app.readApp,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const mayCheck = update?.state === "current" || update?.state === "failed";
  return (
    <Section title={t("console.desktop.title")}>
      <FactList
        facts={[
          [t("console.desktop.version"), facts?.version],
          ["Electron", facts?.electron],
          ["Chromium", facts?.chromium],
          [t("console.desktop.system"), facts?.system],
          [
            t("console.desktop.updates"),
            update && (
              <Group gap="sm">
                <Text inherit role="status">
                  {updateText(update, t)}
                </Text>
                {update.state === "ready" && <RestartButton app={app} update={update} />}
                {mayCheck && (
                  <Button
                    onClick={() => void app.checkUpdates().catch(() => {})}
                    size="compact-sm"
                    variant="default"
                  >
                    {t("console.desktop.check")}
                  </Button>
                )}
              </Group>
            ),
          ],
        ]}
      />
    </Section>
  );
}

/** Version and commit of the server from `/healthz`, which is outside of the contract; null if unknown. */
const serverVersionQuery = queryOptions({
  queryKey: ["health", "version"],
  queryFn: async ({ signal }): Promise<string | null> => {
    const response = await fetch("/healthz", { signal, headers: { Accept: "application/json" } });
    if (!response.ok) return null;
    const health = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (typeof health.version !== "string") return null;
    return typeof health.commit === "string" ? `${health.version} (${health.commit})` : health.version;
  },
  retry: false,
});
