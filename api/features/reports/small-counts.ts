/** Suppresses small counts, which could identify a person (docs/decisions/server/reports.md). */
import type { VisitReport } from "#contract/visits/reports.ts";

/** Smaller counts, except 0, are not shown by department. */
export const minShownCount = 3;

/** A department's counts before suppression; the average stay is `stayMinutes / stays`. */
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
  /** Number of departments that the row combines; 0 for a single one. */
  readonly others: number;
}

const parts = ["arrived", "noShow", "dropped", "open", "stays"] as const;
const isSmall = (count: number) => count > 0 && count < minShownCount;

const combined = (rows: readonly DepartmentCounts[]): Row => {
  const sum = (name: "visits" | "stayMinutes" | (typeof parts)[number]) =>
    rows.reduce((all, row) => all + row[name], 0);
  return {
    company: "",
    department: "",
    others: rows.length,
    visits: sum("visits"),
    arrived: sum("arrived"),
    noShow: sum("noShow"),
    dropped: sum("dropped"),
    open: sum("open"),
    stays: sum("stays"),
    stayMinutes: sum("stayMinutes"),
  };
};

/** Combines departments with few visits in one row, with further ones until the row has enough visits itself. */
function withoutSmallRows(departments: readonly DepartmentCounts[]): Row[] {
  const rows = departments.toSorted(
    (a, b) =>
      b.visits - a.visits || a.company.localeCompare(b.company) || a.department.localeCompare(b.department),
  );
  let shown = rows.filter(({ visits }) => visits >= minShownCount).length;
  if (shown === rows.length) return rows.map((row) => ({ ...row, others: 0 }));
  while (shown > 0 && combined(rows.slice(shown)).visits < minShownCount) shown -= 1;
  return [...rows.slice(0, shown).map((row) => ({ ...row, others: 0 })), combined(rows.slice(shown))];
}

/**
 * Departments of a report, busiest first, those with few visits combined in the last row. A row with a small part shows only
 * its visits. Where that is a single row, the smallest other row shows only its visits, too: else the totals minus the other
 * rows would reveal the parts.
 */
export function withoutSmallCounts(departments: readonly DepartmentCounts[]): VisitReport["byDepartment"] {
  const rows = withoutSmallRows(departments);
  const small = new Set(rows.filter((row) => parts.some((part) => isSmall(row[part]))));
  const rest = rows.filter((row) => !small.has(row)).sort((a, b) => a.visits - b.visits);
  if (small.size === 1 && rest[0]) small.add(rest[0]);
  return rows.map((row) => {
    const { company, department, others, visits, arrived, noShow, dropped, open, stays, stayMinutes } = row;
    const labels = { company, department, others, visits };
    if (small.has(row))
      return { ...labels, arrived: null, noShow: null, dropped: null, open: null, averageStay: null };
    const averageStay = stays === 0 ? null : Math.round(stayMinutes / stays);
    return { ...labels, arrived, noShow, dropped, open, averageStay };
  });
}
