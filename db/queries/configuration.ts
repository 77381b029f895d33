/** Read models of what is set up. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { Role } from "#contract/roles.ts";
import { codeKinds } from "#contract/site/user-codes.ts";
import { errorCode } from "../error-code.ts";
import { Configuration, Logo } from "../models/configuration.ts";
import { snakeCase } from "../snake-case.ts";

const columns = [
  "maxRequestDays",
  "requestInputUserCompany",
  "requestInputPlace",
  "requestInputVisitorCompany",
  "useCar",
  "autoApprove",
  "retentionDays",
  "lookupCode",
  "submitCode",
  "companions",
  "requireConsent",
  "decideByLink",
  "quietFrom",
  "quietUntil",
  "remindAt",
  "escalateAfterHours",
  "workFrom",
  "workUntil",
  "workDays",
  "koreanHolidays",
  "customerCompany",
  "enCustomerCompany",
  "timezone",
  "homepage",
  "brandColor",
] as const;

const read = `SELECT ${columns.map((name) => `${snakeCase(name)} AS "${name}"`).join(", ")}
  FROM configuration WHERE single = ?`;

/** The site's configuration. Requests keep it with their version of the site (db/kept-site.ts). */
export async function readConfiguration(db: Knex): Promise<Configuration> {
  const { rows } = await db.raw<{ rows: Configuration[] }>(read, [true]);
  const [row] = rows;
  if (!row) throw new Error("the configuration is gone");
  return row;
}

const secondFactorColumns = ["secondFactorRoles", "companyAddresses"] as const;

/** Who needs a second factor. Apart from the rest, as only signing in asks. */
export const readSecondFactorRules = async (
  db: Knex,
): Promise<Pick<Configuration, (typeof secondFactorColumns)[number]>> =>
  Configuration.query(db)
    .select(...secondFactorColumns)
    .first()
    .throwIfNotFound();

export interface SiteConfigurationRow
  extends Pick<Configuration, (typeof columns | typeof secondFactorColumns)[number]> {
  readonly idleMinutes: Readonly<Record<Role, number>>;
  readonly updatedAt: Date;
  /** Whether a logo of the language is there. */
  readonly koLogo: boolean;
  readonly enLogo: boolean;
}

/** All of it, for those who keep it. */
export const readSiteConfiguration = async (db: Knex): Promise<SiteConfigurationRow> =>
  Configuration.query(db)
    .select(
      ...columns,
      ...secondFactorColumns,
      "idleMinutes",
      "updatedAt",
      raw("EXISTS (SELECT FROM logos WHERE lang = 'ko')").as("koLogo"),
      raw("EXISTS (SELECT FROM logos WHERE lang = 'en')").as("enLogo"),
    )
    .first()
    .throwIfNotFound()
    .castTo<SiteConfigurationRow>();

/** The logo of a language, or the Korean one where that has none. */
export const readLogo = async (
  db: Knex,
  lang: "ko" | "en",
): Promise<Pick<Logo, "contentType" | "content"> | undefined> =>
  Logo.query(db)
    .select("contentType", "content")
    .whereIn("lang", lang === "en" ? ["en", "ko"] : ["ko"])
    .orderBy("lang")
    .first();

export interface SetUp {
  readonly policy: boolean;
  readonly terms: boolean;
  readonly purposes: boolean;
}

/** What a site needs before it can take applications: a policy applied, terms deployed, a purpose in use. */
export async function readSetUp(db: Knex): Promise<SetUp> {
  const { rows } = await db.raw<{ rows: [SetUp] }>(
    `SELECT
      EXISTS (SELECT FROM privacy_policies WHERE applied) AS policy,
      EXISTS (SELECT FROM terms t JOIN terms_versions v ON v.terms_id = t.id
        WHERE t.in_use AND v.deployed_at IS NOT NULL AND t.content_type IN ('이용약관', '필수동의')) AS terms,
      EXISTS (SELECT FROM user_codes WHERE kind = ? AND in_use) AS purposes`,
    [codeKinds.purpose],
  );
  return rows[0];
}

const notRecognised = "22023";

/** Whether the database knows a zone (IANA name). */
export async function knowsTimezone(db: Knex, timezone: string): Promise<boolean> {
  try {
    await db.raw("SELECT now() AT TIME ZONE ?::text", [timezone]);
    return true;
  } catch (error) {
    if (errorCode(error) === notRecognised) return false;
    throw error;
  }
}
