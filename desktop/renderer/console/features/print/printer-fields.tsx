import { Checkbox, Select } from "@mantine/core";
import type { Sheet } from "../../../../ipc.ts";
import { useTranslate } from "../../lib/language.ts";
import { useChoosePrinter, usePrinting } from "./use-printing.ts";

/** Which printer takes a sheet, and whether it is asked about; what IT laid down is shown, and stays. */
export function PrinterFields({ sheet }: { readonly sheet: Sheet }) {
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
