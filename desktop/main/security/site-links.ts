import type { WebContents } from "electron";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";
import type { OpenExternal } from "./external-link.ts";

/** Pages of the server that everybody may see: the public site, the lobby's screen, its media. */
const publicPages = /^\/(?:form|final|privacy|result|did|files\/[\w.-]+)?$/;

interface Options {
  readonly serverNow: () => string | undefined;
  readonly openExternal: OpenExternal;
  readonly log: Log;
}

/** A link of ours to another window: pages of the chosen server open in the system's browser, no other window opens. */
export function openSiteLinks(
  contents: Pick<WebContents, "setWindowOpenHandler">,
  { serverNow, openExternal, log }: Options,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    const address = URL.parse(url);
    const server = serverNow();
    const isPublic = address && url.startsWith(`${appOrigin}/`) && publicPages.test(address.pathname);
    if (isPublic && server !== undefined) void openExternal(`${server}${address.pathname}`);
    else log("window-refused", { scheme: address?.protocol ?? "none" });
    return { action: "deny" };
  });
}
