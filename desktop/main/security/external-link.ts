import type { Shell, WebContents } from "electron";
import { messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";
import { parseServerAddress } from "../server-address.ts";

/** @returns false if the address was refused or the system could not open it */
export type OpenExternal = (address: string) => Promise<boolean>;

interface Options {
  readonly shell: Pick<Shell, "openExternal">;
  /** Origins that may currently be opened. */
  readonly allowed: () => readonly string[];
  readonly log: Log;
}

/**
 * Opens pages in the system's browser. Other kinds of addresses could start a program, so only web pages of connected
 * servers are allowed.
 */
export function createOpenExternal({ shell, allowed, log }: Options): OpenExternal {
  return async (address) => {
    const { server } = parseServerAddress(address);
    const url = URL.parse(address);
    if (!url || server !== url.origin || !allowed().includes(server)) {
      log("external-link-refused", { scheme: url?.protocol ?? "none" });
      return false;
    }
    try {
      await shell.openExternal(url.href);
      return true;
    } catch (error) {
      log("external-link-failed", { problem: messageOf(error) });
      return false;
    }
  };
}

/** Public pages of the server: site, lobby screen, media. */
const publicPages = /^\/(?:form|final|privacy|result|did|files\/[\w.-]+)?$/;

interface SiteLinkOptions {
  readonly currentServer: () => string | undefined;
  readonly openExternal: OpenExternal;
  readonly log: Log;
}

/** Opens links to public pages of the selected server in the system's browser; refuses all other windows. */
export function openSiteLinks(
  contents: Pick<WebContents, "setWindowOpenHandler">,
  { currentServer, openExternal, log }: SiteLinkOptions,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    const address = URL.parse(url);
    const server = currentServer();
    const isPublic = address && url.startsWith(`${appOrigin}/`) && publicPages.test(address.pathname);
    if (isPublic && server !== undefined) void openExternal(`${server}${address.pathname}`);
    else log("window-refused", { scheme: address?.protocol ?? "none" });
    return { action: "deny" };
  });
}
