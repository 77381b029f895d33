/** Endpoints of messages and message templates. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
import { route } from "#api/http/route.ts";
import {
  changeSmsTemplate,
  getMessageRecipients,
  getMessages,
  getSmsTemplates,
  retryMessage,
  sendMessages,
} from "#contract/messages/sms.ts";
import { readMessages, readRecipients } from "./list.ts";
import { presentMessage, presentTemplate } from "./presenter.ts";
import { retryMessage as retry, sendMessages as send } from "./send.ts";
import { changeTemplate, readTemplates } from "./templates.ts";

export const smsRoutes = [
  route(getMessages, async (call) => {
    const { lang, query, deps } = call;
    const { timezone } = await call.configuration();
    const found = await readMessages(deps, readerOf(call, getMessages), query, timezone);
    return presentPage(found, (row) => presentMessage(row, { lang, timezone, cipher: deps.cipher }));
  }),

  route(getMessageRecipients, async (call) => {
    const { deps, lang, query, configuration } = call;
    const context = { site: await configuration(), lang };
    return readRecipients(deps, readerOf(call, getMessageRecipients), query.visits, context);
  }),

  route(sendMessages, async (call) => {
    const { deps, trx, body, configuration } = call;
    return send(deps, { trx, site: await configuration(trx) }, readerOf(call, sendMessages), body);
  }),

  route(retryMessage, async (call) => {
    const { deps, lang, params } = call;
    const row = await retry(deps, readerOf(call, retryMessage), params.id);
    const { timezone } = await call.configuration();
    return presentMessage(row, { lang, timezone, cipher: deps.cipher });
  }),

  route(getSmsTemplates, async ({ deps }) => (await readTemplates(deps.db)).map(presentTemplate)),

  route(changeSmsTemplate, async ({ deps, params: { event }, body }) =>
    presentTemplate(await changeTemplate(deps.db, event, body, deps.clock())),
  ),
];
