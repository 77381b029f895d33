/** Messages: listed, written, sent once more; what is said at each event. */

import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { readerOf } from "#api/http/reader.ts";
import {
  changeSmsTemplate,
  getMessageRecipients,
  getMessages,
  getSmsTemplates,
  retryMessage,
  sendMessages,
} from "#contract/sms.ts";
import { readMessages, readRecipients } from "./list.ts";
import { presentMessage, presentTemplate } from "./presenter.ts";
import { retryMessage as retry, sendMessages as send } from "./send.ts";
import { changeTemplate, readTemplates } from "./templates.ts";

export const smsRoutes = [
  route(getMessages, async (call) => {
    const { lang, query, deps } = call;
    const { timezone, ...found } = await readMessages(deps, readerOf(call, getMessages), query);
    return presentPage(found, (row) => presentMessage(row, { lang, timezone, cipher: deps.cipher }));
  }),

  route(getMessageRecipients, (call) =>
    readRecipients(call.deps, readerOf(call, getMessageRecipients), call.query.visits),
  ),

  route(sendMessages, (call) => send(call.deps, call.trx, readerOf(call, sendMessages), call.body)),

  route(retryMessage, async (call) => {
    const { deps, lang, params, body } = call;
    requireSame("id", body.id, params.id);
    const row = await retry(deps, readerOf(call, retryMessage), params.id);
    const { timezone } = await call.configuration();
    return presentMessage(row, { lang, timezone, cipher: deps.cipher });
  }),

  route(getSmsTemplates, async ({ deps }) => (await readTemplates(deps.db)).map(presentTemplate)),

  route(changeSmsTemplate, async ({ deps, params: { event }, body }) =>
    presentTemplate(await changeTemplate(deps.db, event, body, deps.clock())),
  ),
];
