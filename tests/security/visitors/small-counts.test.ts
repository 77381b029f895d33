/** Reports hide small counts by department (Safety Measures Standard, article 3; docs/decisions/server/reports.md). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DepartmentCounts,
  minShownCount,
  withoutSmallCounts,
} from "#api/features/reports/small-counts.ts";

const parts = ["arrived", "noShow", "dropped", "open"] as const;

/** @param attended number with a known stay of an hour */
const department = (
  name: string,
  [arrived, noShow, dropped, open]: number[],
  attended = arrived,
): DepartmentCounts => {
  const counts = { arrived: arrived ?? 0, noShow: noShow ?? 0, dropped: dropped ?? 0, open: open ?? 0 };
  const visits = counts.arrived + counts.noShow + counts.dropped + counts.open;
  return {
    company: "가온",
    department: name,
    visits,
    ...counts,
    stays: attended ?? 0,
    stayMinutes: (attended ?? 0) * 60,
  };
};
const shown = (...rows: DepartmentCounts[]) =>
  withoutSmallCounts(rows).map(({ department: name, others, visits, arrived }) => [
    name || others,
    visits,
    arrived,
  ]);

describe("report by department", () => {
  it("lists departments with all counts if none is small, largest first", () => {
    expect(withoutSmallCounts([department("A", [3, 0, 4, 0]), department("B", [10, 3, 0, 0])])).toEqual([
      {
        company: "가온",
        department: "B",
        others: 0,
        visits: 13,
        arrived: 10,
        noShow: 3,
        dropped: 0,
        open: 0,
        averageStay: 60,
      },
      {
        company: "가온",
        department: "A",
        others: 0,
        visits: 7,
        arrived: 3,
        noShow: 0,
        dropped: 4,
        open: 0,
        averageStay: 60,
      },
    ]);
  });

  it("groups departments with fewer than three visits without names", () => {
    const small = [department("B", [2, 0, 0, 0]), department("C", [1, 0, 0, 0])];
    expect(shown(...small, department("A", [5, 0, 0, 0]))).toEqual([
      ["A", 5, 5],
      [2, 3, 3],
    ]);
  });

  it("adds the next larger department to a group with fewer than three", () => {
    expect(
      shown(department("A", [9, 0, 0, 0]), department("B", [5, 0, 0, 0]), department("C", [1, 0, 0, 0])),
    ).toEqual([
      ["A", 9, 9],
      [2, 6, 6],
    ]);
  });

  it("names no department in a period with fewer than three visits", () => {
    expect(shown(department("A", [2, 0, 0, 0]))).toEqual([[1, 2, null]]);
  });

  it("hides parts of a department with small ones, and of a second one", () => {
    const rows = [
      department("A", [20, 0, 5, 0]),
      department("B", [9, 1, 0, 0]),
      department("C", [4, 0, 3, 0]),
    ];
    expect(shown(...rows)).toEqual([
      ["A", 25, 20],
      ["B", 10, null],
      ["C", 7, null],
    ]);
  });

  it("hides an average of one or two stays", () => {
    const rows = [
      department("A", [9, 0, 0, 0], 2),
      department("B", [4, 0, 0, 0]),
      department("C", [8, 0, 0, 0]),
    ];
    expect(withoutSmallCounts(rows).map(({ averageStay }) => averageStay)).toEqual([null, 60, null]);
  });

  it("never shows small counts, or parts that can be derived", () => {
    const any = fc
      .array(fc.tuple(...parts.map(() => fc.nat({ max: 6 }))), { minLength: 1, maxLength: 12 })
      .map((all) =>
        all.map((counts, at) => department(String(at), counts)).filter(({ visits }) => visits > 0),
      );
    fc.assert(
      fc.property(any, (departments) => {
        const rows = withoutSmallCounts(departments);
        const total = departments.reduce((sum, { visits }) => sum + visits, 0);
        expect(rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(total);
        for (const row of rows) {
          expect(row.visits >= minShownCount || total < minShownCount).toBe(true);
          for (const part of parts) expect([1, 2]).not.toContain(row[part]);
          expect(row.visits < minShownCount && row.department !== "").toBe(false);
        }
        const closed = rows.filter(({ arrived }) => arrived === null).length;
        expect(closed === 1 && rows.length > 1).toBe(false);
      }),
    );
  });
});
