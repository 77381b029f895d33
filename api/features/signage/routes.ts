/** Digital signage: what staff manage, and what the lobby's screens read. */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import { fileName } from "#api/files/store.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { isKnown, serveFile } from "#api/http/ranges.ts";
import { requireSame } from "#api/http/read-fields.ts";
import {
  addSignage,
  changeSignage,
  getFile,
  getFlowTexts,
  getPlaylist,
  listSignage,
  removeSignage,
  sortSignage,
} from "#contract/signage.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { currentSignageRows, flowTextRows, signageFileRow, signageRows } from "#db/queries/signage.ts";
import { presentPlaylist, presentSignage } from "./presenter.ts";
import {
  addText,
  addUpload,
  changeSignage as change,
  removeSignage as remove,
  type SignageWork,
  sortSignage as sort,
} from "./signage.ts";

const zoneOf = async (db: Knex): Promise<string> => (await readConfiguration(db)).timezone;

const workOf = async ({ db, clock }: Deps): Promise<SignageWork> => ({
  now: clock(),
  timezone: await zoneOf(db),
});

export const signageRoutes = [
  route(getPlaylist, async ({ deps: { db, clock }, ctx }) => {
    const list = presentPlaylist(await currentSignageRows(db, clock()), await zoneOf(db));
    ctx.set("Cache-Control", "no-cache");
    ctx.etag = list.version;
    ctx.status = 200;
    // Koa sends no body with it.
    if (isKnown(ctx, list.version)) ctx.status = 304;
    return list;
  }),

  route(getFile, async ({ deps: { db, files }, ctx, params: { name } }) => {
    const known = fileName.test(name) ? await signageFileRow(db, name) : undefined;
    const handle = known && (await files.open(name));
    if (!handle || known.contentType === null) throw notFound();
    const { size } = await handle.stat();
    // The name is never given to another file.
    ctx.set("Cache-Control", "public, max-age=31536000, immutable");
    // Opened by itself it is nothing but what it is; `nosniff` is said of every answer.
    ctx.set("Content-Security-Policy", "default-src 'none'; sandbox");
    return serveFile(ctx, {
      handle,
      size,
      contentType: known.contentType,
      etag: name,
      modifiedAt: known.createdAt,
    });
  }),

  route(listSignage, async ({ deps: { db, clock, settings }, query }) => {
    const found = await signageRows(db, query, clock());
    const zone = await zoneOf(db);
    return { ...presentPage(found, (row) => presentSignage(row, zone)), mostBytes: settings.uploads };
  }),

  route(getFlowTexts, async ({ deps: { db } }) => {
    const zone = await zoneOf(db);
    return (await flowTextRows(db)).map((row) => presentSignage(row, zone));
  }),

  route(addSignage, async ({ deps, body, form }) => {
    const work = await workOf(deps);
    const row = form ? await addUpload(deps.db, form, work, deps.random) : await addText(deps.db, body, work);
    return presentSignage(row, work.timezone);
  }),

  // Before "/:id", which would fit it.
  route(sortSignage, ({ deps: { db, clock }, body }) => sort(db, body.dispOrders, clock())),

  route(changeSignage, async ({ deps, params: { id }, body }) => {
    requireSame("id", body.id, id);
    const work = await workOf(deps);
    return presentSignage(await change(deps.db, id, body, work), work.timezone);
  }),

  route(removeSignage, ({ deps: { db, files }, params: { id } }) => remove(db, files, id)),
];
