/** Excel files, read back here and in LibreOffice. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import readSheets from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sheetOf, sheetsFile } from "../../desktop/renderer/console/components/export/sheet-file.ts";
import type { SheetColumn } from "../../desktop/renderer/console/components/table/column-meta.ts";
import { missingPrograms } from "../support/programs.ts";

const run = promisify(execFile);

const hostile = ["=1+1", "+82", "-2", "@SUM(A1)", '=HYPERLINK("https://elsewhere.example")', "\t=1+1"];
const names = ["가나다", "힣뷁", 'O\'Neill & <b>"Söhne"</b>', "끝에 공백 ", ...hostile];
const rows = names.map((name, count) => ({ name, count, note: "" }));
const columns: SheetColumn<(typeof rows)[number]>[] = [
  { id: "name", header: "이름", accessorFn: ({ name }) => name },
  { id: "count", header: "건수", accessorFn: ({ count }) => count },
  { id: "screen", header: "화면에만" },
  { id: "note", header: "비고", accessorFn: ({ note }) => note, meta: { isFileOnly: true } },
];

const fileOf = async (...sheets: Parameters<typeof sheetsFile>[0]) =>
  Buffer.from(await (await sheetsFile(sheets)).arrayBuffer());

describe("sheetsFile", () => {
  it("writes sheets, headings and cells that read back unchanged", async () => {
    const file = await fileOf(sheetOf("목록", columns, rows), sheetOf("둘째", columns, rows.slice(0, 1)));
    const [first, second] = await readSheets(file);
    expect(first?.sheet).toBe("목록");
    expect(first?.data[0]).toEqual(["이름", "건수", "비고"]);
    expect(first?.data.slice(1).map(([, count]) => count)).toEqual(rows.map(({ count }) => count));
    expect(first?.data.slice(1).map(([name]) => String(name).trim())).toEqual(
      names.map((name) => name.trim()),
    );
    expect(second).toMatchObject({
      sheet: "둘째",
      data: [
        ["이름", "건수", "비고"],
        ["가나다", 0, null],
      ],
    });
  });

  it("adapts sheet names and long texts to the limits of Excel", async () => {
    const long = "가".repeat(40_000);
    const file = await fileOf(
      sheetOf("본관/별관: [모두] 방문객 목록 2026년 11월 전체", columns, [
        { name: long, count: 1, note: "" },
      ]),
    );
    const [sheet] = await readSheets(file);
    expect(sheet?.sheet).toBe("본관 별관   모두  방문객 목록 2026년 11월 전체".slice(0, 31));
    expect(sheet?.data[1]?.[0]).toBe(long.slice(0, 32_767));
  });

  it("sets column widths for Korean text within limits", () => {
    const { widths } = sheetOf("목록", columns, [{ name: "가".repeat(100), count: 1, note: "" }]);
    expect(widths).toEqual([50, 8, 8]);
    expect(sheetOf("목록", columns, [{ name: "가나다라마", count: 1, note: "" }]).widths[0]).toBe(12);
  });
});

describe("LibreOffice", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheets-"));
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("opens the file with Korean text, and without formulas", async ({ skip }) => {
    const reason = missingPrograms("soffice");
    if (reason !== undefined) return skip(reason);
    await writeFile(join(folder, "list.xlsx"), await fileOf(sheetOf("목록", columns, rows)));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    // separator "|", quote "~", as shown, UTF-8, a file for each sheet
    const asCsv = "csv:Text - txt - csv (StarCalc):124,126,76,1,,0,false,true,false,false,false,-1";
    await run("soffice", [profile, "--headless", "--convert-to", asCsv, "--outdir", folder, "list.xlsx"], {
      cwd: folder,
      timeout: 60_000,
    });
    const lines = (await readFile(join(folder, "list-목록.csv"), "utf8")).trimEnd().split("\n");
    expect(lines[0]).toBe("이름|건수|비고");
    expect(lines.slice(1)).toEqual(names.map((name, count) => `${name}|${count}|`));
  }, 90_000);
});
