/** The site's configuration and logos as administrators keep them. */
import { changeConfiguration } from "#api/features/site/configuration.ts";
import { putLogo, removeLogo } from "#api/features/site/logos.ts";
import { presentSiteConfiguration } from "#api/features/site/presenter.ts";
import { route } from "#api/http/bind-route.ts";
import { changeSiteConfiguration, getSiteConfiguration } from "#contract/configuration.ts";
import * as logos from "#contract/logos.ts";
import { readSiteConfiguration } from "#db/queries/configuration.ts";

export const configurationRoutes = [
  route(getSiteConfiguration, async ({ deps: { db } }) =>
    presentSiteConfiguration(await readSiteConfiguration(db)),
  ),

  route(changeSiteConfiguration, async ({ deps: { db, clock }, body }) => {
    await changeConfiguration(db, body, clock());
    return presentSiteConfiguration(await readSiteConfiguration(db));
  }),

  route(logos.putLogo, async ({ deps: { db, clock }, params: { lang }, rawBody }) => {
    const { contentType, width, height, bytes } = await putLogo(db, lang, rawBody as Buffer, clock());
    return { lang, contentType, width, height, size: bytes.length };
  }),

  route(logos.removeLogo, ({ deps: { db }, params: { lang } }) => removeLogo(db, lang)),
];
