/** Endpoints for administrators: configuration, logos, the set-up list, text templates. */
import type { Knex } from "knex";
import { route } from "#api/http/route.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import {
  changeSiteConfiguration,
  getSiteConfiguration,
  type SiteConfiguration,
} from "#contract/site/configuration.ts";
import * as logos from "#contract/site/logos.ts";
import { getSetUp, getTemplates, sendTestMessages } from "#contract/site/set-up.ts";
import { Logo } from "#db/models/configuration.ts";
import { EventEntry } from "#db/models/logs.ts";
import { remainingBudgets } from "../messages/budget.ts";
import { sendTestMessages as sendTest } from "../messages/test-messages.ts";
import { changeConfiguration, putLogo, removeLogo } from "./configuration.ts";
import { presentSiteConfiguration } from "./presenter.ts";
import { readSetUp } from "./set-up.ts";
import { startingTemplates } from "./starting-templates.ts";

async function readWholeConfiguration(db: Knex, now: Date): Promise<SiteConfiguration> {
  const [row, logos, used] = await Promise.all([
    readConfiguration(db),
    Logo.query(db).select("lang"),
    EventEntry.query(db).max("at as at").where({ kind: "alert", detail: "messageBudget" }).first(),
  ]);
  const [hour, day] = await remainingBudgets(db, row, now);
  return presentSiteConfiguration(
    row,
    logos.map(({ lang }) => lang),
    {
      leftThisHour: hour?.left ?? 0,
      leftToday: day?.left ?? 0,
      usedUpAt: used?.at ? fromInstant(used.at, row.timezone) : null,
    },
  );
}

export const configurationRoutes = [
  route(getSiteConfiguration, ({ deps: { db, clock } }) => readWholeConfiguration(db, clock())),

  route(changeSiteConfiguration, async ({ deps: { db, clock }, body }) => {
    await changeConfiguration(db, body, clock());
    return readWholeConfiguration(db, clock());
  }),

  route(logos.putLogo, async ({ deps: { db, clock }, params: { lang }, upload }) => {
    const { contentType, width, height, bytes } = await putLogo(db, lang, upload, clock());
    return { lang, contentType, width, height, size: bytes.length };
  }),

  route(logos.removeLogo, ({ deps: { db }, params: { lang } }) => removeLogo(db, lang)),
];

export const setUpRoutes = [
  route(getSetUp, async ({ deps, ctx, siteSettings }) =>
    readSetUp(deps, await siteSettings(), ctx.state.untrustedProxy),
  ),
  route(sendTestMessages, async ({ deps, me, lang, configuration }) => {
    await deps.limits.consume("testMessages", String(me.id));
    return sendTest(deps, me.id, { site: await configuration(), lang });
  }),
  route(getTemplates, async () => startingTemplates()),
];
