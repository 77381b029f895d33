/** Reads and validates the sheet of host users. */
import { type ErrorCode, fieldErrors } from "#contract/errors.ts";
import { batchRow, loginKey } from "#contract/people/host-users.ts";
import { type Role, roles } from "#contract/roles.ts";
import { restoreLeadingZero } from "../../lib/leading-zero.ts";
import type { UnpackError } from "./unpack.ts";

export type SheetCell = string | number | boolean | Date | null;

/** Labels of headings and roles, in every language of the product. */
export interface SheetLabels {
  readonly headings: Readonly<Record<ImportField, readonly string[]>>;
  readonly roles: Readonly<Record<Role, readonly string[]>>;
}

export interface ImportRow {
  /** Line in the sheet, from 1. */
  readonly line: number;
  /** Texts in the order of `importFields`. */
  readonly cells: readonly string[];
  /** Validation errors by field. */
  readonly errors?: Readonly<Record<string, ErrorCode>>;
}

export interface SheetPlan {
  /** Column index of each field; undefined if the sheet has no such column. */
  readonly columns: Readonly<Record<ImportField, number | undefined>>;
  /** Unknown headings. */
  readonly ignored: readonly string[];
}

const requiredFields = ["loginId", "name", "company"] as const satisfies readonly ImportField[];

const normalize = (text: string) => text.normalize("NFC").replace(/[\s*]/g, "").toLowerCase();

const matchesLabel = (labels: readonly string[], text: string) =>
  labels.some((label) => normalize(label) === normalize(text));

function textOf(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}

/**
 * Maps headings to fields.
 * @returns the required fields that are missing, if any
 */
export function readHeadings(
  headings: readonly SheetCell[],
  labels: SheetLabels,
): SheetPlan | { readonly missing: readonly ImportField[] } {
  const texts = headings.map((cell) => textOf(cell));
  const columnOf = (field: ImportField) => {
    const found = texts.findIndex((text) => matchesLabel([field, ...labels.headings[field]], text));
    return found < 0 ? undefined : found;
  };
  const columns = Object.fromEntries(
    importFields.map((field) => [field, columnOf(field)]),
  ) as SheetPlan["columns"];
  const missing = requiredFields.filter((field) => columns[field] === undefined);
  if (missing.length > 0) return { missing };
  const known = new Set(Object.values(columns));
  return { columns, ignored: texts.filter((text, index) => text.trim() !== "" && !known.has(index)) };
}

/** Login id of the template's example, which is not imported. */
export const exampleLoginId = "example.user";

/** Undefined if all import fields are empty, and for the template's example. */
export function rowOf(
  cells: readonly SheetCell[],
  line: number,
  { columns }: SheetPlan,
): ImportRow | undefined {
  const texts = importFields.map((field) => {
    const column = columns[field];
    const text = column === undefined ? "" : textOf(cells[column]);
    return field === "cellPhone" ? restoreLeadingZero(text.trim()) : text;
  });
  if (texts[importFields.indexOf("loginId")]?.trim() === exampleLoginId) return undefined;
  return texts.some((text) => text.trim() !== "") ? { line, cells: texts } : undefined;
}

/** Role with this label; an unknown label is returned unchanged, so that the contract rejects it. */
const roleOf = (text: string, labels: SheetLabels): string =>
  roles.find((role) => matchesLabel([role, ...labels.roles[role]], text)) ?? text;

/** Request body of a row; an empty role is omitted, so that the server assigns the default. */
export function bodyOf({ cells }: ImportRow, labels: SheetLabels): Record<string, string> {
  const body = Object.fromEntries(importFields.map((field, index) => [field, cells[index] ?? ""]));
  const { role = "", ...others } = body;
  return role.trim() === "" ? others : { ...others, role: roleOf(role, labels) };
}

type RowErrors = Record<string, ErrorCode>;

function contractErrors(row: ImportRow, labels: SheetLabels): RowErrors {
  const result = batchRow.safeParse(bodyOf(row, labels));
  return result.success ? {} : { ...fieldErrors(result.error.issues) };
}

const cellOf = ({ cells }: Pick<ImportRow, "cells">, field: ImportField): string =>
  (cells[importFields.indexOf(field)] ?? "").trim();

/** Call once per row, in order: reports a login id that an earlier row has. */
function createLoginIdCheck(): (row: ImportRow, errors: RowErrors) => RowErrors {
  const seen = new Set<string>();
  return (row, errors) => {
    const loginId = loginKey(cellOf(row, "loginId"));
    const isDuplicate = loginId !== "" && seen.has(loginId) && !errors.loginId;
    seen.add(loginId);
    return isDuplicate ? { ...errors, loginId: "loginIdTwice" } : errors;
  };
}

const withErrors = ({ line, cells }: ImportRow, errors: RowErrors): ImportRow =>
  Object.keys(errors).length > 0 ? { line, cells, errors } : { line, cells };

/** Validates rows in order, by the contract and for duplicate login ids. */
export function createRowValidator(labels: SheetLabels): (row: ImportRow) => ImportRow {
  const checkLoginId = createLoginIdCheck();
  return (row) => withErrors(row, checkLoginId(row, contractErrors(row, labels)));
}

/**
 * Replaces the cells of a row and validates again: this row by the contract, all rows for duplicate login ids. Unchanged
 * rows keep their identity.
 */
export function correctedRows(
  rows: readonly ImportRow[],
  rowIndex: number,
  cells: readonly string[],
  labels: SheetLabels,
): ImportRow[] {
  const checkLoginId = createLoginIdCheck();
  return rows.map((old, index) => {
    const row = index === rowIndex ? { line: old.line, cells } : old;
    const { loginId, ...others } = old.errors ?? {};
    const own = loginId && loginId !== "loginIdTwice" ? { ...others, loginId } : others;
    const errors = checkLoginId(row, index === rowIndex ? contractErrors(row, labels) : own);
    const isSame = index !== rowIndex && errors.loginId === loginId;
    return isSame ? old : withErrors(row, errors);
  });
}

export interface KnownCompany {
  readonly name: string;
  readonly enName: string;
  readonly inUse: boolean;
}

/** Names of the companies in use, in both languages. */
export const companyNames = (companies: readonly KnownCompany[]): ReadonlySet<string> =>
  new Set(companies.filter(({ inUse }) => inUse).flatMap(({ name, enName }) => [name, enName]));

export const companyOf = (row: Pick<ImportRow, "cells">): string => cellOf(row, "company");

/** Unknown company names with their number of rows, most frequent first. */
export function unknownCompanies(
  rows: readonly ImportRow[],
  known: ReadonlySet<string>,
): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = companyOf(row);
    if (name !== "" && !known.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count);
}

/** Fields in the order of the template. */
export const importFields = [
  "loginId",
  "name",
  "enName",
  "company",
  "department",
  "position",
  "cellPhone",
  "phone",
  "email",
  "role",
] as const;

export type ImportField = (typeof importFields)[number];

/** Message from the page to the worker. */
export interface ReadRequest {
  readonly file: Blob;
  readonly labels: SheetLabels;
}

export type ReadingFault = UnpackError | "empty" | "tooMany";

export type ReaderMessage =
  | { readonly kind: "step"; readonly step: "unpack" | "parse" }
  /** Validated rows; `all` is the total number of rows. */
  | {
      readonly kind: "rows";
      readonly rows: readonly ImportRow[];
      readonly done: number;
      readonly all: number;
    }
  | { readonly kind: "end"; readonly ignored: readonly string[] }
  | { readonly kind: "fault"; readonly fault: ReadingFault }
  | { readonly kind: "missing"; readonly missing: readonly ImportField[] };

export const maxRows = 100_000;
