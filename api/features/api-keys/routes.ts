/** API keys, for administrators. */
import { type Call, route } from "#api/http/route.ts";
import { addApiKey, changeApiKey, getApiKeys, revokeApiKey } from "#contract/site/api-keys.ts";
import {
  addApiKey as add,
  changeApiKey as change,
  type KeyViewer,
  listApiKeys,
  presentApiKey,
  revokeApiKey as revoke,
} from "./api-keys.ts";

const viewerOf = async ({
  deps,
  lang,
  configuration,
}: Pick<Call, "deps" | "lang" | "configuration">): Promise<KeyViewer> => {
  const { timezone } = await configuration();
  return { lang, timezone, now: deps.clock() };
};

export const apiKeyRoutes = [
  route(getApiKeys, async (call) => {
    const viewer = await viewerOf(call);
    return (await listApiKeys(call.deps.db, viewer.now)).map((row) => presentApiKey(row, viewer));
  }),

  route(addApiKey, async (call) => {
    const viewer = await viewerOf(call);
    const { row, secret } = await add(call.deps, call.body, { by: call.me.id, timezone: viewer.timezone });
    return { apiKey: presentApiKey(row, viewer), secret };
  }),

  route(changeApiKey, async (call) => {
    const { id: _, ...settings } = call.body;
    return presentApiKey(await change(call.deps, call.params.id, settings), await viewerOf(call));
  }),

  route(revokeApiKey, async (call) =>
    presentApiKey(await revoke(call.deps, call.params.id), await viewerOf(call)),
  ),
];
