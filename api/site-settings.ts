/**
 * The site's settings. A process caches them until the site's version changes: triggers renew it with every commit to
 * one of these tables (docs/decisions/server/site-settings.md).
 */
import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import { databaseState } from "#db/connection.ts";
import { Configuration } from "#db/models/configuration.ts";
import { SmsTemplate } from "#db/models/message.ts";
import { Company, UserCode } from "#db/models/reference-record.ts";
import { PrivacyPolicy, type Terms, type TermsVersion } from "#db/models/terms.ts";

const termsColumns = [
  ...(["id", "title", "enTitle", "contentType", "renderHtml", "modalDisplay"] as const),
  ...(["requestAgree", "bgColor", "confirmMsg", "enConfirmMsg"] as const),
] as const;

/** Terms in use, with their newest deployed version. */
export interface DeployedTermsRow
  extends Pick<Terms, (typeof termsColumns)[number]>,
    Pick<TermsVersion, "version" | "body" | "enBody"> {
  readonly versionId: number;
}

export type PolicyRow = Pick<PrivacyPolicy, "id" | "content" | "enContent">;

/** What requests need: a policy in force, deployed terms, a purpose in use, and a place if the form asks for one. */
export interface SetUp {
  readonly policy: boolean;
  readonly terms: boolean;
  readonly purposes: boolean;
  readonly places: boolean;
}

/** Whether the site may take requests. */
export const isSetUp = ({ policy, terms, purposes, places }: SetUp): boolean =>
  policy && terms && purposes && places;

export interface SiteSettings {
  readonly version: string;
  readonly configuration: Configuration;
  /** In the order in which visitors read them. */
  readonly terms: readonly DeployedTermsRow[];
  /** The policy in force. */
  readonly policy: PolicyRow | undefined;
  /** Places and purposes in use, in their order. */
  readonly codes: readonly Pick<UserCode, "kind" | "id" | "name" | "enName">[];
  /** In use, in their order. */
  readonly companies: readonly Pick<Company, "id" | "name" | "enName">[];
  /** Templates that the site changed. */
  readonly templates: readonly Pick<SmsTemplate, "event" | "enabled" | "text" | "enText">[];
  readonly setUp: SetUp;
}

const configurationColumns = [
  ...(["maxRequestDays", "requestInputUserCompany", "requestInputPlace"] as const),
  ...(["requestInputVisitorCompany", "useCar", "companions"] as const),
  ...(["autoApprove", "lookupCode", "submitCode", "decideByLink"] as const),
  ...(["requireConsent", "retentionDays", "updatedAt"] as const),
  ...(["quietFrom", "quietUntil", "remindAt"] as const),
  ...(["publicMessagesPerHour", "publicMessagesPerDay", "messageCountries"] as const),
  ...(["escalateAfterHours", "workFrom", "workUntil", "workDays", "koreanHolidays"] as const),
  ...(["customerCompany", "enCustomerCompany", "timezone", "homepage", "brandColor"] as const),
  ...(["idleMinutes", "secondFactorRoles", "companyAddresses"] as const),
] as const;

/** Reads the site's configuration without cache; calls get it with the site's settings. */
export const readConfiguration = async (db: Knex): Promise<Configuration> =>
  Configuration.query(db)
    .select(...configurationColumns)
    .first()
    .throwIfNotFound();

const readDeployedTerms = (db: Knex): Promise<DeployedTermsRow[]> =>
  db("terms AS t")
    .join(
      db("termsVersions")
        .distinctOn("termsId")
        .select("id", "termsId", "version", "body", "enBody")
        .whereNotNull("deployedAt")
        .orderBy(["termsId", { column: "version", order: "desc" }])
        .as("v"),
      "v.termsId",
      "t.id",
    )
    .where("t.inUse", true)
    .orderBy(["t.dispOrder", "t.id"])
    .select(termsColumns.map((name) => `t.${name}`))
    .select("v.id AS versionId", "v.version", "v.body", "v.enBody");

async function readSettings(db: Knex, version: string): Promise<SiteSettings> {
  const configuration = await readConfiguration(db);
  const terms = await readDeployedTerms(db);
  const policy = await PrivacyPolicy.query(db)
    .select("id", "content", "enContent")
    .findOne({ applied: true });
  const codes = await UserCode.query(db)
    .select("kind", "id", "name", "enName")
    .where({ inUse: true })
    .orderBy(["dispOrder", "id"]);
  const companies = await Company.query(db)
    .select("id", "name", "enName")
    .where({ inUse: true })
    .orderBy(["dispOrder", "id"]);
  const templates = await SmsTemplate.query(db).select("event", "enabled", "text", "enText");
  const setUp = {
    policy: policy !== undefined,
    terms: terms.some(({ contentType }) => contentType === "이용약관" || contentType === "필수동의"),
    purposes: codes.some(({ kind }) => kind === codeKinds.purpose),
    places: !configuration.requestInputPlace || codes.some(({ kind }) => kind === codeKinds.place),
  };
  return { version, configuration, terms, policy, codes, companies, templates, setUp };
}

/** By the state that a database's pools share with their transactions. */
const cached = new WeakMap<object, SiteSettings>();

/** Reads in progress, by pool: visitors must not wait for a connection of the staff's. */
const pendingReads = new WeakMap<
  object,
  { readonly version: string; readonly settings: Promise<SiteSettings> }
>();

/**
 * The site's current settings. Within a transaction that changed them, those before its commit.
 * @param version the site's version, where it was just read
 */
export async function readSiteSettings(db: Knex, version?: string): Promise<SiteSettings> {
  const current = version ?? (await db("siteVersion").first("version")).version;
  const known = cached.get(databaseState(db));
  if (known && known.version === current) return known;
  // A transaction may read its own changes and roll back.
  if (db.isTransaction) return readSettings(db, current);
  const pool = db.client.config;
  const begun = pendingReads.get(pool);
  if (begun && begun.version === current) return begun.settings;
  const settings = readSettings(db, current);
  pendingReads.set(pool, { version: current, settings });
  try {
    cached.set(databaseState(db), await settings);
    return await settings;
  } finally {
    pendingReads.delete(pool);
  }
}
