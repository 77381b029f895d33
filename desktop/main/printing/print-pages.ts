/** The paper of each sheet as Electron wants it, the same as its `@page` rule says (renderer/console/features/print). */
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

/** Names that drivers know; every other paper is told in microns. */
const named: Readonly<Partial<Record<BadgeSetup["paper"], "A4" | "A6">>> = { a4: "A4", a6: "A6" };

const micronsPerMm = 1_000;
const mmPerInch = 25.4;

/** For a printer: the paper as it lies in the printer, and whether the page is turned on it. */
export function printedPage(sheet: Sheet, badge: BadgeSetup, length: number | null): Page {
  if (sheet !== "badge") return lists[sheet];
  const { width, height } = paperSize(badge, length);
  return {
    pageSize: named[badge.paper] ?? { width: width * micronsPerMm, height: height * micronsPerMm },
    landscape: isTurned(badge),
  };
}

/** For a PDF, where Electron counts in inches: the page as one reads it. */
export function pdfPage(sheet: Sheet, badge: BadgeSetup, length: number | null): PrintToPDFOptions {
  const also = { preferCSSPageSize: true, printBackground: false };
  if (sheet !== "badge") {
    const { landscape } = lists[sheet];
    return { pageSize: "A4", landscape, ...also };
  }
  const { width, height } = pageSize(badge, length);
  return { pageSize: { width: width / mmPerInch, height: height / mmPerInch }, landscape: false, ...also };
}
