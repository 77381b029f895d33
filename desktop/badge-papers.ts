/**
 * Paper sizes for badges and the bounds that follow from them, used by the main process and the page. Millimetres;
 * width is across the printer, height along the feed.
 */
import type { BadgeMargins, BadgePaper, BadgeSetup } from "./ipc.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `roll`: cut where the content ends. `sheet`: several badges per page. `label`: one badge per page. */
type Paper = { readonly margin: number } & (
  | ({ readonly kind: "label" } & Size)
  | { readonly kind: "roll"; readonly width: number }
  | ({ readonly kind: "sheet" } & Size)
);

export const a4: Size = { width: 210, height: 297 };

export const papers: Readonly<Record<Exclude<BadgePaper, "custom">, Paper>> = {
  "90x125": { kind: "label", width: 90, height: 125, margin: 6 },
  "62": { kind: "roll", width: 62, margin: 3 },
  "103": { kind: "roll", width: 103, margin: 4 },
  "54x101": { kind: "label", width: 54, height: 101, margin: 3 },
  a6: { kind: "label", width: 105, height: 148, margin: 6 },
  cr80: { kind: "label", width: 54, height: 85.6, margin: 3 },
  a4: { kind: "sheet", ...a4, margin: 0 },
};

/** Layouts of an A4 sheet: size of one cut-out badge, columns and rows. */
export const sheetBadges = {
  4: { width: 90, height: 125, columns: 2, rows: 2, margin: 6 },
  10: { width: 85.6, height: 54, columns: 2, rows: 5, margin: 3.5 },
} as const;

export type PerSheet = keyof typeof sheetBadges;

/** Position of the first badge on a sheet. */
export function sheetStart(perSheet: PerSheet): { readonly left: number; readonly top: number } {
  const { width, height, columns, rows } = sheetBadges[perSheet];
  return { left: (a4.width - columns * width) / 2, top: (a4.height - rows * height) / 2 };
}

/** Limits of custom sizes. The smallest still fits the longest names at 8 points. */
export const bounds = {
  width: { min: 54, max: 216 },
  height: { min: 54, max: 356 },
  margin: { min: 0, max: 30 },
  /** minimum of the longer side */
  longerSide: 85,
  /** minimum printable area, shorter and longer side */
  inside: { shorter: 47, longer: 78 },
  /** of a roll, limited by the cutters of label printers */
  length: { min: 40, max: 300 },
} as const;

export const marginSides = ["top", "right", "bottom", "left"] as const;

export const evenMargins = (margin: number): BadgeMargins => ({
  top: margin,
  right: margin,
  bottom: margin,
  left: margin,
});

/** Default setup of a paper: cards are landscape, everything else portrait. */
export const defaultSetup = (paper: BadgePaper = "90x125"): BadgeSetup => ({
  paper,
  orientation: paper === "cr80" ? "landscape" : "portrait",
  margins: evenMargins(paper === "custom" ? 5 : papers[paper].margin),
  width: 90,
  height: 125,
  perSheet: 4,
});

const paperOf = ({ paper, width, height }: BadgeSetup): Paper =>
  paper === "custom" ? { kind: "label", width, height, margin: 5 } : papers[paper];

/** The length follows the content. */
export const isRoll = (setup: BadgeSetup): boolean => paperOf(setup).kind === "roll";

/** Several badges per page. */
export const isSheet = (setup: BadgeSetup): boolean => paperOf(setup).kind === "sheet";

/** Size of the paper in the printer. @param length of a roll; ignored for other papers */
export function paperSize(setup: BadgeSetup, length: number | null): Size {
  const paper = paperOf(setup);
  if (paper.kind !== "roll") return { width: paper.width, height: paper.height };
  const { min, max } = bounds.length;
  return { width: paper.width, height: Math.min(Math.max(Math.ceil(length ?? min), min), max) };
}

export const isTurned = (setup: BadgeSetup): boolean => setup.orientation === "landscape" && !isSheet(setup);

/** Size of the page as read: the paper, rotated for landscape. */
export function pageSize(setup: BadgeSetup, length: number | null): Size {
  const { width, height } = paperSize(setup, length);
  return isTurned(setup) ? { width: height, height: width } : { width, height };
}

/** Size of one badge, without the rest of its page. */
export function badgeSize(setup: BadgeSetup, length: number | null): Size {
  return isSheet(setup) ? sheetBadges[setup.perSheet] : pageSize(setup, length);
}

/** Margins of one badge. */
export const badgeMargins = (setup: BadgeSetup): BadgeMargins =>
  isSheet(setup) ? evenMargins(sheetBadges[setup.perSheet].margin) : setup.margins;

export type SetupField = "width" | "height" | `margins.${(typeof marginSides)[number]}`;

/**
 * `range`: outside of the limits; `longerSide`: both sides are too short; `inside`: the margins leave too little room.
 */
export type SetupProblem =
  | { readonly code: "range"; readonly min: number; readonly max: number }
  | { readonly code: "longerSide"; readonly min: number }
  | { readonly code: "inside"; readonly shorter: number; readonly longer: number };

export type SetupProblems = Partial<Record<SetupField, SetupProblem>>;

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max;

/** Validates a setup. @returns problems by field, empty when it can be printed */
export function checkSetup(setup: BadgeSetup): SetupProblems {
  const problems: SetupProblems = {};
  const fail = (field: SetupField, problem: SetupProblem) => {
    problems[field] ??= problem;
  };
  if (setup.paper === "custom") {
    for (const side of ["width", "height"] as const)
      if (!isWithin(setup[side], bounds[side])) fail(side, { code: "range", ...bounds[side] });
    if (Math.max(setup.width, setup.height) < bounds.longerSide)
      fail("height", { code: "longerSide", min: bounds.longerSide });
  }
  if (isSheet(setup)) return problems;
  for (const side of marginSides)
    if (!isWithin(setup.margins[side], bounds.margin))
      fail(`margins.${side}`, { code: "range", ...bounds.margin });
  if (Object.keys(problems).length === 0) checkInside(setup, fail);
  return problems;
}

/** Reports the larger margin of a side that has too little room. */
function checkInside(setup: BadgeSetup, fail: (field: SetupField, problem: SetupProblem) => void): void {
  const { margins } = setup;
  const length = isRoll(setup) ? bounds.length.max : null;
  const { width, height } = pageSize(setup, length);
  const inside = {
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
  };
  const { shorter, longer } = bounds.inside;
  const horizontal = margins.left > margins.right ? "margins.left" : "margins.right";
  const vertical = margins.top > margins.bottom ? "margins.top" : "margins.bottom";
  const problem = { code: "inside", shorter, longer } as const;
  if (inside.width < shorter) fail(horizontal, problem);
  if (inside.height < shorter) fail(vertical, problem);
  if (Math.max(inside.width, inside.height) < longer)
    fail(inside.width > inside.height ? horizontal : vertical, problem);
}
