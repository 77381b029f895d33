/** A sheet of people: which column holds what, what each row says, and what is wrong with it before it is sent. */
import { type ErrorCode, fieldErrors } from "#contract/errors.ts";
import { batchRow } from "#contract/people/host-users.ts";
import { type Role, roles } from "#contract/roles.ts";
import type { UnpackError } from "./unpack.ts";

export type SheetCell = string | number | boolean | Date | null;

/** How headings and roles are called, in every language of the product. */
export interface SheetLabels {
  readonly headings: Readonly<Record<ImportField, readonly string[]>>;
  readonly roles: Readonly<Record<Role, readonly string[]>>;
}

export interface ImportRow {
  /** In the sheet, from 1. */
  readonly line: number;
  /** What stands in the sheet, in the order of `importFields`. */
  readonly cells: readonly string[];
  /** What the contract refuses, by field. */
  readonly errors?: Readonly<Record<string, ErrorCode>>;
}

export interface SheetPlan {
  /** Where each field stands; undefined where the sheet has no such column. */
  readonly columns: Readonly<Record<ImportField, number | undefined>>;
  /** Headings that mean nothing here. */
  readonly ignored: readonly string[];
}

/** Without which nobody can be added. */
const needed = ["loginId", "name", "company"] as const satisfies readonly ImportField[];

const plain = (text: string) => text.normalize("NFC").replace(/[\s*]/g, "").toLowerCase();

const isCalled = (names: readonly string[], text: string) =>
  names.some((name) => plain(name) === plain(text));

/** A cell as text. A date has no place in any field: as it would be written. */
function textOf(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}

/**
 * Reads the headings.
 * @returns what is needed and missing, where something is
 */
export function planOf(
  headings: readonly SheetCell[],
  labels: SheetLabels,
): SheetPlan | { readonly missing: readonly ImportField[] } {
  const texts = headings.map((cell) => textOf(cell));
  const at = (field: ImportField) => {
    const found = texts.findIndex((text) => isCalled([field, ...labels.headings[field]], text));
    return found < 0 ? undefined : found;
  };
  const columns = Object.fromEntries(importFields.map((field) => [field, at(field)])) as SheetPlan["columns"];
  const missing = needed.filter((field) => columns[field] === undefined);
  if (missing.length > 0) return { missing };
  const known = new Set(Object.values(columns));
  return { columns, ignored: texts.filter((text, index) => text.trim() !== "" && !known.has(index)) };
}

/** A spreadsheet takes a mobile number for a sum and drops its leading zero. */
const withZero = (text: string): string => (/^1(0\d{8}|[16789]\d{7,8})$/.test(text) ? `0${text}` : text);

/** A row of the sheet; undefined where nothing of it is for us. */
export function rowOf(
  cells: readonly SheetCell[],
  line: number,
  { columns }: SheetPlan,
): ImportRow | undefined {
  const texts = importFields.map((field) => {
    const column = columns[field];
    const text = column === undefined ? "" : textOf(cells[column]);
    return field === "cellPhone" ? withZero(text.trim()) : text;
  });
  return texts.some((text) => text.trim() !== "") ? { line, cells: texts } : undefined;
}

/** The role of that name; what no role is called stays as it is, for the contract to refuse. */
const roleOf = (text: string, labels: SheetLabels): string =>
  roles.find((role) => isCalled([role, ...labels.roles[role]], text)) ?? text;

/** A row as the call takes it; an empty role is none, so that the usual one is given. */
export function bodyOf({ cells }: ImportRow, labels: SheetLabels): Record<string, string> {
  const body = Object.fromEntries(importFields.map((field, index) => [field, cells[index] ?? ""]));
  const { role = "", ...others } = body;
  return role.trim() === "" ? others : { ...others, role: roleOf(role, labels) };
}

type RowErrors = Record<string, ErrorCode>;

/** What the contract refuses of a row. */
function contractErrors(row: ImportRow, labels: SheetLabels): RowErrors {
  const result = batchRow.safeParse(bodyOf(row, labels));
  return result.success ? {} : { ...fieldErrors(result.error.issues) };
}

const cellOf = ({ cells }: Pick<ImportRow, "cells">, field: ImportField): string =>
  (cells[importFields.indexOf(field)] ?? "").trim();

/** Adds to what is wrong with rows, one after the other, that one before has the login id. */
function createLoginIdCheck(): (row: ImportRow, errors: RowErrors) => RowErrors {
  const seen = new Set<string>();
  return (row, errors) => {
    const loginId = cellOf(row, "loginId").toLowerCase();
    const isTwice = loginId !== "" && seen.has(loginId) && !errors.loginId;
    seen.add(loginId);
    return isTwice ? { ...errors, loginId: "loginIdTwice" } : errors;
  };
}

const judged = ({ line, cells }: ImportRow, errors: RowErrors): ImportRow =>
  Object.keys(errors).length > 0 ? { line, cells, errors } : { line, cells };

/** Judges rows one after the other, by the contract and against those before. */
export function createJudge(labels: SheetLabels): (row: ImportRow) => ImportRow {
  const checkLoginId = createLoginIdCheck();
  return (row) => judged(row, checkLoginId(row, contractErrors(row, labels)));
}

/**
 * Puts other cells in the place of one row's, and judges again: that row by the contract, and all of them by their
 * login ids. Rows that stay as they were are the same objects.
 */
export function correctedRows(
  rows: readonly ImportRow[],
  place: number,
  cells: readonly string[],
  labels: SheetLabels,
): ImportRow[] {
  const checkLoginId = createLoginIdCheck();
  return rows.map((old, index) => {
    const row = index === place ? { line: old.line, cells } : old;
    const { loginId, ...others } = old.errors ?? {};
    const own = loginId && loginId !== "loginIdTwice" ? { ...others, loginId } : others;
    const errors = checkLoginId(row, index === place ? contractErrors(row, labels) : own);
    const isSame = index !== place && errors.loginId === loginId;
    return isSame ? old : judged(row, errors);
  });
}

interface KnownCompany {
  readonly name: string;
  readonly enName: string;
  readonly inUse: boolean;
}

/** Names of companies that people of a sheet can belong to, in either language. */
export const companyNames = (companies: readonly KnownCompany[]): ReadonlySet<string> =>
  new Set(companies.filter(({ inUse }) => inUse).flatMap(({ name, enName }) => [name, enName]));

/** The company that a row names. */
export const companyOf = (row: Pick<ImportRow, "cells">): string => cellOf(row, "company");

/** Companies that rows name and the site does not know, each with how many rows name it; the most named first. */
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

/** What an import takes, in the order of the template. */
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

/** What the page and the worker that reads a sheet say to each other. */
export interface Order {
  readonly file: Blob;
  readonly labels: SheetLabels;
}

/** Why nothing came of it. */
export type ReadingFault = UnpackError | "empty" | "tooMany";

export type ReaderMessage =
  | { readonly kind: "step"; readonly step: "unpack" | "parse" }
  /** The next rows, judged; `all` are to come altogether. */
  | {
      readonly kind: "rows";
      readonly rows: readonly ImportRow[];
      readonly done: number;
      readonly all: number;
    }
  | { readonly kind: "end"; readonly ignored: readonly string[] }
  | { readonly kind: "fault"; readonly fault: ReadingFault }
  | { readonly kind: "missing"; readonly missing: readonly ImportField[] };

/** More rows than this are for somebody who administers the database. */
export const maxRows = 100_000;
