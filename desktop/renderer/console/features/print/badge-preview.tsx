import { Alert, Skeleton } from "@mantine/core";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { fromInstant } from "#contract/dates.ts";
import {
  badgeMargins,
  isRoll,
  isSheet,
  isTurned,
  pageSize,
  paperSize,
  sheetBadges,
  sheetStart,
} from "../../../../badge-papers.ts";
import type { BadgeSetup } from "../../../../ipc.ts";
import { fontsReady } from "../../lib/appearance/fonts.ts";
import { styleNonce } from "../../lib/appearance/style-nonce.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./badge.module.css";
import { Badge, CutMarks } from "./badge.tsx";
import { fitLabel, fitRoll } from "./badge-fit.ts";
import { type SheetRow, useSheetSource } from "./sheet-data.ts";
import { type BadgeView, usePaperName, usePrinting } from "./use-printing.ts";

interface BadgePreviewProps {
  readonly view: BadgeView;
  readonly rows: readonly SheetRow[];
}

/** The badges as they will be printed, or a test page. */
export function BadgePreview({ view: { setup, length, setLength, isTest }, rows }: BadgePreviewProps) {
  const tests = useTestRows(setup && isSheet(setup) ? setup.perSheet : 1);
  if (!setup) return <Skeleton height={480} />;
  return (
    <BadgePages
      hasEdge={isTest}
      length={length}
      onLength={setLength}
      rows={isTest ? tests : rows}
      setup={setup}
    />
  );
}

/** Rows of the test page: printer and paper instead of a visitor. */
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
    consentMissing: false,
  };
  return Array.from({ length: count }, (_, n) => ({ ...row, id: -1 - n }));
}

interface BadgePagesProps {
  readonly rows: readonly SheetRow[];
  readonly setup: BadgeSetup;
  /** On a roll: length of the longest badge, millimetres; null while measuring, and for other paper. */
  readonly length: number | null;
  readonly onLength: (length: number | null) => void;
  readonly hasEdge?: boolean;
}

const chunks = <T,>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));

/** Badges on their pages; on a roll all badges of a job are as long as the longest. */
function BadgePages({ rows, setup, length, onLength, hasEdge }: BadgePagesProps) {
  const t = useTranslate();
  const language = useLanguage();
  const pages = useRef<HTMLDivElement>(null);
  const [isTooFull, setIsTooFull] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: language and rows change the measured size
  useEffect(() => {
    let isMounted = true;
    void fontsReady().then(() => {
      if (!isMounted || !pages.current) return;
      const badges = [...pages.current.querySelectorAll("article")];
      if (!isRoll(setup)) {
        onLength(null);
        setIsTooFull(badges.filter((badge) => !fitLabel(badge)).length > 0);
        return;
      }
      const { top, right, bottom, left } = badgeMargins(setup);
      const turned = isTurned(setup);
      const printableWidth = paperSize(setup, null).width - (turned ? top + bottom : left + right);
      onLength(Math.max(...badges.map((badge) => fitRoll(badge, printableWidth, turned))));
      setIsTooFull(false);
    });
    return () => {
      isMounted = false;
    };
  }, [rows, setup, language, onLength]);

  const { width, height } = pageSize(setup, length);
  const { left, top } = sheetStart(setup.perSheet);
  const grid: CSSProperties = {
    left: `${left}mm`,
    top: `${top}mm`,
    gridTemplateColumns: `repeat(${sheetBadges[setup.perSheet].columns}, auto)`,
  };
  const measures: CSSProperties & Record<`--${string}`, string> = {
    "--page-width": `${width}mm`,
    "--page-height": `${height}mm`,
  };
  const sheet = isSheet(setup);
  return (
    <>
      <style nonce={styleNonce}>{`@page badge { size: ${width}mm ${height}mm; margin: 0; }`}</style>
      {isTooFull && (
        <Alert className={styles.note} color="red" mb="md" title={t("console.badge.tooFull")}>
          {t("console.badge.tooFullHint")}
        </Alert>
      )}
      <div className={styles.pages} ref={pages} style={measures}>
        {chunks(rows, sheet ? setup.perSheet : 1).map((pageRows) => (
          <div className={sheet ? `${styles.page} ${styles.sheet}` : styles.page} key={pageRows[0]?.id}>
            <div className={sheet ? styles.grid : undefined} style={sheet ? grid : undefined}>
              {pageRows.map((row) => (
                <Badge hasEdge={hasEdge} key={row.id} length={length} row={row} setup={setup} />
              ))}
            </div>
            {sheet && <CutMarks perSheet={setup.perSheet} />}
          </div>
        ))}
      </div>
    </>
  );
}
