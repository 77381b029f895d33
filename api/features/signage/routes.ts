/** Endpoints of digital signage: management by staff, and the playlist and files for lobby displays. */
import { notFound } from "#api/errors.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { isKnown, serveFile } from "#api/http/pages/ranges.ts";
import { type Call, route } from "#api/http/route.ts";
import {
  addSignage,
  changeSignage,
  getFile,
  getFlowTexts,
  getPlaylist,
  listSignage,
  removeSignage,
  sortSignage,
} from "#contract/site/signage.ts";
import { fileName } from "#db/files/storage.ts";
import { SignageContent } from "#db/models/signage-content.ts";
import {
  addText,
  addUpload,
  changeSignage as change,
  presentPlaylist,
  presentSignage,
  readCurrent,
  readFlowTexts,
  readSignage,
  removeSignage as remove,
  type SignageWork,
  sortSignage as sort,
} from "./signage.ts";

const workOf = async ({
  deps,
  configuration,
}: Pick<Call, "deps" | "configuration">): Promise<SignageWork> => ({
  now: deps.clock(),
  timezone: (await configuration()).timezone,
});

export const signageRoutes = [
  route(getPlaylist, async ({ deps: { db, clock }, ctx, configuration }) => {
    const { timezone } = await configuration();
    const list = presentPlaylist(await readCurrent(db, clock()), timezone);
    ctx.set("Cache-Control", "no-cache");
    ctx.etag = list.version;
    ctx.status = 200;
    // Koa drops the body of a 304.
    if (isKnown(ctx, list.version)) ctx.status = 304;
    return list;
  }),

  route(getFile, async ({ deps: { db, files }, ctx, params: { name } }) => {
    const known = fileName.test(name)
      ? await SignageContent.query(db).select("contentType", "createdAt").findOne({ fileName: name })
      : undefined;
    const file = known && (await files.open(name));
    if (!file || known.contentType === null) throw notFound();
    const { contentType, createdAt } = known;
    const content = await serveFile(ctx, { file, contentType, etag: name, modifiedAt: createdAt });
    // Names are never reused.
    ctx.set("Cache-Control", "public, max-age=31536000, immutable");
    // Prevents scripts in a file that is opened by itself; `nosniff` is set on every response.
    ctx.set("Content-Security-Policy", "default-src 'none'; sandbox");
    return content;
  }),

  route(listSignage, async ({ deps: { db, clock, settings }, query, configuration }) => {
    const found = await readSignage(db, query, clock());
    const { timezone } = await configuration();
    return { ...presentPage(found, (row) => presentSignage(row, timezone)), mostBytes: settings.uploads };
  }),

  route(getFlowTexts, async ({ deps: { db }, configuration }) => {
    const { timezone } = await configuration();
    return (await readFlowTexts(db)).map((row) => presentSignage(row, timezone));
  }),

  route(addSignage, async (call) => {
    const { deps, body, form } = call;
    const work = await workOf(call);
    const row = form ? await addUpload(deps.db, form, work, deps.random) : await addText(deps.db, body, work);
    return presentSignage(row, work.timezone);
  }),

  // Before "/:id", which matches "sort", too.
  route(sortSignage, ({ deps: { db, clock }, body }) => sort(db, body.dispOrders, clock())),

  route(changeSignage, async (call) => {
    const { id } = call.params;
    const work = await workOf(call);
    return presentSignage(await change(call.deps.db, id, call.body, work), work.timezone);
  }),

  route(removeSignage, ({ deps: { db, files }, params: { id } }) => remove(db, files, id)),
];
