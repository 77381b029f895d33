import { Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { toast } from "react-toastify/unstyled";
import type { Bridge, UpdateState } from "../../../ipc.ts";
import { useUpdates } from "../../shared/desktop-app.ts";
import { type Translate, useTranslate } from "../lib/language.ts";

/** In the header: an update is ready to install. */
export function UpdateNote({ app }: { readonly app: Bridge }) {
  const t = useTranslate();
  const id = useId();
  const update = useUpdates();
  const text = update?.state === "ready" ? updateText(update, t) : "";
  return (
    <>
      <VisuallyHidden id={id} role="status">
        {text}
      </VisuallyHidden>
      {update?.state === "ready" && (
        <Tooltip label={text} maw={320} multiline>
          <div>
            <RestartButton app={app} describedBy={id} update={update} />
          </div>
        </Tooltip>
      )}
    </>
  );
}

interface Props {
  readonly app: Bridge;
  readonly update: Extract<UpdateState, { state: "ready" }>;
  /** id of the describing element */
  readonly describedBy?: string;
}

/** Button that installs the ready update. */
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

/** State of updates as text. */
export function updateText(update: UpdateState, t: Translate): string {
  switch (update.state) {
    case "off":
      return t(`console.desktop.off.${update.reason}`);
    case "fetching":
      return t("console.desktop.fetching", { version: update.version, percent: update.percent });
    case "ready":
      return t(update.isInstallFailed ? "console.desktop.installFailed" : "console.desktop.ready", {
        version: update.version,
      });
    default:
      return t(`console.desktop.${update.state}`);
  }
}

/** Restarts the app to install the update and reports failures. The app itself asks about unsaved input. */
function useRestart(app: Bridge, version: string): { restart(): void; isPending: boolean } {
  const t = useTranslate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => app.restartToUpdate().catch(() => "failed" as const),
    onSuccess: (outcome) => {
      if (outcome === "busy") toast.info(t("console.desktop.restartBusy"), { toastId: outcome });
      if (outcome === "failed")
        toast.error(t("console.desktop.installFailed", { version }), { toastId: outcome });
    },
  });
  return { restart: () => mutate(), isPending };
}
