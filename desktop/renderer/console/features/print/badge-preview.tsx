import { Skeleton } from "@mantine/core";
import { fromInstant } from "#contract/dates.ts";
import { isSheet } from "../../../../badge-papers.ts";
import { useTranslate } from "../../lib/language.ts";
import { BadgePages } from "./badge-pages.tsx";
import type { SheetRow } from "./sheet-row.ts";
import { useSheetSource } from "./sheet-source.ts";
import type { BadgeView } from "./use-badge-view.ts";
import { usePaperName } from "./use-paper-name.ts";
import { usePrinting } from "./use-printing.ts";

interface Props {
  readonly view: BadgeView;
  readonly rows: readonly SheetRow[];
}

/** The badges as they will be printed, or the page that a printer is tried with. */
export function BadgePreview({ view: { setup, length, measured, isTest }, rows }: Props) {
  const tests = useTestRows(setup && isSheet(setup) ? setup.perSheet : 1);
  if (!setup) return <Skeleton height={480} />;
  return (
    <BadgePages
      hasEdge={isTest}
      length={length}
      onLength={measured}
      rows={isTest ? tests : rows}
      setup={setup}
    />
  );
}

/** What a printer is tried with: which printer and paper it is, and nobody's name. */
function useTestRows(count: number): SheetRow[] {
  const t = useTranslate();
  const { by, timezone, readAt } = useSheetSource();
  const printing = usePrinting();
  const paper = usePaperName();
  const chosen = printing?.choices.badge.printer;
  const printer = printing?.printers.find(({ name }) => name === chosen)?.label ?? chosen;
  const now = fromInstant(new Date(readAt), timezone);
  const row = {
    reserveNo: "000000-00000",
    name: t("console.badge.test"),
    company: printer ?? t("console.printer.systemChoice"),
    host: by,
    department: "",
    place: paper,
    startDate: now,
    endDate: now,
    passNo: "TEST-01",
    isInside: false,
    enteredAt: "",
    carNumber: "",
    guide: "",
  };
  return Array.from({ length: count }, (_, n) => ({ ...row, id: -1 - n }));
}
