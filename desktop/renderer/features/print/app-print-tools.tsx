import { Button, Checkbox, Group, Popover, Select, Stack } from "@mantine/core";
import { IconFileTypePdf, IconPrinter, IconSettings } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { Bridge, PrintChoice, Printing, PrintOutcome, Sheet } from "../../../ipc.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

interface Props {
  readonly app: Bridge;
  readonly sheet: Sheet;
  readonly isReady: boolean;
}

const printingKey = ["printing"];

/** Printing from the app: a printer for each sheet, straight or with the system's dialog, or into a PDF. */
export function AppPrintTools({ app, sheet, isReady }: Props) {
  const t = useTranslate();
  const printing = useQuery({ queryKey: printingKey, queryFn: () => app.readPrinting(), staleTime: 0 }).data;
  const choice: PrintChoice = printing?.choices[sheet] ?? { printer: null, isSilent: false };

  const tell = (outcome: PrintOutcome) => {
    if (outcome === "printed") toast.success(t("console.printer.printed"), { toastId: "printed" });
    else if (outcome !== "dialog") toast.warning(t(`console.printer.${outcome}`), { toastId: outcome });
  };
  const fail = () => void toast.error(t("console.printer.failed"), { toastId: "failed" });
  const print = useMutation({
    mutationFn: async (asks: boolean) => {
      await document.fonts.ready;
      return app.print(sheet, asks);
    },
    onSuccess: tell,
    onError: fail,
  });
  const savePdf = useMutation({
    mutationFn: async () => {
      await document.fonts.ready;
      return app.savePdf(sheet);
    },
    onSuccess: (outcome) => {
      if (outcome.state === "saved") toast.success(t("console.printer.saved", { name: outcome.name }));
      if (outcome.state === "failed") toast.warning(t("console.printer.notSaved"), { toastId: "notSaved" });
    },
    onError: fail,
  });
  const choose = useMutation({
    mutationFn: (next: PrintChoice) => app.choosePrinting(sheet, next),
    // here at once; what could not be kept is put right by reading again
    onMutate: (next) =>
      void queryClient.setQueryData<Printing>(printingKey, (before) =>
        before ? { ...before, choices: { ...before.choices, [sheet]: next } } : before,
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: printingKey }),
    onError: fail,
  });

  const printers = printing?.printers ?? [];
  const isMissing = choice.printer !== null && !printers.some(({ name }) => name === choice.printer);
  const options = [
    ...printers.map(({ name, label }) => ({ value: name, label })),
    ...(isMissing && choice.printer !== null ? [{ value: choice.printer, label: choice.printer }] : []),
  ];
  return (
    <Group gap="xs">
      <Button
        disabled={!isReady}
        leftSection={<IconFileTypePdf aria-hidden size={16} />}
        loading={savePdf.isPending}
        onClick={() => savePdf.mutate()}
        variant="default"
      >
        {t("console.printer.savePdf")}
      </Button>
      <Popover position="bottom-end" trapFocus width={300}>
        <Popover.Target>
          <Button leftSection={<IconSettings aria-hidden size={16} />} variant="default">
            {t("console.printer.settings")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("console.printer.settings")}>
          <Stack gap="sm">
            <Select
              clearable
              comboboxProps={{ withinPortal: false }}
              data={options}
              description={t("console.printer.printerHint")}
              error={isMissing && t("console.printer.noPrinter")}
              label={t("console.printer.printer")}
              nothingFoundMessage={t("console.printer.noPrinters")}
              onChange={(printer) => choose.mutate({ ...choice, printer })}
              placeholder={t("console.printer.systemChoice")}
              value={choice.printer}
            />
            <Checkbox
              checked={choice.isSilent}
              description={t("console.printer.silentHint")}
              label={t("console.printer.silent")}
              onChange={(event) => choose.mutate({ ...choice, isSilent: event.currentTarget.checked })}
            />
            <Button disabled={!isReady} onClick={() => print.mutate(true)} variant="default">
              {t("console.printer.dialog")}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Button
        disabled={!isReady || printing === undefined}
        leftSection={<IconPrinter aria-hidden size={16} />}
        loading={print.isPending}
        onClick={() => print.mutate(false)}
      >
        {t("console.print.print")}
      </Button>
    </Group>
  );
}
