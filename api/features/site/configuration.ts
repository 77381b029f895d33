/**
 * Changes of the site's configuration, effective at once in every process (docs/decisions/server/site-settings.md).
 */

import type { Knex } from "knex";
import proxyAddr from "proxy-addr";
import { invalid, notFound } from "#api/errors.ts";
import { type CheckedImage, requireImage } from "#api/files/images.ts";
import { reencode } from "#api/files/reencode.ts";
import { publishChanges } from "#api/live/changes.ts";
import type { ConfigurationChange } from "#contract/site/configuration.ts";
import { maxLogoSide } from "#contract/site/logos.ts";
import { Configuration, Logo } from "#db/models/configuration.ts";
import { knowsTimezone } from "./queries.ts";

const withoutUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Whether all are IP addresses or networks, as in `TRUSTED_PROXIES`. */
function areAddresses(list: readonly string[]): boolean {
  try {
    proxyAddr.compile([...list]);
    return true;
  } catch {
    return false;
  }
}

/** @throws InvalidInput where one end is missing, or both are equal */
function requireQuietHours({
  quietFrom = "",
  quietUntil = "",
}: Partial<Pick<Configuration, "quietFrom" | "quietUntil">>): void {
  if (quietFrom === quietUntil && quietFrom !== "") throw invalid({ quietUntil: "invalid" });
  if (quietFrom === "" && quietUntil !== "") throw invalid({ quietFrom: "required" });
  if (quietUntil === "" && quietFrom !== "") throw invalid({ quietUntil: "required" });
}

/** @throws InvalidInput where the day would end before it begins */
function requireWorkingHours({
  workFrom = "",
  workUntil = "",
}: Partial<Pick<Configuration, "workFrom" | "workUntil">>): void {
  if (workUntil <= workFrom) throw invalid({ workUntil: "endAfterStart" });
}

/** Changes the given settings. A new time zone changes neither stored instants nor days of destruction. */
export async function changeConfiguration(
  db: Knex,
  { customerCompany, idleMinutes, logos: _, ...change }: ConfigurationChange,
  now: Date,
): Promise<void> {
  // The database has to know the zone, too, because it computes days.
  if (change.timezone !== undefined && !(await knowsTimezone(db, change.timezone)))
    throw invalid({ timezone: "zoneUnknown" });
  if (change.companyAddresses && !areAddresses(change.companyAddresses))
    throw invalid({ companyAddresses: "addresses" });
  const named = withoutUndefined(change);
  await db.transaction(async (trx) => {
    const stored = await Configuration.query(trx)
      .select("single", "idleMinutes", "requireConsent", "quietFrom", "quietUntil", "workFrom", "workUntil")
      .forUpdate()
      .first();
    requireQuietHours({ ...stored, ...named });
    requireWorkingHours({ ...stored, ...named });
    await stored?.$query(trx).patch({
      ...named,
      // Only an actual change restarts the date, so that repeating the value exempts no visit.
      ...(change.requireConsent !== undefined &&
        change.requireConsent !== stored.requireConsent && {
          requireConsentSince: change.requireConsent ? now : null,
        }),
      ...(customerCompany?.ko !== undefined && { customerCompany: customerCompany.ko }),
      ...(customerCompany?.en !== undefined && { enCustomerCompany: customerCompany.en }),
      ...(idleMinutes && { idleMinutes: { ...stored.idleMinutes, ...withoutUndefined(idleMinutes) } }),
      updatedAt: now,
    });
    await publishChanges(trx, [{ kind: "configuration" }]);
  });
}

/** @throws InvalidInput on `logo` where it is not a complete PNG, JPEG or WebP */
export async function putLogo(db: Knex, lang: "ko" | "en", bytes: Buffer, now: Date): Promise<CheckedImage> {
  const image = await reencode("logo", await requireImage("logo", bytes, maxLogoSide));
  const row = { contentType: image.contentType, content: image.bytes, updatedAt: now };
  await db.transaction(async (trx) => {
    await Logo.query(trx)
      .insert({ lang, ...row })
      .onConflict("lang")
      .merge(row);
    await publishChanges(trx, [{ kind: "configuration" }]);
  });
  return image;
}

/** @throws HttpError 404 where there is none */
export async function removeLogo(db: Knex, lang: "ko" | "en"): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await Logo.query(trx).deleteById(lang)) === 0) throw notFound();
    await publishChanges(trx, [{ kind: "configuration" }]);
  });
}
