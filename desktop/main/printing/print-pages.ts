/** Page options of each document for Electron; must match its `@page` rule (renderer/console/features/print). */
import type { PrintToPDFOptions, WebContentsPrintOptions } from "electron";
import { isTurned, pageSize, paperSize } from "../../badge-papers.ts";
import type { BadgeSetup, Sheet } from "../../ipc.ts";

type Page = Required<Pick<WebContentsPrintOptions, "pageSize" | "landscape">>;

const lists: Readonly<Record<Exclude<Sheet, "badge">, Page>> = {
  passes: { pageSize: "A4", landscape: true },
  evacuation: { pageSize: "A4", landscape: false },
  register: { pageSize: "A4", landscape: true },
  closing: { pageSize: "A4", landscape: false },
  invitations: { pageSize: "A4", landscape: false },
};

/** Paper names known to drivers; all other sizes are given in microns. */
const paperNames: Readonly<Partial<Record<BadgeSetup["paper"], "A4" | "A6">>> = { a4: "A4", a6: "A6" };

const micronsPerMm = 1_000;
const mmPerInch = 25.4;

/** For a printer: the paper size, and whether the page is rotated on it. */
export function printedPage(sheet: Sheet, badge: BadgeSetup, length: number | null): Page {
  if (sheet !== "badge") return lists[sheet];
  const { width, height } = paperSize(badge, length);
  return {
    pageSize: paperNames[badge.paper] ?? { width: width * micronsPerMm, height: height * micronsPerMm },
    landscape: isTurned(badge),
  };
}

/** For a PDF: the page as read, in inches. */
export function pdfPage(sheet: Sheet, badge: BadgeSetup, length: number | null): PrintToPDFOptions {
  const options = { preferCSSPageSize: true, printBackground: false };
  if (sheet !== "badge") {
    const { landscape } = lists[sheet];
    return { pageSize: "A4", landscape, ...options };
  }
  const { width, height } = pageSize(badge, length);
  return { pageSize: { width: width / mmPerInch, height: height / mmPerInch }, landscape: false, ...options };
}
