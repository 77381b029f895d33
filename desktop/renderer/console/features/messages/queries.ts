/** What is read about messages. All keys begin with "messages". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { pageSizes } from "#contract/lists.ts";
import {
  getMessageRecipients,
  getMessages,
  getSmsTemplates,
  type MessageAnswer,
  type MessageRecipient,
} from "#contract/messages/sms.ts";
import { read } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { askOfMessages } from "./search.ts";

/** What the list is asked for; several numbers with commas. */
type MessageListAsk = ReturnType<typeof askOfMessages> & { readonly ids?: string };

const readMessages = (ask: MessageListAsk, signal: AbortSignal) => read(getMessages, { query: ask }, signal);

export const messageListQuery = (ask: MessageListAsk, language: Language) =>
  queryOptions({
    queryKey: ["messages", "list", ask, language],
    queryFn: ({ signal }) => readMessages(ask, signal),
    placeholderData: keepPreviousData,
  });

/** One message; null where there is none such, or it is about somebody else's visit. */
export const messageQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["messages", "one", id, language],
    queryFn: async ({ signal }) => (await readMessages({ ids: String(id) }, signal)).rows[0] ?? null,
  });

/** Certain messages, by their ids, in that order. */
export const certainMessagesQuery = (ids: readonly number[], language: Language) =>
  queryOptions({
    queryKey: ["messages", "certain", ids, language],
    queryFn: async ({ signal }): Promise<MessageAnswer[]> => {
      const found = new Map<number, MessageAnswer>();
      for (let from = 0; from < ids.length; from += pageSizes.max) {
        const some = ids.slice(from, from + pageSizes.max);
        const { rows } = await readMessages({ ids: some.join(","), size: pageSizes.max }, signal);
        for (const row of rows) found.set(row.id, row);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });

const recipientKey = (id: number) => ["messages", "recipient", id] as const;

/**
 * Visits as messages speak of them, in the order of their ids here; only those not known yet are asked for. What
 * nobody may write to is missing.
 */
export const recipientsQuery = (visitIds: readonly number[]) =>
  queryOptions({
    queryKey: ["messages", "recipients", visitIds],
    queryFn: async ({ signal }): Promise<MessageRecipient[]> => {
      const known = (id: number) => queryClient.getQueryData<MessageRecipient>(recipientKey(id));
      const missing = visitIds.filter((id) => known(id) === undefined);
      if (missing.length > 0) {
        const query = { visits: missing.join(",") };
        for (const one of await read(getMessageRecipients, { query }, signal))
          queryClient.setQueryData(recipientKey(one.visitID), one);
      }
      return visitIds.flatMap((id) => known(id) ?? []);
    },
    placeholderData: keepPreviousData,
  });

export const templatesQuery = queryOptions({
  queryKey: ["messages", "templates"],
  queryFn: ({ signal }) => read(getSmsTemplates, {}, signal),
});
