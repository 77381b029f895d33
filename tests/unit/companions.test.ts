/** Companions pasted from a spreadsheet, and ranges of pass numbers. */
import { describe, expect, it } from "vitest";
import { maxInRange, numberRange } from "../../desktop/renderer/console/features/passes/number-range.ts";
import { emptyPerson, isTable, readPeople } from "../../desktop/renderer/console/features/reserve/people.ts";

const peopleOf = (text: string) => readPeople(text).map(({ person }) => person);

describe("pasted companions", () => {
  it("are read in the order name, mobile, company, position, vehicle", () => {
    expect(peopleOf("다솜\t010-0000-5678\t나래상사\t대리\t12가 3456")).toEqual([
      {
        name: "다솜",
        cellphone: "010-0000-5678",
        company: "나래상사",
        position: "대리",
        carNumber: "12가 3456",
      },
    ]);
  });

  it.each([
    ["commas", "다솜,010-0000-5678,나래상사\n라온,,"],
    ["semicolons", "다솜;010-0000-5678;나래상사\n라온"],
    ["tabs and CRLF", "다솜\t010-0000-5678\t나래상사\r\n라온\r\n"],
    ["blank lines", "\n다솜\t010-0000-5678\t나래상사\n\t\t\n라온\n\n"],
  ])("can be separated by %s", (_, text) => {
    expect(peopleOf(text)).toEqual([
      { ...emptyPerson, name: "다솜", cellphone: "010-0000-5678", company: "나래상사" },
      { ...emptyPerson, name: "라온" },
    ]);
  });

  it("follow a heading in any order, in Korean or English, and ignore other columns", () => {
    const expected = [{ ...emptyPerson, name: "다솜", company: "나래상사", cellphone: "010-0000-5678" }];
    expect(peopleOf("번호\t소속\t휴대전화\t이름\n1\t나래상사\t01000005678\t다솜")).toEqual(expected);
    expect(peopleOf("Company,Mobile,Name\n나래상사,01000005678,다솜")).toEqual(expected);
  });

  it("get back the leading zero removed by spreadsheets", () => {
    expect(peopleOf("다솜\t1000005678")[0]?.cellphone).toBe("010-0000-5678");
  });

  it("keep an invalid number as typed", () => {
    expect(peopleOf("다솜\t010-12")[0]?.cellphone).toBe("010-12");
  });

  it("keep separators inside quotation marks", () => {
    expect(peopleOf('다솜,,"나래, 상사","대""리"')).toEqual([
      { ...emptyPerson, name: "다솜", company: "나래, 상사", position: '대"리' },
    ]);
  });

  it("keep their original lines", () => {
    expect(readPeople("다솜\t010-12\r\n라온").map(({ raw }) => raw.trim())).toEqual(["다솜\t010-12", "라온"]);
  });

  it("isTable tells a table from a single value", () => {
    expect(isTable("다솜")).toBe(false);
    expect(isTable("다솜\n")).toBe(false);
    expect(isTable("다솜\t010")).toBe(true);
    expect(isTable("다솜\n라온")).toBe(true);
  });
});

describe("numberRange", () => {
  it("lists numbers from first to last with leading zeros", () => {
    expect(numberRange("P-008", "P-011")).toEqual({ numbers: ["P-008", "P-009", "P-010", "P-011"] });
    expect(numberRange("p-8", "Ｐ－９")).toEqual({ numbers: ["P-8", "P-9"] });
    expect(numberRange("9", "11")).toEqual({ numbers: ["9", "10", "11"] });
  });

  it.each([
    ["has another prefix", "P-001", "V-010", "runShape"],
    ["has no digits", "P-001", "P-", "runShape"],
    ["is before the first", "P-010", "P-001", "runOrder"],
    ["makes the range too long", "P-001", `P-${maxInRange + 1}`, "runLong"],
    ["is huge", "P-1", "P-99999999999999999999", "runLong"],
  ])("rejects a last number that %s", (_, first, last, error) => {
    expect(numberRange(first, last)).toEqual({ error });
  });
});
