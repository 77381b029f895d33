/** The customer's logo in each language (specification, sections 2 and 7). */
import type { Knex } from "knex";
import { notFound } from "#api/errors.ts";
import { type CheckedImage, requireImage } from "#api/files/images.ts";
import { noteChanges } from "#api/live/changes.ts";
import { largestLogoSide } from "#contract/logos.ts";
import { Logo } from "#db/models/logo.ts";

/** @throws InvalidInput on `logo` where it is no whole image of a kind that we take */
export async function putLogo(db: Knex, lang: "ko" | "en", bytes: Buffer, now: Date): Promise<CheckedImage> {
  const image = await requireImage("logo", bytes, largestLogoSide);
  const row = { contentType: image.contentType, content: image.bytes, updatedAt: now };
  await db.transaction(async (trx) => {
    await Logo.query(trx)
      .insert({ lang, ...row })
      .onConflict("lang")
      .merge(row);
    await noteChanges(trx, [{ kind: "configuration" }]);
  });
  return image;
}

/** @throws HttpError 404 where there is none */
export async function removeLogo(db: Knex, lang: "ko" | "en"): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await Logo.query(trx).deleteById(lang)) === 0) throw notFound();
    await noteChanges(trx, [{ kind: "configuration" }]);
  });
}
