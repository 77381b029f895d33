/** The customer's logo. */
import type { Knex } from "knex";

export interface LogoRow {
  contentType: string;
  content: Buffer;
}

/** The logo of a language, or the Korean one where that has none. */
export const readLogo = (db: Knex, lang: "ko" | "en"): Promise<LogoRow | undefined> =>
  db("logos")
    .whereIn("lang", lang === "en" ? ["en", "ko"] : ["ko"])
    .orderBy("lang")
    .first("contentType", "content");
