/** What a visitor agreed to. Reading it is kept in the access log, so it is read when it is asked for only. */
import { queryOptions } from "@tanstack/react-query";
import { getVisitConsents } from "#contract/visit-consents.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";

export const consentsQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["visits", "consents", id, language],
    queryFn: ({ signal }) => read(getVisitConsents, { params: { id: String(id) } }, signal),
  });
