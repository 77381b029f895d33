/** Keeps counts of so few visits out of a report that they would tell of a person (docs/decisions/server/reports.md). */
import type { VisitReport } from "#contract/visits/reports.ts";

/** Counts below it, other than none, are not shown by department. */
export const minShownCount = 3;

/** A department's counts before small ones are taken out; `stays` is what its average stay is of. */
export interface DepartmentCounts {
  readonly company: string;
  readonly department: string;
  readonly visits: number;
  readonly arrived: number;
  readonly noShow: number;
  readonly dropped: number;
  readonly open: number;
  readonly stays: number;
  readonly stayMinutes: number;
}

interface Row extends DepartmentCounts {
  /** Departments that the row is of, where it is of several; 0 for one. */
  readonly others: number;
}

const parts = ["arrived", "noShow", "dropped", "open", "stays"] as const;
const isSmall = (count: number) => count > 0 && count < minShownCount;

const joined = (rows: readonly DepartmentCounts[]): Row => {
  const sum = (name: "visits" | "stayMinutes" | (typeof parts)[number]) =>
    rows.reduce((all, row) => all + row[name], 0);
  return {
    ...{ company: "", department: "", others: rows.length },
    ...{ visits: sum("visits"), arrived: sum("arrived"), noShow: sum("noShow"), dropped: sum("dropped") },
    ...{ open: sum("open"), stays: sum("stays"), stayMinutes: sum("stayMinutes") },
  };
};

/** Departments with few visits as one row, with the next larger ones until it is of enough visits itself. */
function withoutSmallRows(departments: readonly DepartmentCounts[]): Row[] {
  const rows = departments.toSorted(
    (a, b) =>
      b.visits - a.visits || a.company.localeCompare(b.company) || a.department.localeCompare(b.department),
  );
  let shown = rows.filter(({ visits }) => visits >= minShownCount).length;
  if (shown === rows.length) return rows.map((row) => ({ ...row, others: 0 }));
  while (shown > 0 && joined(rows.slice(shown)).visits < minShownCount) shown -= 1;
  return [...rows.slice(0, shown).map((row) => ({ ...row, others: 0 })), joined(rows.slice(shown))];
}

/**
 * The departments of a report, the busiest first and those with few visits last, as one. A row in which any part is small
 * shows its visits only; where that is one row, the one with the fewest visits of the others does so, too, since the totals
 * less all other rows would tell.
 */
export function withoutSmallCounts(departments: readonly DepartmentCounts[]): VisitReport["byDepartment"] {
  const rows = withoutSmallRows(departments);
  const small = new Set(rows.filter((row) => parts.some((part) => isSmall(row[part]))));
  const rest = rows.filter((row) => !small.has(row)).sort((a, b) => a.visits - b.visits);
  if (small.size === 1 && rest[0]) small.add(rest[0]);
  return rows.map((row) => {
    const { company, department, others, visits, arrived, noShow, dropped, open, stays, stayMinutes } = row;
    const whose = { company, department, others, visits };
    if (small.has(row))
      return { ...whose, arrived: null, noShow: null, dropped: null, open: null, averageStay: null };
    const averageStay = stays === 0 ? null : Math.round(stayMinutes / stays);
    return { ...whose, arrived, noShow, dropped, open, averageStay };
  });
}
