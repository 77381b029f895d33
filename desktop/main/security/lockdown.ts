import type { App, CommandLine, Event, Session, WebContents } from "electron";
import { previewOrigin, previewPage } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";

/** Addresses of local pages. */
const isOurs = (address: string): boolean => address.startsWith(`${appOrigin}/`);

const schemeOf = (address: string): string => URL.parse(address)?.protocol ?? "none";

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

/** The main frame may show local pages only, a subframe the preview only. */
const mayNavigate = ({ url, isMainFrame }: Navigation): boolean =>
  isMainFrame ? isOurs(url) : url === previewPage;

/**
 * Restricts all web contents: no new windows, no navigation outside of local pages, no embedded pages but the preview.
 */
export function lockContents(app: Pick<App, "on">, log: Log): void {
  app.on("web-contents-created", (_event, contents) => lock(contents, log));
}

function lock(contents: WebContents, log: Log): void {
  const checkNavigation = (event: Pick<Event, "preventDefault"> & Navigation) => {
    if (mayNavigate(event)) return;
    event.preventDefault();
    log("navigation-refused", { scheme: schemeOf(event.url) });
  };
  contents.setWindowOpenHandler(({ url }) => {
    log("window-refused", { scheme: schemeOf(url) });
    return { action: "deny" };
  });
  contents.on("will-navigate", checkNavigation);
  contents.on("will-frame-navigate", checkNavigation);
  contents.on("will-redirect", checkNavigation);
  contents.on("will-attach-webview", (event) => {
    event.preventDefault();
    log("webview-refused");
  });
}

/** Data created by a page: previews and files to save. */
const isGenerated = (address: string): boolean =>
  address.startsWith(`blob:${appOrigin}/`) || address.startsWith("data:image/");

/** The main frame may write text to the clipboard ("Copy invitation link"); reading and other frames are refused. */
const mayUse = (
  permission: string,
  { isMainFrame, requestingUrl = "" }: { readonly isMainFrame: boolean; readonly requestingUrl?: string },
): boolean => permission === "clipboard-sanitized-write" && isMainFrame && isOurs(requestingUrl);

/**
 * Locks the session of local pages: no permissions except writing to the clipboard, no devices, no direct network
 * access, so a compromised page can reach only this process. For downloads see downloads.ts.
 * @param reachable further allowed address prefixes
 */
export function lockSession(session: Session, log: Log, reachable: readonly string[] = []): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const isAllowed = mayUse(permission, details);
    if (!isAllowed) log("permission-refused", { permission });
    answer(isAllowed);
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => mayUse(permission, details));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const mayPass =
      isOurs(url) ||
      url.startsWith(`${previewOrigin}/`) ||
      isGenerated(url) ||
      url.startsWith("devtools://") ||
      reachable.some((start) => url.startsWith(start));
    if (!mayPass) log("request-refused", { scheme: schemeOf(url) });
    answer({ cancel: !mayPass });
  });
}

/**
 * Switches that disable protections or allow other programs to inspect the window. AppImage's start script adds the
 * first one on systems without a sandbox.
 */
const refused = [
  "no-sandbox",
  "disable-web-security",
  "ignore-certificate-errors",
  "remote-debugging-port",
  "remote-debugging-pipe",
] as const;

/** @returns the first refused switch of the command line */
export function refusedSwitch(commandLine: Pick<CommandLine, "hasSwitch">): string | undefined {
  return refused.find((name) => commandLine.hasSwitch(name));
}
