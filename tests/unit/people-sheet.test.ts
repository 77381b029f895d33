/** Import of users from a spreadsheet: unpacking, headings and validation. */
import { strFromU8, unzipSync, zipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { sheetsFile } from "../../desktop/renderer/console/components/export/sheet-file.ts";
import {
  bodyOf,
  companyNames,
  correctedRows,
  createRowValidator,
  type ImportRow,
  importFields,
  readHeadings,
  rowOf,
  type SheetCell,
  type SheetPlan,
  unknownCompanies,
} from "../../desktop/renderer/console/features/host-import/import-sheet.ts";
import { UnreadableFile, unpackSheets } from "../../desktop/renderer/console/features/host-import/unpack.ts";

const words = {
  headings: Object.fromEntries(importFields.map((field) => [field, [`${field} 제목`]])) as never,
  roles: { host: ["호스트"], desk: ["안내데스크"], admin: ["관리자"], privacy: ["개인정보 담당자"] },
};

const plan = (headings: readonly SheetCell[]) => readHeadings(headings, words) as SheetPlan;
const sheet = (lines: readonly (readonly (string | number | null)[])[]) =>
  sheetsFile([{ name: "people", headings: ["loginId"], lines, widths: [10] }]);
const most = 100_000_000;
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "read",
    (error: unknown) => (error instanceof UnreadableFile ? error.reason : error),
  );

it("readSheet reads compressed files, Korean text and formulas as text", async () => {
  const lines = [["황보남궁"], ["=1+1"], ["@SUM(A1)"], ["줄\n바꿈 <b>&amp;</b>"]];
  const archive = await unpackSheets(await sheet(lines), most);
  expect(await readSheet(archive)).toEqual([["loginId"], ...lines]);
});

it("sheetsFile adds a list of choices to a column of one sheet only", async () => {
  const people = { name: "people", headings: ["company"], lines: [], widths: [10] };
  const lists = { ...people, name: "목록", lines: [["가온정밀"]] };
  const file = await sheetsFile([{ ...people, choices: { 0: "'목록'!$A$2:$A$2" } }, lists]);
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const [first = "", second = ""] = [1, 2].map((n) =>
    strFromU8(parts[`xl/worksheets/sheet${n}.xml`] as Uint8Array),
  );
  expect(first).toMatch(
    /<\/sheetData><dataValidations [^>]+><dataValidation type="list" [^>]*sqref="A2:A\d+">/,
  );
  expect(first).toContain("<formula1>'목록'!$A$2:$A$2</formula1>");
  expect(second).not.toContain("dataValidation");
});

it("readSheet reads a large file without a worker", async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => [`user.${n}@example.com`]);
  const archive = await unpackSheets(await sheet(lines), most);
  expect(archive.byteLength).toBeGreaterThan(600_000);
  expect((await readSheet(archive)).length).toBe(20_001);
});

it("unpackSheets rejects invalid, truncated and too large archives", async () => {
  const whole = await sheet([["user"]]);
  expect(await reasonOf(unpackSheets(new Blob(["not a sheet"]), most))).toBe("notZip");
  expect(await reasonOf(unpackSheets(new Blob([]), most))).toBe("notZip");
  expect(await reasonOf(unpackSheets(whole.slice(0, whole.size - 40), most))).toBe("notZip");
  expect(await reasonOf(unpackSheets(whole, 500))).toBe("tooLarge");
  const broken = new Uint8Array(await whole.arrayBuffer());
  broken.fill(7, 60, 200);
  expect(await reasonOf(unpackSheets(new Blob([broken]), most))).toBe("notZip");
});

const zeros = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(20_000_000) }, { level: 1 });

/** An archive of 20 MB of zeros that declares another size. */
function bomb(declared: number): Blob {
  const archive = zeros.slice();
  const view = new DataView(archive.buffer);
  view.setUint32(22, declared, true);
  view.setUint32(view.getUint32(archive.byteLength - 22 + 16, true) + 24, declared, true);
  return new Blob([archive]);
}

it("unpackSheets uses no more memory than declared, and rejects a too large declaration", async () => {
  const limit = 10_000_000;
  expect(bomb(1_000).size).toBeLessThan(200_000);
  const archive = await unpackSheets(bomb(1_000), limit);
  expect(archive.byteLength).toBeLessThan(1_500);
  await expect(readSheet(archive)).rejects.toThrow();
  expect(await reasonOf(unpackSheets(bomb(20_000_000), limit))).toBe("tooLarge");
  expect(await reasonOf(unpackSheets(bomb(0xffff_fffe), limit))).toBe("tooLarge");
});

it("readHeadings finds columns in any order, and returns unknown and missing ones", () => {
  const found = plan(["메모", "name 제목 *", "COMPANY", null, "로그인", "loginid제목"]);
  expect(found.columns).toMatchObject({ name: 1, company: 2, loginId: 5, email: undefined });
  expect(found.ignored).toEqual(["메모", "로그인"]);
  expect(readHeadings(["메모", "name"], words)).toEqual({ missing: ["loginId", "company"] });
});

const row = (cells: readonly SheetCell[], line = 2) =>
  rowOf(cells, line, plan(["loginId", "name", "company", "cellPhone", "role"])) as ImportRow;

it("rows are read as text, numbers get their leading zero, and empty rows are skipped", () => {
  const { cells, line } = row([7, true, new Date("2026-11-21T00:00:00Z"), 1_000_001_234, null], 9);
  expect(line).toBe(9);
  expect(cells.slice(0, 4)).toEqual(["7", "true", "", "2026-11-21"]);
  expect(cells[importFields.indexOf("cellPhone")]).toBe("01000001234");
  expect(row([" ", null, ""])).toBeUndefined();
});

it("roles are read by name, and unknown ones are left to the server", () => {
  expect(bodyOf(row(["a", "b", "c", "", "개인정보담당자"]), words).role).toBe("privacy");
  expect(bodyOf(row(["a", "b", "c", "", " Desk "]), words).role).toBe("desk");
  expect(bodyOf(row(["a", "b", "c", "", "사장"]), words).role).toBe("사장");
  expect(bodyOf(row(["a", "b", "c", "", ""]), words).role).toBeUndefined();
});

it("rows are validated by the contract and against earlier rows", () => {
  const validate = createRowValidator(words);
  expect(validate(row(["a", "b", "c", "", ""])).errors).toBeUndefined();
  expect(validate(row([" Ａ ", "b", "c", "1", "사장"])).errors).toEqual({
    loginId: "loginIdTwice",
    cellPhone: "format",
    role: "invalid",
  });
  expect(validate(row(["", "", "c", "", ""])).errors).toEqual({ loginId: "required", name: "required" });
  expect(validate(row(["", "b", "c", "", ""])).errors).toEqual({ loginId: "required" });
});

describe("corrected row", () => {
  const judgedRows = (...lines: readonly (readonly SheetCell[])[]) => {
    const validate = createRowValidator(words);
    return lines.map((cells, index) => validate(row(cells, index + 2)));
  };
  const errors = (rows: readonly ImportRow[]) => rows.map((one) => one.errors);
  const cellsOf = (cells: readonly SheetCell[]) => row(cells).cells;

  it("is validated again, and other rows stay the same objects", () => {
    const rows = judgedRows(["a", "b", "c", "1", ""], ["d", "", "c", "", ""]);
    const corrected = correctedRows(rows, 0, cellsOf(["a", "b", "c", "010-0000-1234", ""]), words);
    expect(errors(corrected)).toEqual([undefined, { name: "required" }]);
    expect(corrected[0]).toMatchObject({ line: 2 });
    expect(corrected[1]).toBe(rows[1]);
    expect(errors(correctedRows(rows, 0, cellsOf(["a", "", "c", "", "사장"]), words))[0]).toEqual({
      name: "required",
      role: "invalid",
    });
  });

  it("releases or takes a login id for later rows", () => {
    const rows = judgedRows(["a", "b", "c", "", ""], ["A", "b", "c", "", ""], ["x", "b", "c", "", ""]);
    expect(errors(rows)).toEqual([undefined, { loginId: "loginIdTwice" }, undefined]);
    const freed = correctedRows(rows, 0, cellsOf(["z", "b", "c", "", ""]), words);
    expect(errors(freed)).toEqual([undefined, undefined, undefined]);
    const corrected = correctedRows(freed, 0, cellsOf(["X", "b", "c", "", ""]), words);
    expect(errors(corrected)).toEqual([undefined, undefined, { loginId: "loginIdTwice" }]);
    expect(corrected[1]).toBe(freed[1]);
  });

  it("keeps other errors of login id and fields", () => {
    const rows = judgedRows(["a", "b", "c", "", ""], ["a", "", "c", "", ""], ["a b", "b", "c", "", ""]);
    const corrected = correctedRows(rows, 0, cellsOf(["z", "b", "c", "", ""]), words);
    expect(errors(corrected)).toEqual([undefined, { name: "required" }, { loginId: "format" }]);
  });
});

it("unknownCompanies lists unknown and disabled companies with the number of users", () => {
  const known = companyNames([
    { name: "가온정밀", enName: "Gaon Precision", inUse: true },
    { name: "옛회사", enName: "", inUse: false },
  ]);
  const rows = ["가온정밀", " Gaon Precision ", "새회사", "옛회사", "새회사", ""].map((company) =>
    row(["a", "b", company, "", ""]),
  );
  expect(unknownCompanies(rows, known)).toEqual([
    { name: "새회사", count: 2 },
    { name: "옛회사", count: 1 },
  ]);
});
