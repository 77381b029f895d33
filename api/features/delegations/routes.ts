/** Deputies and absence: the caller's own, and a host's for administrators. */
import { type Call, route } from "#api/http/route.ts";
import * as calls from "#contract/people/delegations.ts";
import {
  addDelegation,
  changeEnd,
  type DelegationRow,
  type Delegations,
  type DelegationWork,
  endDelegation,
  readDelegations,
  requirePerson,
} from "./delegations.ts";
import { presentDelegation } from "./presenter.ts";

type StaffCall = Pick<Call, "deps" | "lang" | "configuration"> & { readonly me: { readonly id: number } };

const workFor = async ({ me, configuration }: StaffCall, host: number): Promise<DelegationWork> => ({
  host,
  by: me.id,
  timezone: (await configuration()).timezone,
});

async function present({ deps, lang, configuration }: StaffCall, row: DelegationRow) {
  const { timezone } = await configuration();
  return presentDelegation(row, { lang, timezone, now: deps.clock() });
}

const presentAll = async (call: StaffCall, { own, asDeputy }: Delegations) => ({
  own: await Promise.all(own.map((row) => present(call, row))),
  asDeputy: await Promise.all(asDeputy.map((row) => present(call, row))),
});

export const delegationRoutes = [
  route(calls.getDelegations, async (call) => presentAll(call, await readDelegations(call.deps, call.me.id))),

  route(calls.addDelegation, async (call) =>
    present(call, await addDelegation(call.deps, await workFor(call, call.me.id), call.body)),
  ),

  route(calls.changeDelegationEnd, async (call) => {
    const { deps, me, params, body } = call;
    return present(call, await changeEnd(deps, await workFor(call, me.id), params.id, body.to));
  }),

  route(calls.endDelegation, ({ deps, me, params: { id } }) => endDelegation(deps, me.id, id)),

  route(calls.getHostDelegations, async (call) => {
    const { deps, params } = call;
    await requirePerson(deps.db, params.id);
    return presentAll(call, await readDelegations(deps, params.id));
  }),

  route(calls.addHostDelegation, async (call) =>
    present(call, await addDelegation(call.deps, await workFor(call, call.params.id), call.body)),
  ),

  route(calls.changeHostDelegationEnd, async (call) => {
    const { deps, params, body } = call;
    return present(call, await changeEnd(deps, await workFor(call, params.id), params.delegation, body.to));
  }),

  route(calls.endHostDelegation, ({ deps, params: { id, delegation } }) =>
    endDelegation(deps, id, delegation),
  ),
];
