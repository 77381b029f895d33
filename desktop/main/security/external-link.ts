import type { Shell, WebContents } from "electron";
import { messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";
import { parseServerAddress } from "../server-address.ts";

/** @returns false where the address was refused or the system could not open it */
export type OpenExternal = (address: string) => Promise<boolean>;

interface Options {
  readonly shell: Pick<Shell, "openExternal">;
  /** The origins whose pages may be opened at this moment. */
  readonly allowed: () => readonly string[];
  readonly log: Log;
}

/**
 * The only way to the system's browser. Handing any other kind of address to the system could start a program, so it
 * must be a web page of a server that this installation is connected to.
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

/** Pages of the server that everybody may see: the public site, the lobby's screen, its media. */
const publicPages = /^\/(?:form|final|privacy|result|did|files\/[\w.-]+)?$/;

interface SiteLinkOptions {
  readonly serverNow: () => string | undefined;
  readonly openExternal: OpenExternal;
  readonly log: Log;
}

/** A link of ours to another window: pages of the chosen server open in the system's browser, no other window opens. */
export function openSiteLinks(
  contents: Pick<WebContents, "setWindowOpenHandler">,
  { serverNow, openExternal, log }: SiteLinkOptions,
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
