import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { Bridge, PrintOutcome, Sheet } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { fontsReady } from "../../lib/appearance/fonts.ts";
import { type Translate, translate, useTranslate } from "../../lib/language.ts";

/** Says what became of a job, as far as it is known. */
function tellOutcome(outcome: PrintOutcome, t: Translate): void {
  if (outcome === "dialog") return;
  const text = t(`console.printer.${outcome}`);
  const how = { printed: toast.success, slow: toast.info, noPrinter: toast.warning, failed: toast.warning };
  how[outcome](text, { toastId: outcome });
}

// for as long as the console is open: a slow job ends when its preview is long gone
desktopApp?.onPrintEnd((end) => tellOutcome(end, translate));

/**
 * Sends the sheet on the screen to the printer or into a file, once every letter is there.
 * @param length millimetres of a roll that it takes
 */
export function usePrintJobs(app: Bridge, sheet: Sheet, length: number | null) {
  const t = useTranslate();
  const onError = () => void toast.error(t("console.printer.failed"), { toastId: "failed" });
  const print = useMutation({
    mutationFn: async (asks: boolean) => {
      await fontsReady();
      return app.print(sheet, asks, length);
    },
    onSuccess: (outcome) => tellOutcome(outcome, t),
    onError,
  });
  const savePdf = useMutation({
    mutationFn: async () => {
      await fontsReady();
      return app.savePdf(sheet, length);
    },
    onSuccess: (outcome) => {
      if (outcome.state === "saved") toast.success(t("console.printer.saved", { name: outcome.name }));
      if (outcome.state === "failed") toast.warning(t("console.printer.notSaved"), { toastId: "notSaved" });
    },
    onError,
  });
  return { print, savePdf };
}
