/** The site as administrators keep it: configuration, logos, the set-up list, texts to start from. */
import { registerIn } from "#api/features/privacy/register-place.ts";
import { route } from "#api/http/route.ts";
import { changeSiteConfiguration, getSiteConfiguration } from "#contract/site/configuration.ts";
import * as logos from "#contract/site/logos.ts";
import { getSetUp, getTemplates } from "#contract/site/set-up.ts";
import { readSiteConfiguration } from "#db/queries/configuration.ts";
import { readSetUpState } from "#db/queries/set-up.ts";
import { changeConfiguration, putLogo, removeLogo } from "./configuration.ts";
import { presentSetUp, presentSiteConfiguration } from "./presenter.ts";
import { startingTemplates } from "./starting-templates.ts";

export const configurationRoutes = [
  route(getSiteConfiguration, async ({ deps: { db } }) =>
    presentSiteConfiguration(await readSiteConfiguration(db)),
  ),

  route(changeSiteConfiguration, async ({ deps: { db, clock }, body }) => {
    await changeConfiguration(db, body, clock());
    return presentSiteConfiguration(await readSiteConfiguration(db));
  }),

  route(logos.putLogo, async ({ deps: { db, clock }, params: { lang }, upload }) => {
    const { contentType, width, height, bytes } = await putLogo(db, lang, upload, clock());
    return { lang, contentType, width, height, size: bytes.length };
  }),

  route(logos.removeLogo, ({ deps: { db }, params: { lang } }) => removeLogo(db, lang)),
];

export const setUpRoutes = [
  route(getSetUp, async ({ deps, ctx }) =>
    presentSetUp(await readSetUpState(deps.db), ctx.state.untrustedProxy, await registerIn(deps.settings)),
  ),
  route(getTemplates, async () => startingTemplates()),
];
