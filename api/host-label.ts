/** Active hosts to choose from, and their label, which tells namesakes apart. */
import type { Knex } from "knex";
import { raw } from "objection";
import { inLanguage, type Language } from "#api/http/language.ts";
import { HostUser } from "#db/models/people/host-user.ts";

export interface LabelledHost extends Pick<HostUser, "id" | "name" | "enName" | "department" | "position"> {
  readonly companyName: string;
  readonly companyEnName: string;
}

export const activeHosts = (db: Knex) =>
  HostUser.query(db)
    .select("hostUsers.id", "hostUsers.name", "hostUsers.enName", "department", "position")
    .select("company.name as companyName", "company.enName as companyEnName")
    .joinRelated("company")
    // Part of the text, because the search has an index of the active ones.
    .where(raw("status = 'active'"))
    .castTo<LabelledHost[]>();

/** "김철수 (가온정밀 설계팀 책임)", in the reader's language. */
export function hostLabel(row: Omit<LabelledHost, "id">, lang: Language): string {
  const company = inLanguage(lang, row.companyName, row.companyEnName);
  const where = [company, row.department, row.position].filter((part) => part !== "");
  return `${inLanguage(lang, row.name, row.enName)} (${where.join(" ")})`;
}
