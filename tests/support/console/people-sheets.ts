/** Excel sheets with host users. */
import { buffer } from "node:stream/consumers";
import type { Download } from "playwright-core";
import readSheets from "read-excel-file/node";
import { sheetsFile } from "../../../desktop/renderer/console/components/export/sheet-file.ts";

export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The headings of the template, in Korean. */
export const headings = [
  ...["아이디", "이름", "영문 이름", "회사", "부서", "직위", "휴대전화", "전화", "이메일", "권한"],
] as const;

/** A file with one sheet, for a file input. */
export async function sheetFile(
  lines: readonly (readonly (string | number | null)[])[],
  { name = "people.xlsx", top = headings as readonly string[] } = {},
) {
  const file = await sheetsFile([{ name: "people", headings: top, lines, widths: top.map(() => 12) }]);
  return { name, mimeType: xlsxType, buffer: Buffer.from(await file.arrayBuffer()) };
}

/** The first sheet of a downloaded file. */
export async function downloadedSheet(download: Download) {
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  return sheet?.data ?? [];
}

/** A host user as a row of the template. */
export const person = (n: number, more: Partial<Record<(typeof headings)[number], string | number>> = {}) => {
  const cells: Record<string, string | number | null> = {
    아이디: `import.${n}`,
    이름: `한가람${n}`,
    "영문 이름": null,
    회사: "가온정밀",
    부서: "등록팀",
    직위: null,
    휴대전화: `010-0000-${String(n % 10_000).padStart(4, "0")}`,
    전화: null,
    이메일: null,
    권한: null,
    ...more,
  };
  return headings.map((heading) => cells[heading] ?? null);
};
