import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Dialog, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from "electron";
import * as z from "zod/mini";
import type { Language, PdfOutcome, PrintChoice, Printing, PrintOutcome, Sheet } from "../ipc.ts";
import { printChoice } from "./ipc-arguments.ts";
import { type JsonFile, openJsonFile } from "./json-file.ts";
import { texts } from "./language.ts";
import type { Log } from "./log.ts";

const microns = { badge: { width: 90_000, height: 125_000 } };
const micronsPerInch = 25_400;

/** The paper of each sheet, the same as its `@page` rule says (renderer/features/print). */
const papers: Readonly<Record<Sheet, Required<Pick<WebContentsPrintOptions, "pageSize" | "landscape">>>> = {
  passes: { pageSize: "A4", landscape: true },
  evacuation: { pageSize: "A4", landscape: false },
  badge: { pageSize: microns.badge, landscape: false },
  register: { pageSize: "A4", landscape: true },
};

/** Where a PDF is concerned Electron counts in inches. */
function pdfOptions(sheet: Sheet): PrintToPDFOptions {
  const { pageSize, landscape } = papers[sheet];
  const inches =
    typeof pageSize === "string"
      ? pageSize
      : { width: pageSize.width / micronsPerInch, height: pageSize.height / micronsPerInch };
  return { pageSize: inches, landscape, preferCSSPageSize: true, printBackground: false };
}

const choicesSchema = z.object({
  passes: printChoice,
  evacuation: printChoice,
  badge: printChoice,
  register: printChoice,
});

type Choices = Readonly<Record<Sheet, PrintChoice>>;
export type ChoicesFile = JsonFile<Choices>;

const usual: PrintChoice = { printer: null, isSilent: false };

/** What is chosen for each sheet; a badge printer takes no A4. */
export const openPrintChoices = (file: string, log: Log): ChoicesFile =>
  openJsonFile<Choices>({
    file,
    schema: choicesSchema,
    fallback: { passes: usual, evacuation: usual, badge: usual, register: usual },
    log,
  });

interface Options {
  readonly contents: () => WebContents | undefined;
  readonly dialog: Pick<Dialog, "showSaveDialog">;
  readonly choices: ChoicesFile;
  /** where the dialog for a PDF begins */
  readonly folder: () => string;
  readonly languageNow: () => Language;
  readonly now: () => number;
  readonly log: Log;
}

/** How long a printer's driver may take before the window says that nothing came of it. */
const patienceMs = 60_000;

/** Prints the page that the window shows, on the paper it is made for. */
export function createPrinting({ contents, dialog, choices, folder, languageNow, now, log }: Options) {
  let openDialogs = 0;
  const page = (): WebContents => {
    const found = contents();
    if (!found) throw new Error("There is no window.");
    return found;
  };
  const printers = async () =>
    (await page().getPrintersAsync()).map(({ name, displayName }) => ({ name, label: displayName || name }));

  const read = async (): Promise<Printing> => ({ printers: await printers(), choices: choices.value() });

  const choose = (sheet: Sheet, choice: PrintChoice): Promise<void> =>
    choices.change((before) => ({ ...before, [sheet]: choice }));

  async function print(sheet: Sheet, asks: boolean): Promise<PrintOutcome> {
    const { printer, isSilent } = choices.value()[sheet];
    const isThere = printer !== null && (await printers()).some(({ name }) => name === printer);
    const silent = isSilent && !asks;
    // the system would take another one instead, and nobody would look there
    if (silent && printer !== null && !isThere) return "noPrinter";
    const options: WebContentsPrintOptions = {
      ...papers[sheet],
      silent,
      printBackground: false,
      ...(isThere && { deviceName: printer }),
    };
    if (!silent) openDialogs++;
    const done = new Promise<PrintOutcome>((resolve) =>
      page().print(options, (isDone, reason) => {
        if (!silent) openDialogs--;
        const isOver = isDone || /cancel/i.test(reason);
        if (!isOver) log("print-failed", { reason });
        resolve(isOver ? "printed" : "failed");
      }),
    );
    // whoever calls the dialog off is not always reported
    if (!silent) return "dialog";
    return Promise.race([done, after(patienceMs, "failed" as const)]);
  }

  async function savePdf(sheet: Sheet): Promise<PdfOutcome> {
    const { print: words } = texts[languageNow()];
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: words.savePdf,
      defaultPath: join(folder(), `${words[sheet]} ${dayOf(now())}.pdf`),
      filters: [{ name: "PDF", extensions: ["pdf"] }],
    });
    if (canceled || filePath === "") return { state: "cancelled" };
    try {
      await writeFile(filePath, await page().printToPDF(pdfOptions(sheet)));
      return { state: "saved", name: basename(filePath) };
    } catch (error) {
      log("pdf-failed", { problem: (error as Error).message });
      return { state: "failed" };
    }
  }

  return {
    read,
    choose,
    print,
    savePdf,
    /** The system's print dialog stands before the window; the page does not answer meanwhile. */
    isDialogOpen: () => openDialogs > 0,
  };
}

/** What the window may ask of it. */
export const printingCalls = ({ read, choose, print, savePdf }: ReturnType<typeof createPrinting>) => ({
  "printing.read": read,
  "printing.choose": choose,
  "printing.print": print,
  "printing.savePdf": savePdf,
});

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), ms).unref();
  });

/** "2026-11-21" on this computer's calendar. */
const dayOf = (now: number): string => new Intl.DateTimeFormat("sv-SE").format(now);
