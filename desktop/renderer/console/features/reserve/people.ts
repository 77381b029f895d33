/** Parses companions pasted from a spreadsheet or a message. */
import { parsePhone } from "#contract/phone.ts";
import { restoreLeadingZero } from "../../lib/leading-zero.ts";

export const personFields = ["name", "cellphone", "company", "position", "carNumber"] as const;

export type PersonField = (typeof personFields)[number];

export type Person = Record<PersonField, string> & {
  /** Earlier visit whose contact data the server copies; not for typed or pasted people. */
  previousVisit?: number;
  /** Masked number of the earlier visit, for display; never sent. */
  maskedNumber?: string;
};

export const emptyPerson: Person = { name: "", cellphone: "", company: "", position: "", carNumber: "" };

export const isBlank = (person: Person): boolean =>
  personFields.every((field) => person[field].trim() === "");

interface PastedPerson {
  /** The pasted line. */
  readonly raw: string;
  readonly person: Person;
}

/** Column headings in both languages of the product. */
const headings: Readonly<Record<PersonField, RegExp>> = {
  name: /^(이름|성명|성함|방문객(명|\s*이름)?|name|full name|visitor)$/i,
  cellphone:
    /^(휴대\s*전화|휴대폰|핸드폰|연락처|전화)(\s*번호)?$|^(mobile|cell)?\s*(phone\s*)?(number|no\.?)?$/i,
  company: /^(회사|소속|업체)(명)?$|^(company|organi[sz]ation)$/i,
  position: /^(직위|직급|직책)$|^(position|title|job title)$/i,
  carNumber: /^(차량|차)\s*(번호)?$|^(car|vehicle|plate)(\s*(number|no\.?))?$/i,
};

interface Line {
  readonly raw: string;
  readonly cells: readonly string[];
}

/** Splits text into lines and cells; quoted cells may contain separators and line breaks. */
function linesOf(text: string): Line[] {
  const separator = text.includes("\t") ? "\t" : text.includes(",") ? "," : ";";
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = "";
  let start = 0;
  let isQuoted = false;
  const endLine = (end: number) => {
    lines.push({ raw: text.slice(start, end), cells: [...cells, cell].map((value) => value.trim()) });
    cells = [];
    cell = "";
    start = end + 1;
  };
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[index + 1] === '"') cell += text[++index];
      else isQuoted = false;
    } else if (letter === '"' && cell.trim() === "") {
      isQuoted = true;
      cell = "";
    } else if (letter === separator) {
      cells.push(cell);
      cell = "";
    } else if (letter === "\n") endLine(index);
    else if (letter !== "\r") cell += letter;
  }
  endLine(text.length);
  return lines.filter((line) => line.cells.some((value) => value !== ""));
}

/** Field of each column; undefined if the line is not a heading. */
function columnsOf(cells: readonly string[]): readonly (PersonField | undefined)[] | undefined {
  const columns = cells.map((cell) =>
    personFields.find((field) => cell !== "" && headings[field].test(cell)),
  );
  return columns.includes("name") ? columns : undefined;
}

/**
 * Parses pasted companions: name, mobile number, company, position, car; with a heading line in any order.
 * @param text lines with tabs, commas or semicolons
 */
export function readPeople(text: string): PastedPerson[] {
  const [first, ...others] = linesOf(text);
  if (!first) return [];
  const heading = columnsOf(first.cells);
  const columns = heading ?? personFields;
  return (heading ? others : [first, ...others]).map(({ raw, cells }) => {
    const person = { ...emptyPerson };
    columns.forEach((field, index) => {
      if (field) person[field] = cells[index] ?? "";
    });
    const cellphone = restoreLeadingZero(person.cellphone);
    person.cellphone = parsePhone(cellphone) ?? cellphone;
    return { raw, person };
  });
}

/** Whether text consists of several cells or lines. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());
