import type { App, CommandLine, Event, Session, WebContents } from "electron";
import { previewOrigin, previewPage } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";

/** Addresses of our own pages. */
const isOurs = (address: string): boolean => address.startsWith(`${appOrigin}/`);

const schemeOf = (address: string): string => URL.parse(address)?.protocol ?? "none";

interface Going {
  readonly url: string;
  readonly isMainFrame: boolean;
}

/** The window goes to our own pages, a frame in it to the preview, and neither anywhere else. */
const mayGo = ({ url, isMainFrame }: Going): boolean => (isMainFrame ? isOurs(url) : url === previewPage);

/** Whatever contents come to be: no new windows, no way out of our pages, no page inside them but the preview. */
export function lockContents(app: Pick<App, "on">, log: Log): void {
  app.on("web-contents-created", (_event, contents) => lock(contents, log));
}

function lock(contents: WebContents, log: Log): void {
  const go = (event: Pick<Event, "preventDefault"> & Going) => {
    if (mayGo(event)) return;
    event.preventDefault();
    log("navigation-refused", { scheme: schemeOf(event.url) });
  };
  contents.setWindowOpenHandler(({ url }) => {
    log("window-refused", { scheme: schemeOf(url) });
    return { action: "deny" };
  });
  contents.on("will-navigate", go);
  contents.on("will-frame-navigate", go);
  contents.on("will-redirect", go);
  contents.on("will-attach-webview", (event) => {
    event.preventDefault();
    log("webview-refused");
  });
}

/** What a page makes of its own: a preview, a file to keep. */
const isOwnMaking = (address: string): boolean =>
  address.startsWith(`blob:${appOrigin}/`) || address.startsWith("data:image/");

/**
 * Our window's page may put text that somebody chose to copy on the clipboard ("Copy invitation link"); it may read
 * nothing from it, and frames may do neither.
 */
const mayUse = (
  permission: string,
  { isMainFrame, requestingUrl = "" }: { readonly isMainFrame: boolean; readonly requestingUrl?: string },
): boolean => permission === "clipboard-sanitized-write" && isMainFrame && isOurs(requestingUrl);

/**
 * The session that our pages live in: no permissions but one, no devices, and no network of its own, so that a page that was
 * tampered with has nobody to talk to but us. What it may keep as a file: downloads.ts.
 * @param reachable other addresses it may fetch from; none but in development
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
      isOwnMaking(url) ||
      url.startsWith("devtools://") ||
      reachable.some((start) => url.startsWith(start));
    if (!mayPass) log("request-refused", { scheme: schemeOf(url) });
    answer({ cancel: !mayPass });
  });
}

/**
 * Switches that take away what protects the window or let another program look inside. AppImage's own start script adds
 * the first one where the system denies the sandbox.
 */
const refused = [
  "no-sandbox",
  "disable-web-security",
  "ignore-certificate-errors",
  "remote-debugging-port",
  "remote-debugging-pipe",
] as const;

/** @returns the first refused switch that the program was started with */
export function refusedSwitch(commandLine: Pick<CommandLine, "hasSwitch">): string | undefined {
  return refused.find((name) => commandLine.hasSwitch(name));
}
