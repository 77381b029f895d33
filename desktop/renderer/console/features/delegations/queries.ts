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

/** @param hostId set by administrators; undefined for the user's own delegations */
export const delegationsQuery = (hostId: number | undefined, language: Language) =>
  queryOptions({
    queryKey: ["delegations", hostId ?? "own", language],
    queryFn: ({ signal }) =>
      hostId === undefined
        ? read(getDelegations, {}, signal)
        : read(getHostDelegations, { params: { id: String(hostId) } }, signal),
  });

export const refreshDelegations = () => void queryClient.invalidateQueries({ queryKey: ["delegations"] });

const paramsOf = (hostId: number, id: number) => ({ id: String(hostId), delegation: String(id) });

export const sendDelegation = (hostId: number | undefined, body: NewDelegation) =>
  hostId === undefined
    ? call(addDelegation, { body })
    : call(addHostDelegation, { params: { id: String(hostId) }, body });

export const sendEnd = (hostId: number | undefined, id: number, to: string) =>
  hostId === undefined
    ? call(changeDelegationEnd, { params: { id: String(id) }, body: { to } })
    : call(changeHostDelegationEnd, { params: paramsOf(hostId, id), body: { to } });

export const sendEndNow = (hostId: number | undefined, id: number) =>
  hostId === undefined
    ? call(endDelegation, { params: { id: String(id) } })
    : call(endHostDelegation, { params: paramsOf(hostId, id) });
