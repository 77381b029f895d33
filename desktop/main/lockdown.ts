import type { App, Event, Session, WebContents } from "electron";
import { appOrigin } from "./app-routes.ts";
import type { Log } from "./log.ts";

/** Addresses that a page of ours may go to: its own, nothing else. */
const isOurs = (address: string): boolean => address.startsWith(`${appOrigin}/`);

const schemeOf = (address: string): string => URL.parse(address)?.protocol ?? "none";

/** Whatever contents come to be: no new windows, no way out of our pages, no pages inside pages. */
export function lockContents(app: Pick<App, "on">, log: Log): void {
  app.on("web-contents-created", (_event, contents) => lock(contents, log));
}

function lock(contents: WebContents, log: Log): void {
  const leave = (event: Pick<Event, "preventDefault">, address: string) => {
    if (isOurs(address)) return;
    event.preventDefault();
    log("navigation-refused", { scheme: schemeOf(address) });
  };
  contents.setWindowOpenHandler(({ url }) => {
    log("window-refused", { scheme: schemeOf(url) });
    return { action: "deny" };
  });
  contents.on("will-navigate", (event) => leave(event, event.url));
  contents.on("will-frame-navigate", (event) => leave(event, event.url));
  contents.on("will-redirect", (event) => leave(event, event.url));
  contents.on("will-attach-webview", (event) => {
    event.preventDefault();
    log("webview-refused");
  });
}

/** What a page makes of its own: a preview, a file to keep. */
const isOwnMaking = (address: string): boolean =>
  address.startsWith(`blob:${appOrigin}/`) || address.startsWith("data:image/");

/**
 * The session that our pages live in: no permissions, no devices, and no network of its own, so that a page that was
 * tampered with has nobody to talk to but us. What it may keep as a file: downloads.ts.
 * @param reachable other addresses it may fetch from; none but in development
 */
export function lockSession(session: Session, log: Log, reachable: readonly string[] = []): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log("permission-refused", { permission });
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const mayPass =
      isOurs(url) ||
      isOwnMaking(url) ||
      url.startsWith("devtools://") ||
      reachable.some((start) => url.startsWith(start));
    if (!mayPass) log("request-refused", { scheme: schemeOf(url) });
    answer({ cancel: !mayPass });
  });
}
