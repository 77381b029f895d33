/** Queries and calls of delegations; query keys start with "delegations". */
import { queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import {
  addDelegation,
  addHostDelegation,
  changeDelegationEnd,
  changeHostDelegationEnd,
  endDelegation,
  endHostDelegation,
  getDelegations,
  getHostDelegations,
  type NewDelegation,
} from "#contract/people/delegations.ts";
import { call, read } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

/** @param host set by administrators; undefined for the user's own delegations */
export const delegationsQuery = (host: number | undefined, language: Language) =>
  queryOptions({
    queryKey: ["delegations", host ?? "own", language],
    queryFn: ({ signal }) =>
      host === undefined
        ? read(getDelegations, {}, signal)
        : read(getHostDelegations, { params: { id: String(host) } }, signal),
  });

export const refreshDelegations = () => void queryClient.invalidateQueries({ queryKey: ["delegations"] });

const paramsOf = (host: number, id: number) => ({ id: String(host), delegation: String(id) });

export const sendDelegation = (host: number | undefined, body: NewDelegation) =>
  host === undefined
    ? call(addDelegation, { body })
    : call(addHostDelegation, { params: { id: String(host) }, body });

export const sendEnd = (host: number | undefined, id: number, to: string) =>
  host === undefined
    ? call(changeDelegationEnd, { params: { id: String(id) }, body: { to } })
    : call(changeHostDelegationEnd, { params: paramsOf(host, id), body: { to } });

export const sendEndNow = (host: number | undefined, id: number) =>
  host === undefined
    ? call(endDelegation, { params: { id: String(id) } })
    : call(endHostDelegation, { params: paramsOf(host, id) });
