import { Button } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { Bridge, UpdateState } from "../../../../ipc.ts";
import { useTranslate } from "../../lib/language.ts";
import { useRestart } from "./use-restart.ts";

interface Props {
  readonly app: Bridge;
  readonly update: Extract<UpdateState, { state: "ready" }>;
  /** on the screen beside it */
  readonly describedBy?: string;
}

/** Installs the update that is ready. */
export function RestartButton({ app, update, describedBy }: Props) {
  const t = useTranslate();
  const { restart, isPending } = useRestart(app, update.version);
  const Icon = update.isInstallFailed ? IconAlertTriangle : IconRefresh;
  return (
    <Button
      aria-describedby={describedBy}
      leftSection={<Icon aria-hidden size={14} />}
      loading={isPending}
      onClick={restart}
      size="compact-sm"
      style={{ flexShrink: 0 }}
      variant={update.isInstallFailed ? "default" : "light"}
    >
      {t(update.isInstallFailed ? "console.desktop.retry" : "console.desktop.restart")}
    </Button>
  );
}
