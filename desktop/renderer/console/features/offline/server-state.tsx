import { Alert, Button, Group } from "@mantine/core";
import { IconPlugConnected, IconPlugConnectedX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Snapshot } from "../../../../ipc.ts";
import { clockTime } from "../../../shared/clock.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { useServerGone } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useServer } from "../../lib/server.ts";

interface Props {
  /** What was kept; undefined where there is nothing to see or print. */
  readonly snapshot: Snapshot | undefined;
}

/** Since when the server is gone; or that it is back, and the way back to work. */
export function ServerState({ snapshot }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServer();
  const since = useServerGone();
  const navigate = useNavigate();
  if (since === undefined) {
    return (
      <Alert color="green" icon={<IconPlugConnected aria-hidden />} title={t("console.offline.back")}>
        <Group justify="space-between">
          {snapshot && t("console.offline.backHint")}
          <Button onClick={() => void navigate({ to: "/" })}>{t("console.offline.toConsole")}</Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Alert
      color="red"
      icon={<IconPlugConnectedX aria-hidden />}
      title={t("console.offline.gone", { server, since: clockTime(since, language, snapshot?.timezone) })}
    >
      <Group justify="space-between">
        {t(snapshot ? "console.offline.goneHint" : "console.offline.goneBare")}
        <Button onClick={() => void desktopApp?.checkServer().catch(() => undefined)} variant="default">
          {t("console.offline.check")}
        </Button>
      </Group>
    </Alert>
  );
}
