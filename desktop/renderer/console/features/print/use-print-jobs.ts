import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { Bridge, PrintOutcome, Sheet } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { fontsReady } from "../../lib/appearance/fonts.ts";
import { type Translate, translate, useTranslate } from "../../lib/language.ts";

function showOutcome(outcome: PrintOutcome, t: Translate): void {
  if (outcome === "dialog") return;
  const text = t(`console.printer.${outcome}`);
  const toasts = {
    printed: toast.success,
    slow: toast.info,
    noPrinter: toast.warning,
    failed: toast.warning,
  };
  toasts[outcome](text, { toastId: outcome });
}

// not in a component: a slow job ends after its preview was closed
desktopApp?.onPrintEnd((end) => showOutcome(end, translate));

/**
 * Prints the previewed sheet or saves it as a PDF, after the fonts have loaded.
 * @param length of the badge on a roll, millimetres
 */
export function usePrintJobs(app: Bridge, sheet: Sheet, length: number | null) {
  const t = useTranslate();
  const print = useMutation({
    mutationFn: async (withDialog: boolean) => {
      try {
        await fontsReady();
        showOutcome(await app.print(sheet, withDialog, length), t);
      } catch {
        toast.error(t("console.printer.failed"), { toastId: "failed" });
      }
    },
  });
  const savePdf = useMutation({
    mutationFn: async () => {
      try {
        await fontsReady();
        return await app.savePdf(sheet, length);
      } catch {
        return { state: "failed" } as const;
      }
    },
    onSuccess: (outcome) => {
      if (outcome.state === "saved") toast.success(t("console.printer.saved", { name: outcome.name }));
      if (outcome.state === "failed") toast.warning(t("console.printer.notSaved"), { toastId: "notSaved" });
    },
  });
  return { print, savePdf };
}
