/** Label of a host in options lists, which tells namesakes apart. */
import { inLanguage, type Language } from "#api/http/language.ts";

export interface LabelledHost {
  readonly name: string;
  readonly enName: string;
  readonly companyName: string;
  readonly companyEnName: string;
  readonly department: string;
  readonly position: string;
}

/** "김철수 (가온정밀 설계팀 책임)", in the reader's language. */
export function hostLabel(row: LabelledHost, lang: Language): string {
  const company = inLanguage(lang, row.companyName, row.companyEnName);
  const where = [company, row.department, row.position].filter((part) => part !== "");
  return `${inLanguage(lang, row.name, row.enName)} (${where.join(" ")})`;
}
