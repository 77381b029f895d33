/** Queries of messages; query keys start with "messages", those of recipients with "recipients". */
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
import type { messageListParams } from "./search.ts";

/** `ids` is comma-separated. */
type MessageListParams = ReturnType<typeof messageListParams> & { readonly ids?: string };

const readMessages = (listParams: MessageListParams, signal: AbortSignal) =>
  read(getMessages, { query: listParams }, signal);

export const messageListQuery = (listParams: MessageListParams, language: Language) =>
  queryOptions({
    queryKey: ["messages", "list", listParams, language],
    queryFn: ({ signal }) => readMessages(listParams, signal),
    placeholderData: keepPreviousData,
  });

/** Null if the message does not exist or belongs to another host's visit. */
export const messageQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["messages", "one", id, language],
    queryFn: async ({ signal }) => (await readMessages({ ids: String(id) }, signal)).rows[0] ?? null,
  });

/** Messages in the order of `ids`. */
export const messagesByIdsQuery = (ids: readonly number[], language: Language) =>
  queryOptions({
    queryKey: ["messages", "byIds", ids, language],
    queryFn: async ({ signal }): Promise<MessageAnswer[]> => {
      const found = new Map<number, MessageAnswer>();
      for (let from = 0; from < ids.length; from += pageSizes.max) {
        const batch = ids.slice(from, from + pageSizes.max);
        const { rows } = await readMessages({ ids: batch.join(","), size: pageSizes.max }, signal);
        for (const row of rows) found.set(row.id, row);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });

const recipientKey = (id: number) => ["recipients", "one", id] as const;

/** A recipient's address and values until a visit or delegation changes. */
function cachedRecipient(id: number): MessageRecipient | undefined {
  const state = queryClient.getQueryState<MessageRecipient>(recipientKey(id));
  return state?.isInvalidated ? undefined : state?.data;
}

/**
 * Recipients of visits, in the order of `visitIds`; fetches only those that are not cached. Visits that the user may not
 * write to are missing.
 */
export const recipientsQuery = (visitIds: readonly number[]) =>
  queryOptions({
    queryKey: ["recipients", visitIds],
    queryFn: async ({ signal }): Promise<MessageRecipient[]> => {
      const missing = visitIds.filter((id) => cachedRecipient(id) === undefined);
      if (missing.length > 0) {
        const query = { visits: missing.join(",") };
        for (const recipient of await read(getMessageRecipients, { query }, signal))
          queryClient.setQueryData(recipientKey(recipient.visitID), recipient);
      }
      return visitIds.flatMap((id) => cachedRecipient(id) ?? []);
    },
    placeholderData: keepPreviousData,
  });

export const templatesQuery = queryOptions({
  queryKey: ["messages", "templates"],
  queryFn: ({ signal }) => read(getSmsTemplates, {}, signal),
});
