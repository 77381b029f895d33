import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dialog, PrinterInfo, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultSetup } from "../../../../desktop/badge-papers.ts";
import type { BadgeSetup, PrintEnd } from "../../../../desktop/ipc.ts";
import { openPrintChoices, type PrintPolicy } from "../../../../desktop/main/printing/print-choices.ts";
import { createPrinting, timeoutMs } from "../../../../desktop/main/printing/printing.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

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
  /** it says so only when `answer` is called */
  isSlow?: boolean;
  policy?: PrintPolicy;
  filePath?: string;
}

function start({
  folder = ownFolder(),
  printers,
  says = [true, ""],
  isSlow = false,
  filePath = "",
  policy = {},
}: Surroundings = {}) {
  const ended: PrintEnd[] = [];
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
    choices: openPrintChoices(join(folder, "printing.json"), policy, log),
    onEnd: (end) => void ended.push(end),
    folder: () => "/home/desk/Documents",
    currentLanguage: () => "ko",
    now: () => new Date(2026, 10, 21, 12).getTime(),
    log,
  });
  return { ...printing, ended, answer: () => answer(), printed, pdfs, asked, lines, folder };
}

function millimetresOf([pdf]: readonly PrintToPDFOptions[]): number[] {
  const size = pdf?.pageSize;
  return typeof size === "object" ? [size.width, size.height].map((side) => Math.round(side * 25.4)) : [];
}

describe("printers", () => {
  it("are listed by the system's names, and none is chosen by default", async () => {
    const usual = { printer: null, isSilent: false };
    expect(await start().read()).toMatchObject({
      printers: [
        { name: "HP_1", label: "HP 1층" },
        { name: "QL_820", label: "Brother QL-820" },
      ],
      choices: { passes: usual, badge: usual },
      badge: defaultSetup("90x125"),
      presets: { badgePrinter: false, listSilent: false },
    });
  });
});

it("a screen is printed as shown, with the system's dialog, and a failure is reported", async () => {
  const { printScreen, printed, ended } = start({ says: [false, "failed"] });
  printScreen();
  expect(printed).toEqual([{}]);
  await vi.waitFor(() => expect(ended).toEqual(["failed"]));
});

describe("badges", () => {
  const roll: BadgeSetup = { ...defaultSetup("62"), margins: { top: 2, right: 3, bottom: 4, left: 3 } };

  it("have paper, orientation and margins for each printer", async () => {
    const first = start();
    await first.choose("badge", { printer: "QL_820", isSilent: false });
    await first.setUpBadge(roll);
    await first.choose("badge", { printer: "HP_1", isSilent: false });
    await first.setUpBadge({ ...defaultSetup("a4"), perSheet: 10 });
    const second = start({ folder: first.folder });
    expect((await second.read()).badge).toEqual({ ...defaultSetup("a4"), perSheet: 10 });
    await second.choose("badge", { printer: "QL_820", isSilent: false });
    expect((await second.read()).badge).toEqual(roll);
    await second.choose("badge", { printer: null, isSilent: false });
    expect((await second.read()).badge).toEqual(defaultSetup("90x125"));
  });

  it("keep the choices stored by a version with one paper only", async () => {
    const folder = ownFolder();
    const choice = { printer: "QL_820", isSilent: true };
    const file = { passes: choice, evacuation: choice, badge: choice, register: choice };
    writeFileSync(join(folder, "printing.json"), JSON.stringify(file));
    const { choices, badge } = await start({ folder }).read();
    expect(choices.badge).toEqual(choice);
    expect(badge).toEqual(defaultSetup("90x125"));
  });

  it.each([
    ["90x125", "portrait", { width: 90_000, height: 125_000 }],
    ["62", "portrait", { width: 62_000, height: 118_000 }],
    ["62", "landscape", { width: 62_000, height: 118_000 }],
    ["103", "portrait", { width: 103_000, height: 118_000 }],
    ["54x101", "landscape", { width: 54_000, height: 101_000 }],
    ["a6", "portrait", "A6"],
    ["cr80", "landscape", { width: 54_000, height: 85_600 }],
    ["custom", "landscape", { width: 100_000, height: 60_000 }],
  ] as const)("on %s, %s, have the size of the paper as fed", async (paper, orientation, size) => {
    const { print, setUpBadge, printed } = start();
    await setUpBadge({ ...defaultSetup(paper), orientation, width: 100, height: 60 });
    await print("badge", true, 117.2);
    expect(printed[0]).toMatchObject({ pageSize: size, landscape: orientation === "landscape" });
  });

  it("share an A4 sheet, which is never rotated", async () => {
    const { print, setUpBadge, printed } = start();
    await setUpBadge({ ...defaultSetup("a4"), orientation: "landscape" });
    await print("badge", true, null);
    expect(printed[0]).toMatchObject({ pageSize: "A4", landscape: false });
  });

  it("are saved as a PDF in reading orientation", async () => {
    const { savePdf, setUpBadge, pdfs } = start({ filePath: join(ownFolder(), "x.pdf") });
    await setUpBadge({ ...roll, orientation: "landscape" });
    await savePdf("badge", 120);
    expect(millimetresOf(pdfs)).toEqual([120, 62]);
  });
});

describe("the policy", () => {
  const policy: PrintPolicy = {
    badgePrinter: "QL_820",
    badgePaper: "62",
    badgeSilent: true,
    listPrinter: "HP_1",
    listSilent: false,
  };

  it("overrides the choices, which stay stored", async () => {
    const own = start();
    await own.choose("badge", { printer: "HP_1", isSilent: false });
    await own.choose("passes", { printer: "QL_820", isSilent: true });
    const { choices, badge, presets } = await start({ folder: own.folder, policy }).read();
    expect(choices.badge).toEqual({ printer: "QL_820", isSilent: true });
    for (const sheet of ["passes", "evacuation", "register"] as const)
      expect(choices[sheet]).toEqual({ printer: "HP_1", isSilent: false });
    expect(badge).toEqual(defaultSetup("62"));
    expect(new Set(Object.values(presets))).toEqual(new Set([true]));
    expect((await start({ folder: own.folder }).read()).choices.badge.printer).toBe("HP_1");
  });

  it("fixes the paper, but not orientation and margins", async () => {
    const { setUpBadge, read } = start({ policy });
    await setUpBadge({ ...defaultSetup("a6"), orientation: "landscape" });
    expect((await read()).badge).toEqual({ ...defaultSetup("a6"), paper: "62", orientation: "landscape" });
  });

  it("may fix only some of the values", async () => {
    const { choose, read } = start({ policy: { badgeSilent: true } });
    await choose("badge", { printer: "HP_1", isSilent: false });
    const { choices, presets } = await read();
    expect(choices.badge).toEqual({ printer: "HP_1", isSilent: true });
    expect(choices.passes.isSilent).toBe(false);
    expect(presets).toMatchObject({ badgeSilent: true, badgePrinter: false, listSilent: false });
  });
});

describe("a slow printer", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function printSlowly(says: [boolean, string]) {
    const desk = start({ isSlow: true, says });
    await desk.choose("badge", { printer: "QL_820", isSilent: true });
    const outcome = desk.print("badge", false, null);
    await vi.advanceTimersByTimeAsync(timeoutMs);
    return { desk, outcome: await outcome };
  }

  it.each([
    ["has printed", [true, ""], ["printed"]],
    ["has failed", [false, "Print job failed"], ["failed"]],
    ["was cancelled", [false, "Print job canceled"], []],
  ] as const)("counts as printing until it %s", async (_, [isDone, reason], ends) => {
    const { desk, outcome } = await printSlowly([isDone, reason]);
    expect(outcome).toBe("slow");
    expect(desk.isPrinting()).toBe(true);
    expect(desk.ended).toEqual([]);
    desk.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.ended).toEqual(ends);
    expect(desk.isPrinting()).toBe(false);
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
    expect(await print(sheet, false, null)).toBe("dialog");
    expect(printed).toEqual([{ ...paper, silent: false, printBackground: false }]);
  });

  it("uses no other printer if the chosen one is missing; the dialog still opens", async () => {
    const { print, choose, printed } = start({ printers: [named("HP_1", "HP")] });
    await choose("badge", { printer: "QL_820", isSilent: true });
    expect(await print("badge", false, null)).toBe("noPrinter");
    expect(printed).toEqual([]);
    expect(await print("badge", true, null)).toBe("dialog");
    expect(printed[0]).not.toHaveProperty("deviceName");
  });

  it("reports a printer's failure, but not a cancelled job", async () => {
    const broken = start({ says: [false, "Print job failed"] });
    await broken.choose("passes", { printer: null, isSilent: true });
    expect(await broken.print("passes", false, null)).toBe("failed");
    expect(broken.lines).toEqual(["print-failed Print job failed"]);
    const cancelled = start({ says: [false, "Print job canceled"] });
    await cancelled.choose("passes", { printer: null, isSilent: true });
    expect(await cancelled.print("passes", false, null)).toBe("dialog");
    expect(cancelled.lines).toEqual([]);
  });
});

describe("the system's dialog", () => {
  it("counts as open until its job is sent or cancelled", async () => {
    const { print, isDialogOpen, answer } = start({ isSlow: true, says: [false, "Print job canceled"] });
    expect(isDialogOpen()).toBe(false);
    expect(await print("badge", true, null)).toBe("dialog");
    expect(isDialogOpen()).toBe(true);
    answer();
    await vi.waitFor(() => expect(isDialogOpen()).toBe(false));
  });

  it("counts as closed when the page prints again", async () => {
    const { print, choose, isDialogOpen, answer, printed } = start({ isSlow: true });
    await print("badge", true, null);
    await choose("badge", { printer: null, isSilent: true });
    const outcome = print("badge", false, null);
    expect(isDialogOpen()).toBe(false);
    await vi.waitFor(() => expect(printed).toHaveLength(2));
    answer();
    expect(await outcome).toBe("printed");
  });

  it("reports a job that fails after it closed", async () => {
    const { print, ended } = start({ says: [false, "Print job failed"] });
    expect(await print("passes", true, null)).toBe("dialog");
    await vi.waitFor(() => expect(ended).toEqual(["failed"]));
  });
});

describe("a PDF", () => {
  it("is saved where the user chooses, on the sheet's paper, with the date in its name", async () => {
    const filePath = join(ownFolder(), "명단.pdf");
    const { savePdf, pdfs, asked } = start({ filePath });
    expect(await savePdf("badge", null)).toEqual({ state: "saved", name: "명단.pdf" });
    expect(readFileSync(filePath, "utf8")).toBe("%PDF");
    expect(asked).toEqual([join("/home/desk/Documents", "방문증 2026-11-21.pdf")]);
    expect(pdfs[0]).toMatchObject({ preferCSSPageSize: true, printBackground: false });
    expect(millimetresOf(pdfs)).toEqual([90, 125]);
  });

  it("reports a cancelled dialog, and a file that cannot be written", async () => {
    expect(await start().savePdf("passes", null)).toEqual({ state: "cancelled" });
    const { savePdf, lines } = start({ filePath: join(ownFolder(), "none", "x.pdf") });
    expect(await savePdf("passes", null)).toEqual({ state: "failed" });
    expect(lines[0]).toContain("pdf-failed ENOENT");
  });
});
