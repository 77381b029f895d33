import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { Bridge } from "../../../../ipc.ts";
import { useTranslate } from "../../lib/language.ts";

/** Restarts the app to install the update that is ready. The app asks about what is typed; why it stays is said here. */
export function useRestart(app: Bridge, version: string): { restart(): void; isPending: boolean } {
  const t = useTranslate();
  const { mutate, isPending } = useMutation({
    mutationFn: app.restartToUpdate,
    onSuccess: (outcome) => {
      if (outcome === "busy") toast.info(t("console.desktop.restartBusy"), { toastId: outcome });
      if (outcome === "failed")
        toast.error(t("console.desktop.installFailed", { version }), { toastId: outcome });
    },
    onError: () => toast.error(t("console.desktop.installFailed", { version }), { toastId: "failed" }),
  });
  return { restart: () => mutate(), isPending };
}
