/** Endpoints of the trash, the destruction register, paused jobs and erasure requests. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
import { route } from "#api/http/route.ts";
import {
  addErasureRequest,
  decideErasureRequest,
  getErasureRequests,
} from "#contract/privacy/erasure-requests.ts";
import {
  confirmCleaningJob,
  confirmDestroyingJob,
  confirmRestore,
  getPausedJobs,
} from "#contract/privacy/paused-jobs.ts";
import {
  getDestructionRegister,
  getTrash,
  hardDelete,
  restoreVisits as restoreCall,
  softDelete,
} from "#contract/privacy/privacy-trash.ts";
import { addRequest, decideRequest, presentErasureRequest, readRequests } from "./erasure-requests.ts";
import { confirmPausedJob, pausedJobs, presentPausedJob } from "./paused-jobs.ts";
import {
  destroyVisits,
  hideVisits,
  presentDestruction,
  presentTrash,
  readRegister,
  readTrash,
  restoreVisits,
} from "./trash.ts";

const trashRoute = (
  endpoint: typeof softDelete | typeof restoreCall | typeof hardDelete,
  move: typeof hideVisits,
) =>
  route(endpoint, async ({ deps, me, body: { ids }, configuration }) => {
    const { timezone } = await configuration();
    return { count: await move(deps, { ids, by: me.id, timezone }) };
  });

const confirmRoute = (
  endpoint: typeof confirmDestroyingJob | typeof confirmCleaningJob | typeof confirmRestore,
) =>
  route(endpoint, async ({ deps, me, configuration, body }) => {
    const { timezone } = await configuration();
    return presentPausedJob(await confirmPausedJob(deps, { ...body, by: me.id }), timezone);
  });

export const privacyRoutes = [
  route(getTrash, async (call) => {
    const { deps, lang, query } = call;
    const { timezone } = await call.configuration();
    const { today, ...found } = await readTrash(deps, readerOf(call, getTrash), query, timezone);
    return presentPage(found, (row) => presentTrash(row, { lang, timezone, today }));
  }),

  trashRoute(softDelete, hideVisits),
  trashRoute(restoreCall, restoreVisits),
  trashRoute(hardDelete, destroyVisits),

  route(getDestructionRegister, async ({ deps, lang, query, configuration }) => {
    const { timezone } = await configuration();
    const found = await readRegister(deps.db, query, timezone);
    return presentPage(found, (row) => presentDestruction(row, { lang, timezone }));
  }),

  route(getPausedJobs, async ({ deps, configuration }) => {
    const { timezone } = await configuration();
    return (await pausedJobs(deps)).map((row) => presentPausedJob(row, timezone));
  }),
  confirmRoute(confirmDestroyingJob),
  confirmRoute(confirmCleaningJob),
  confirmRoute(confirmRestore),
];

export const erasureRequestRoutes = [
  route(getErasureRequests, async (call) => {
    const { deps, lang, query } = call;
    const { timezone } = await call.configuration();
    const found = await readRequests(deps, readerOf(call, getErasureRequests), query);
    return presentPage(found, (row) => presentErasureRequest(row, { lang, timezone, now: deps.clock() }));
  }),

  route(addErasureRequest, async (call) => {
    const { deps, lang, body } = call;
    const { timezone } = await call.configuration();
    const row = await addRequest({ ...deps, timezone }, readerOf(call, addErasureRequest), body);
    return presentErasureRequest(row, { lang, timezone, now: deps.clock() });
  }),

  route(decideErasureRequest, async (call) => {
    const { deps, lang, params, body } = call;
    const { timezone } = await call.configuration();
    const reader = readerOf(call, decideErasureRequest);
    const row = await decideRequest({ ...deps, timezone }, reader, params.id, body);
    return presentErasureRequest(row, { lang, timezone, now: deps.clock() });
  }),
];
