/** `/desktop/updates/…`: updates for installed desktop apps. */
import { createHash } from "node:crypto";
import type { Context, Middleware } from "koa";
import { methodNotAllowed, notFound } from "#api/errors.ts";
import { isRead } from "#api/http/pages/built-files.ts";
import { serveFile } from "#api/http/pages/ranges.ts";
import type { RequestState } from "#api/http/request-context.ts";
import type { Logger } from "#api/log.ts";
import { toOpenFile } from "#db/files/folder.ts";
import { createReleases, manifestName, type Releases } from "./manifests.ts";

const basePath = "/desktop/updates/";

async function sendManifest(ctx: Context, releases: Releases, name: string, log: Logger): Promise<void> {
  const text = await releases.readManifest(name);
  if (text === "broken") log.warn({ manifest: name }, "desktop release is not whole and is not offered");
  if (text === undefined || text === "broken") throw notFound();
  // Clients revalidate each time, so that a new release is found at once.
  ctx.set("Cache-Control", "no-cache");
  ctx.type = "text/yaml; charset=utf-8";
  ctx.etag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = text;
}

async function sendPackage(ctx: Context, releases: Releases, name: string): Promise<void> {
  const handle = await releases.openPackage(name);
  if (!handle) throw notFound();
  const { size, mtime, mtimeMs } = await handle.stat();
  // The name contains the version, and a released file never changes.
  ctx.set("Cache-Control", "public, max-age=31536000, immutable");
  ctx.set("Content-Disposition", "attachment");
  const etag = `${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}`;
  const contentType = "application/octet-stream";
  ctx.body = await serveFile(ctx, { file: toOpenFile(handle, size), contentType, etag, modifiedAt: mtime });
}

/**
 * Serves files of the folder by plain names, with ranges and without a listing. A manifest whose files are incomplete is
 * answered with 404, so that a release that is still being copied is not offered.
 */
export function desktopUpdates(folder: string, log: Logger): Middleware<RequestState> {
  const releases = createReleases(folder);
  return (ctx, next) => {
    if (!ctx.path.startsWith(basePath)) return next();
    ctx.state.route = `${basePath}*`;
    if (!isRead(ctx)) {
      ctx.set("Allow", "GET, HEAD");
      throw methodNotAllowed();
    }
    const name = ctx.path.slice(basePath.length);
    return manifestName.test(name)
      ? sendManifest(ctx, releases, name, log)
      : sendPackage(ctx, releases, name);
  };
}
