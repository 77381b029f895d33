import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Bridge } from "../../../../ipc.ts";
import { useUpdates } from "../../../shared/use-updates.ts";
import { useTranslate } from "../../lib/language.ts";
import { FactList } from "../fact-list.tsx";
import { Section } from "../section.tsx";
import { RestartButton } from "./restart-button.tsx";
import { updateText } from "./update-text.ts";

/** What runs the console on this computer, and how it keeps itself up to date. */
export function AppSection({ app }: { readonly app: Bridge }) {
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
