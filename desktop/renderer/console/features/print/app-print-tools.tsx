import { Button, Popover, Stack } from "@mantine/core";
import { IconFileTypePdf, IconPrinter, IconSettings } from "@tabler/icons-react";
import type { Bridge, Sheet } from "../../../../ipc.ts";
import { useTranslate } from "../../lib/language.ts";
import { BadgeSettings } from "./badge-settings.tsx";
import { PrinterFields } from "./printer-fields.tsx";
import type { BadgeView } from "./use-badge-view.ts";
import { usePrintJobs } from "./use-print-jobs.ts";
import { usePrinting } from "./use-printing.ts";

interface Props {
  readonly app: Bridge;
  readonly sheet: Sheet;
  readonly isReady: boolean;
  /** Of badges. */
  readonly view?: BadgeView | undefined;
}

/** Printing from the app: a printer for each sheet, straight or with the system's dialog, or into a PDF. */
export function AppPrintTools({ app, sheet, isReady, view }: Props) {
  const t = useTranslate();
  const printing = usePrinting();
  const { print, savePdf } = usePrintJobs(app, sheet, view?.length ?? null);
  const fields = (
    <>
      <PrinterFields sheet={sheet} />
      <Button disabled={!isReady} onClick={() => print.mutate(true)} variant="default">
        {t("console.printer.dialog")}
      </Button>
    </>
  );
  return (
    <>
      <Button
        disabled={!isReady}
        leftSection={<IconFileTypePdf aria-hidden size={16} />}
        loading={savePdf.isPending}
        onClick={() => savePdf.mutate()}
        variant="default"
      >
        {t("console.printer.savePdf")}
      </Button>
      {view ? (
        <BadgeSettings view={view}>{fields}</BadgeSettings>
      ) : (
        <Popover position="bottom-end" trapFocus width={300}>
          <Popover.Target>
            <Button leftSection={<IconSettings aria-hidden size={16} />} variant="default">
              {t("console.printer.settings")}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t("console.printer.settings")}>
            <Stack gap="sm">{fields}</Stack>
          </Popover.Dropdown>
        </Popover>
      )}
      <Button
        disabled={!isReady || !printing}
        leftSection={<IconPrinter aria-hidden size={16} />}
        loading={print.isPending}
        onClick={() => print.mutate(false)}
      >
        {t("console.print.print")}
      </Button>
    </>
  );
}
