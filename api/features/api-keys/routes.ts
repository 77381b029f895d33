/** API keys, for administrators. */
import { requireSame } from "#api/http/read-fields.ts";
import { type Call, route } from "#api/http/route.ts";
import { addApiKey, changeApiKey, getApiKeys, revokeApiKey } from "#contract/site/api-keys.ts";
import {
  addApiKey as add,
  changeApiKey as change,
  type KeySeen,
  listApiKeys,
  presentApiKey,
  revokeApiKey as revoke,
} from "./api-keys.ts";

const seenBy = async ({
  deps,
  lang,
  configuration,
}: Pick<Call, "deps" | "lang" | "configuration">): Promise<KeySeen> => {
  const { timezone } = await configuration();
  return { lang, timezone, now: deps.clock() };
};

export const apiKeyRoutes = [
  route(getApiKeys, async (call) => {
    const seen = await seenBy(call);
    return (await listApiKeys(call.deps.db, seen.now)).map((row) => presentApiKey(row, seen));
  }),

  route(addApiKey, async (call) => {
    const seen = await seenBy(call);
    const { row, secret } = await add(call.deps, call.body, { by: call.me.id, timezone: seen.timezone });
    return { apiKey: presentApiKey(row, seen), secret };
  }),

  route(changeApiKey, async (call) => {
    const { id: same, ...settings } = call.body;
    requireSame("id", same, call.params.id);
    return presentApiKey(await change(call.deps, call.params.id, settings), await seenBy(call));
  }),

  route(revokeApiKey, async (call) =>
    presentApiKey(await revoke(call.deps, call.params.id), await seenBy(call)),
  ),
];
