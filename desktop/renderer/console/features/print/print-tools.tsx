import { Button, Checkbox, Popover, Select, Stack } from "@mantine/core";
import { IconFileTypePdf, IconPrinter, IconSettings } from "@tabler/icons-react";
import type { Bridge, Sheet } from "../../../../ipc.ts";
import { fontsReady } from "../../lib/appearance/fonts.ts";
import { useTranslate } from "../../lib/language.ts";
import { BadgeSettings } from "./badge-settings.tsx";
import { usePrintJobs } from "./use-print-jobs.ts";
import { type BadgeView, useChoosePrinter, usePrinting } from "./use-printing.ts";

interface AppPrintToolsProps {
  readonly app: Bridge;
  readonly sheet: Sheet;
  readonly isReady: boolean;
  /** Badges only. */
  readonly view?: BadgeView | undefined;
}

/** Printing from the desktop app: to the sheet's printer, with the system dialog, or to a PDF. */
export function AppPrintTools({ app, sheet, isReady, view }: AppPrintToolsProps) {
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
        data-print
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

interface BrowserPrintToolsProps {
  readonly isReady: boolean;
  /** Badges only. */
  readonly view?: BadgeView | undefined;
}

/** Printing from a browser, with its own dialog. */
export function BrowserPrintTools({ isReady, view }: BrowserPrintToolsProps) {
  const t = useTranslate();
  const print = async () => {
    await fontsReady();
    window.print();
  };
  return (
    <>
      {view && <BadgeSettings view={view} />}
      <Button
        disabled={!isReady}
        leftSection={<IconPrinter aria-hidden size={16} />}
        onClick={() => void print()}
      >
        {t("console.print.print")}
      </Button>
    </>
  );
}

/** Printer of a sheet, and whether to skip the dialog; values set by policy are read-only. */
function PrinterFields({ sheet }: { readonly sheet: Sheet }) {
  const t = useTranslate();
  const printing = usePrinting();
  const choose = useChoosePrinter(sheet);
  const choice = printing?.choices[sheet] ?? { printer: null, isSilent: false };
  const printers = printing?.printers ?? [];
  const isMissing =
    choice.printer !== null && printing && !printers.some(({ name }) => name === choice.printer);
  const options = [
    ...printers.map(({ name, label }) => ({ value: name, label })),
    ...(isMissing && choice.printer !== null ? [{ value: choice.printer, label: choice.printer }] : []),
  ];
  const presets = printing?.presets;
  const isBadge = sheet === "badge";
  const isPrinterFixed = (isBadge ? presets?.badgePrinter : presets?.listPrinter) ?? false;
  const isSilentFixed = (isBadge ? presets?.badgeSilent : presets?.listSilent) ?? false;
  const fixed = t("console.printer.fixed");
  return (
    <>
      <Select
        clearable={!isPrinterFixed}
        comboboxProps={{ withinPortal: false }}
        data={options}
        description={isPrinterFixed ? fixed : t("console.printer.printerHint")}
        disabled={isPrinterFixed}
        error={isMissing && t("console.printer.noPrinter")}
        label={t("console.printer.printer")}
        nothingFoundMessage={t("console.printer.noPrinters")}
        onChange={(printer) => choose.mutate({ ...choice, printer })}
        placeholder={t("console.printer.systemChoice")}
        value={choice.printer}
      />
      <Checkbox
        checked={choice.isSilent}
        description={isSilentFixed ? fixed : t("console.printer.silentHint")}
        disabled={isSilentFixed}
        label={t("console.printer.silent")}
        onChange={(event) => choose.mutate({ ...choice, isSilent: event.currentTarget.checked })}
      />
    </>
  );
}
