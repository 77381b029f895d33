import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Dialog, WebContents, WebContentsPrintOptions } from "electron";
import { messageOf } from "#contract/thrown.ts";
import type { Language, PdfOutcome, PrintEnd, Printing, PrintOutcome, Sheet } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import type { PrintChoices } from "./print-choices.ts";
import { pdfPage, printedPage } from "./print-pages.ts";

interface Options {
  readonly contents: () => WebContents | undefined;
  readonly dialog: Pick<Dialog, "showSaveDialog">;
  readonly choices: PrintChoices;
  /** reports a job that returned `slow`, or one that failed after its dialog */
  readonly onEnd: (end: PrintEnd) => void;
  /** default folder of the PDF dialog */
  readonly folder: () => string;
  readonly currentLanguage: () => Language;
  readonly now: () => number;
  readonly log: Log;
}

/** How long to wait for the printer driver before returning `slow`. */
export const timeoutMs = 20_000;

/** Prints the window's current page on its paper. */
export function createPrinting(options: Options) {
  const { contents, dialog, choices, onEnd, folder, currentLanguage, now, log } = options;
  const jobs = { dialogs: 0, silent: 0 };
  const page = (): WebContents => {
    const found = contents();
    if (!found) throw new Error("There is no window.");
    return found;
  };
  const logFailure = (error: Error) => log("print-failed", { reason: error.message });
  const printers = async () =>
    (await page().getPrintersAsync()).map(({ name, displayName }) => ({ name, label: displayName || name }));

  const read = async (): Promise<Printing> => ({
    printers: await printers(),
    choices: choices.all(),
    badge: choices.badge(),
    presets: choices.presets,
  });

  /** @returns the result; `undefined` if cancelled @throws when Electron rejects the job */
  async function runJob(printOptions: WebContentsPrintOptions): Promise<PrintEnd | undefined> {
    const kind = printOptions.silent ? "silent" : "dialogs";
    jobs[kind]++;
    try {
      const [isDone, reason] = await new Promise<[boolean, string]>((resolve) =>
        page().print(printOptions, (...answer) => resolve(answer)),
      );
      if (isDone) return "printed";
      if (/cancel/i.test(reason)) return undefined;
      log("print-failed", { reason });
      return "failed";
    } finally {
      jobs[kind] = Math.max(jobs[kind] - 1, 0);
    }
  }

  async function print(sheet: Sheet, hasDialog: boolean, length: number | null): Promise<PrintOutcome> {
    // the page cannot call while a dialog is open
    jobs.dialogs = 0;
    const { printer, isSilent } = choices.all()[sheet];
    const isThere = printer !== null && (await printers()).some(({ name }) => name === printer);
    const silent = isSilent && !hasDialog;
    // the system would silently use another printer
    if (silent && printer !== null && !isThere) return "noPrinter";
    const job = runJob({
      ...printedPage(sheet, choices.badge(), length),
      silent,
      printBackground: false,
      ...(isThere && { deviceName: printer }),
    });
    if (!silent) {
      void job.then((end) => end === "failed" && onEnd(end), logFailure);
      return "dialog";
    }
    const first = await Promise.race([job, after(timeoutMs, "slow" as const)]);
    // no result to report when the user cancelled at the printer
    if (first !== "slow") return first ?? "dialog";
    log("print-slow");
    void job.then((end) => end && onEnd(end), logFailure);
    return "slow";
  }

  function printScreen(): void {
    void runJob({}).then((end) => end === "failed" && onEnd(end), logFailure);
  }

  async function savePdf(sheet: Sheet, length: number | null): Promise<PdfOutcome> {
    const { print: labels } = texts[currentLanguage()];
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: labels.savePdf,
      defaultPath: join(folder(), `${labels[sheet]} ${dayOf(now())}.pdf`),
      filters: [{ name: "PDF", extensions: ["pdf"] }],
    });
    if (canceled || filePath === "") return { state: "cancelled" };
    try {
      await writeFile(filePath, await page().printToPDF(pdfPage(sheet, choices.badge(), length)));
      return { state: "saved", name: basename(filePath) };
    } catch (error) {
      log("pdf-failed", { problem: messageOf(error) });
      return { state: "failed" };
    }
  }

  return {
    read,
    choose: choices.choose,
    setUpBadge: choices.setUpBadge,
    print,
    printScreen,
    savePdf,
    /** The system's print dialog blocks the window; the page does not answer meanwhile. */
    isDialogOpen: () => jobs.dialogs > 0,
    /** A dialog is open or a job is in progress. */
    isPrinting: () => jobs.dialogs + jobs.silent > 0,
  };
}

/** IPC handlers. */
export const printingCalls = (printing: ReturnType<typeof createPrinting>) => ({
  "printing.read": printing.read,
  "printing.choose": printing.choose,
  "printing.setUpBadge": printing.setUpBadge,
  "printing.print": printing.print,
  "printing.printScreen": printing.printScreen,
  "printing.savePdf": printing.savePdf,
});

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), ms).unref();
  });

/** "2026-11-21" in local time. */
const dayOf = (now: number): string => new Intl.DateTimeFormat("sv-SE").format(now);
