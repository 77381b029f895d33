import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dialog, PrinterInfo, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from "electron";
import { describe, expect, it } from "vitest";
import { createPrinting, openPrintChoices } from "../../desktop/main/printing.ts";
import { ownFolder } from "./support/folder.ts";
import { keptLog } from "./support/log.ts";

const named = (name: string, displayName: string): PrinterInfo => ({
  name,
  displayName,
  description: "",
  options: {} as PrinterInfo["options"],
});

interface Surroundings {
  folder?: string;
  printers?: PrinterInfo[];
  /** what the printer says; undefined: nothing */
  says?: [isDone: boolean, reason: string];
  /** it says so only when it is told to (`answer`) */
  isSlow?: boolean;
  filePath?: string;
}

/** The real module over a window that writes down what it is asked for. */
function start({
  folder = ownFolder(),
  printers,
  says = [true, ""],
  isSlow = false,
  filePath = "",
}: Surroundings = {}) {
  const printed: WebContentsPrintOptions[] = [];
  let answer = () => {};
  const pdfs: PrintToPDFOptions[] = [];
  const asked: string[] = [];
  const { log, lines } = keptLog();
  const contents = {
    getPrintersAsync: async () => printers ?? [named("HP_1", "HP 1층"), named("QL_820", "Brother QL-820")],
    print: (options: WebContentsPrintOptions, done: (isDone: boolean, reason: string) => void) => {
      printed.push(options);
      answer = () => done(...says);
      if (!isSlow) answer();
    },
    printToPDF: async (options: PrintToPDFOptions) => {
      pdfs.push(options);
      return Buffer.from("%PDF");
    },
  };
  const dialog = {
    showSaveDialog: async (options: { defaultPath: string }) => {
      asked.push(options.defaultPath);
      return { canceled: filePath === "", filePath };
    },
  };
  const printing = createPrinting({
    contents: () => contents as unknown as WebContents,
    dialog: dialog as unknown as Dialog,
    choices: openPrintChoices(join(folder, "printing.json"), log),
    folder: () => "/home/desk/Documents",
    languageNow: () => "ko",
    now: () => new Date(2026, 10, 21, 12).getTime(),
    log,
  });
  return { ...printing, answer: () => answer(), printed, pdfs, asked, lines, folder };
}

describe("printers", () => {
  it("are listed by the system's names, and nothing is chosen at first", async () => {
    const usual = { printer: null, isSilent: false };
    expect(await start().read()).toEqual({
      printers: [
        { name: "HP_1", label: "HP 1층" },
        { name: "QL_820", label: "Brother QL-820" },
      ],
      choices: { passes: usual, evacuation: usual, badge: usual, register: usual },
    });
  });

  it("are remembered for each sheet", async () => {
    const first = start();
    await first.choose("badge", { printer: "QL_820", isSilent: true });
    const { choices } = await start({ folder: first.folder }).read();
    expect(choices.badge).toEqual({ printer: "QL_820", isSilent: true });
    expect(choices.passes).toEqual({ printer: null, isSilent: false });
  });
});

describe("printing", () => {
  it.each([
    ["passes", { pageSize: "A4", landscape: true }],
    ["evacuation", { pageSize: "A4", landscape: false }],
    ["register", { pageSize: "A4", landscape: true }],
    ["badge", { pageSize: { width: 90_000, height: 125_000 }, landscape: false }],
  ] as const)("opens the system's dialog with the paper of %s", async (sheet, paper) => {
    const { print, printed } = start();
    expect(await print(sheet, false)).toBe("dialog");
    expect(printed).toEqual([{ ...paper, silent: false, printBackground: false }]);
  });

  it("goes straight to the chosen printer where that was wanted, and asks all the same when told to", async () => {
    const { print, choose, printed } = start();
    await choose("badge", { printer: "QL_820", isSilent: true });
    expect(await print("badge", false)).toBe("printed");
    expect(await print("badge", true)).toBe("dialog");
    expect(printed.map(({ silent, deviceName }) => [silent, deviceName])).toEqual([
      [true, "QL_820"],
      [false, "QL_820"],
    ]);
  });

  it("goes to no other printer where the chosen one is not there; the dialog still opens", async () => {
    const { print, choose, printed } = start({ printers: [named("HP_1", "HP")] });
    await choose("badge", { printer: "QL_820", isSilent: true });
    expect(await print("badge", false)).toBe("noPrinter");
    expect(printed).toEqual([]);
    expect(await print("badge", true)).toBe("dialog");
    expect(printed[0]).not.toHaveProperty("deviceName");
  });

  it("says when the printer fails, and takes a cancelled job for none", async () => {
    const broken = start({ says: [false, "Print job failed"] });
    await broken.choose("passes", { printer: null, isSilent: true });
    expect(await broken.print("passes", false)).toBe("failed");
    expect(broken.lines).toEqual(["print-failed Print job failed"]);
    const called = start({ says: [false, "Print job canceled"] });
    await called.choose("passes", { printer: null, isSilent: true });
    expect(await called.print("passes", false)).toBe("printed");
  });
});

describe("the system's dialog", () => {
  it("counts as open until its job is handed over or called off", async () => {
    const { print, isDialogOpen, answer } = start({ isSlow: true, says: [false, "Print job canceled"] });
    expect(isDialogOpen()).toBe(false);
    expect(await print("badge", true)).toBe("dialog");
    expect(isDialogOpen()).toBe(true);
    answer();
    expect(isDialogOpen()).toBe(false);
  });

  it("is not open while a silent job is under way", async () => {
    const { print, choose, isDialogOpen, answer } = start({ isSlow: true });
    await choose("badge", { printer: null, isSilent: true });
    const outcome = print("badge", false);
    expect(isDialogOpen()).toBe(false);
    answer();
    expect(await outcome).toBe("printed");
  });
});

describe("a PDF", () => {
  it("is saved where the person says, on the sheet's paper, under a name with the day", async () => {
    const filePath = join(ownFolder(), "명단.pdf");
    const { savePdf, pdfs, asked } = start({ filePath });
    expect(await savePdf("badge")).toEqual({ state: "saved", name: "명단.pdf" });
    expect(readFileSync(filePath, "utf8")).toBe("%PDF");
    expect(asked).toEqual([join("/home/desk/Documents", "방문증 2026-11-21.pdf")]);
    expect(pdfs[0]).toMatchObject({ preferCSSPageSize: true, printBackground: false });
    const sizes = pdfs.map(({ pageSize }) => pageSize as { width: number; height: number });
    expect(sizes.flatMap(({ width, height }) => [width * 25.4, height * 25.4]).map(Math.round)).toEqual([
      90, 125,
    ]);
  });

  it("is called off, or cannot be written", async () => {
    expect(await start().savePdf("passes")).toEqual({ state: "cancelled" });
    const { savePdf, lines } = start({ filePath: join(ownFolder(), "none", "x.pdf") });
    expect(await savePdf("passes")).toEqual({ state: "failed" });
    expect(lines[0]).toContain("pdf-failed ENOENT");
  });
});
