import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { license, version } from "../../../../../package.json";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { AppSection } from "../../components/app-shell/app-section.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { Section } from "../../components/section.tsx";
import { ShortcutList } from "../../features/shortcuts/shortcut-list.tsx";
import { serverVersionQuery } from "../../lib/health.ts";
import { useTranslate } from "../../lib/language.ts";
import { useServer } from "../../lib/server.ts";
import { useCurrentUser } from "../../lib/session.ts";

/** 정보: what this is, in which version, on which server, for whoever helps somebody over the phone. */
export function AboutPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const server = useServer();
  const serverVersion = useQuery(serverVersionQuery);
  const read = serverVersion.isPending ? t("console.about.reading") : t("console.about.unknown");
  return (
    <Stack gap="md" maw={720}>
      <title>{t("console.about.page")}</title>
      <Title order={1} size="h3">
        {t("console.about.title")}
      </Title>
      <Section title={t("console.frame.product")}>
        <FactList
          facts={[
            [t("console.about.version"), version],
            [t("console.about.serverVersion"), serverVersion.data ?? read],
            [t("console.about.address"), server],
            [t("console.about.user"), `${user.name} (${user.loginId}, ${t(`console.role.${user.role}`)})`],
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
