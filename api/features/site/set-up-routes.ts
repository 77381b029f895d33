/** The set-up list, and texts to start from. */

import { presentSetUp } from "#api/features/site/set-up-presenter.ts";
import { startingTemplates } from "#api/features/site/starting-templates.ts";
import { route } from "#api/http/bind-route.ts";
import { getSetUp, getTemplates } from "#contract/set-up.ts";
import { readSetUpState } from "#db/queries/set-up.ts";

export const setUpRoutes = [
  route(getSetUp, async ({ deps }) => presentSetUp(await readSetUpState(deps.db))),
  route(getTemplates, async () => startingTemplates()),
];
