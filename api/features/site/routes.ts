/** Public endpoints with what the request form needs. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { notFound } from "#api/errors.ts";
import { inLanguage, languageOf } from "#api/http/language.ts";
import { route } from "#api/http/route.ts";
import { findHostUsers } from "#contract/people/host-search.ts";
import { getCompaniesInUse } from "#contract/site/companies.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { getLogo } from "#contract/site/logos.ts";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { getAppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { getDeployedTerms } from "#contract/texts/terms.ts";
import { Logo } from "#db/models/configuration.ts";
import { presentPolicy } from "../policies/policies.ts";
import { presentNamed } from "../reference-data/records.ts";
import { presentTerms } from "../terms/versions.ts";
import { presentConfiguration } from "./presenter.ts";
import { hasSearchableHost, searchHosts } from "./queries.ts";

/** The default logo. */
const defaultLogo = readFileSync(new URL("../../../resources/icons/logo.svg", import.meta.url));

export const siteRoutes = [
  route(getConfiguration, async ({ deps: { db, settings }, siteSettings }) =>
    presentConfiguration(await siteSettings(), await hasSearchableHost(db), settings),
  ),

  route(getLogo, async ({ deps, ctx, query }) => {
    // Falls back to the Korean logo.
    const logo = await Logo.query(deps.db)
      .whereIn("lang", languageOf(query.lang ?? "ko") === "en" ? ["en", "ko"] : ["ko"])
      .orderBy("lang")
      .first();
    const content = logo?.content ?? defaultLogo;
    // Browsers revalidate each time, so that a new logo shows at once.
    ctx.set("Cache-Control", "public, no-cache");
    // An SVG that is opened by itself is a document: forbids scripts.
    ctx.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    ctx.type = logo?.contentType ?? "image/svg+xml";
    ctx.status = 200;
    ctx.etag = createHash("sha256").update(content).digest("base64url");
    if (!ctx.fresh) return content;
    ctx.status = 304;
    return null;
  }),

  route(getDeployedTerms, async ({ siteSettings, lang }) =>
    (await siteSettings()).terms.map((row) => presentTerms(row, lang)),
  ),

  route(getAppliedPolicy, async ({ siteSettings }) => {
    const { policy } = await siteSettings();
    if (!policy) throw notFound();
    return presentPolicy(policy);
  }),

  route(getCodesInUse, async ({ siteSettings, lang, params }) => {
    const { codes } = await siteSettings();
    return codes.filter(({ kind }) => kind === params.kind).map((row) => presentNamed(row, lang));
  }),

  route(getCompaniesInUse, async ({ siteSettings, lang }) =>
    (await siteSettings()).companies.map((row) => presentNamed(row, lang)),
  ),

  route(findHostUsers, async ({ deps, lang, query, configuration }) => {
    if (query.company === undefined && (await configuration()).requestInputUserCompany) return [];
    const rows = await searchHosts(deps.db, query.s, query.company);
    return rows.map(({ companyName, companyEnName, ...host }) => ({
      ...host,
      company: { name: inLanguage(lang, companyName, companyEnName) },
    }));
  }),
];
