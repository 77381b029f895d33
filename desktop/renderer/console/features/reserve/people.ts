/** Companions as a spreadsheet or a message brings them: read and tidied line by line. */
import { parsePhone } from "#contract/phone.ts";

export const personFields = ["name", "cellphone", "company", "position", "carNumber"] as const;

export type PersonField = (typeof personFields)[number];

export type Person = Record<PersonField, string> & {
  /** An earlier visit of theirs, from which number and address are copied; not of somebody typed or pasted. */
  previousVisit?: number;
  /** The number that is copied, as it may be shown; never sent. */
  maskedNumber?: string;
};

export const nobody: Person = { name: "", cellphone: "", company: "", position: "", carNumber: "" };

export const isBlank = (person: Person): boolean =>
  personFields.every((field) => person[field].trim() === "");

interface PastedPerson {
  /** The line as it was pasted. */
  readonly raw: string;
  readonly person: Person;
}

/** A heading line is known by its words, in the two languages of the product. */
const headings: Readonly<Record<PersonField, RegExp>> = {
  name: /^(이름|성명|성함|방문객(명|\s*이름)?|name|full name|visitor)$/i,
  cellphone:
    /^(휴대\s*전화|휴대폰|핸드폰|연락처|전화)(\s*번호)?$|^(mobile|cell)?\s*(phone)?(\s*(number|no\.?))?$/i,
  company: /^(회사|소속|업체)(명)?$|^(company|organi[sz]ation)$/i,
  position: /^(직위|직급|직책)$|^(position|title|job title)$/i,
  carNumber: /^(차량|차)\s*(번호)?$|^(car|vehicle|plate)(\s*(number|no\.?))?$/i,
};

interface Line {
  readonly raw: string;
  readonly cells: readonly string[];
}

/** Splits into lines and cells; a cell in quotation marks may hold both separators. */
function linesOf(text: string): Line[] {
  const separator = text.includes("\t") ? "\t" : text.includes(",") ? "," : ";";
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = "";
  let start = 0;
  let isQuoted = false;
  const endLine = (end: number) => {
    lines.push({ raw: text.slice(start, end), cells: [...cells, cell].map((one) => one.trim()) });
    cells = [];
    cell = "";
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (letter === '"' && cell.trim() === "") {
      isQuoted = true;
      cell = "";
    } else if (letter === separator) {
      cells.push(cell);
      cell = "";
    } else if (letter === "\n") endLine(at);
    else if (letter !== "\r") cell += letter;
  }
  endLine(text.length);
  return lines.filter((line) => line.cells.some((one) => one !== ""));
}

/** Where the heading puts each field; undefined where the first line is a person already. */
function columnsOf(cells: readonly string[]): readonly (PersonField | undefined)[] | undefined {
  const columns = cells.map((cell) =>
    personFields.find((field) => cell !== "" && headings[field].test(cell)),
  );
  return columns.includes("name") ? columns : undefined;
}

/** A spreadsheet takes a mobile number for a sum and drops its leading zero. */
const withZero = (text: string): string => (/^1(0\d{8}|[16789]\d{7,8})$/.test(text) ? `0${text}` : text);

/**
 * Reads pasted companions: name, mobile number, company, position, car; or any order under a heading line.
 * @param text lines with tabs, commas or semicolons
 */
export function readPeople(text: string): PastedPerson[] {
  const [first, ...others] = linesOf(text);
  if (!first) return [];
  const heading = columnsOf(first.cells);
  const columns = heading ?? personFields;
  return (heading ? others : [first, ...others]).map(({ raw, cells }) => {
    const person = { ...nobody };
    columns.forEach((field, index) => {
      if (field) person[field] = cells[index] ?? "";
    });
    const cellphone = withZero(person.cellphone);
    person.cellphone = parsePhone(cellphone) ?? cellphone;
    return { raw, person };
  });
}

/** Text that is more than one value: of several cells or lines. */
export const isTable = (text: string): boolean => /\t|\n(?=.*\S)/s.test(text.trim());
