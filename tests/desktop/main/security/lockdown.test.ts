import { EventEmitter } from "node:events";
import type { App, Session, WebContents } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { previewPage } from "../../../../desktop/ipc.ts";
import { lockContents, lockSession } from "../../../../desktop/main/security/lockdown.ts";
import { FakeContents, FakeSession } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";

const contents = () => ({}) as WebContents;
let lines: string[];

function locked(): FakeContents {
  const app = new EventEmitter();
  const kept = keptLog();
  lines = kept.lines;
  lockContents(app as unknown as App, kept.log);
  const made = new FakeContents();
  app.emit("web-contents-created", {}, made);
  return made;
}

/** Says whether an event was prevented. */
function isPrevented(target: EventEmitter, name: string, url: string, isMainFrame = true): boolean {
  let prevented = false;
  target.emit(name, { url, isMainFrame, preventDefault: () => (prevented = true) });
  return prevented;
}

describe("web contents of any kind", () => {
  const events = ["will-navigate", "will-frame-navigate", "will-redirect"];
  const elsewhere = [
    "https://evil.example/",
    "file:///etc/passwd",
    "data:text/html,x",
    "about:blank",
    "app://other/",
    "app://console.evil/",
    previewPage,
  ];

  it.each(events.flatMap((event) => elsewhere.map((url) => [event, url] as const)))(
    "do not leave the app's pages: %s to %s",
    (event, url) => {
      expect(isPrevented(locked(), event, url)).toBe(true);
      expect(lines).toEqual([`navigation-refused ${new URL(url).protocol}`]);
    },
  );

  it.each(events)("may navigate within the app's pages: %s", (event) => {
    expect(isPrevented(locked(), event, "app://console/")).toBe(false);
    expect(lines).toEqual([]);
  });

  describe("in a frame", () => {
    const inFrame = events.slice(1);

    it.each(inFrame)("allow the preview: %s", (event) => {
      expect(isPrevented(locked(), event, previewPage, false)).toBe(false);
      expect(lines).toEqual([]);
    });

    it.each(
      inFrame.flatMap((event) =>
        [
          ...["app://console/", "app://console/dash/", "app-preview://site/"],
          ...["app-preview://site/preview?x", "app-preview://other/preview"],
          ...["https://evil.example/preview", "data:text/html,x"],
        ].map((url) => [event, url] as const),
      ),
    )("let nothing else in: %s to %s", (event, url) => {
      expect(isPrevented(locked(), event, url, false)).toBe(true);
      expect(lines).toEqual([`navigation-refused ${new URL(url).protocol}`]);
    });
  });

  it("open no windows, not even of the app's own pages", () => {
    const made = locked();
    for (const url of ["https://evil.example/", "app://console/", "about:blank"])
      expect(made.openHandler?.({ url })).toEqual({ action: "deny" });
    expect(lines).toHaveLength(3);
  });

  it("allow no webview", () => {
    expect(isPrevented(locked(), "will-attach-webview", "")).toBe(true);
  });
});

describe("the session of the app's pages", () => {
  let session: FakeSession;

  beforeEach(() => {
    session = new FakeSession();
    const kept = keptLog();
    lines = kept.lines;
    lockSession(session as unknown as Session, kept.log);
  });

  const asks = (url: string) => {
    let cancelled: boolean | undefined;
    session.beforeRequest?.({ url }, ({ cancel }) => {
      cancelled = cancel;
    });
    return cancelled;
  };

  it.each(["media", "geolocation", "notifications", "clipboard-read", "openExternal", "fullscreen"] as const)(
    "grants no permission: %s",
    (permission) => {
      let granted: boolean | undefined;
      const details = { isMainFrame: true, requestingUrl: "app://console/" };
      session.permissionRequest?.(
        contents(),
        permission,
        (answer) => {
          granted = answer;
        },
        details,
      );
      expect(granted).toBe(false);
      expect(session.permissionCheck?.(contents(), permission, "app://console", details)).toBe(false);
    },
  );

  const ours = { isMainFrame: true, requestingUrl: "app://console/dash/host-users" };

  it.each([
    ["the app's page", ours, true],
    ["a frame in it", { ...ours, isMainFrame: false }, false],
    ["the preview", { isMainFrame: false, requestingUrl: previewPage }, false],
    ["another page", { ...ours, requestingUrl: "https://evil.example/" }, false],
  ])("allows writing to the clipboard from the app's page only: %s", (_who, details, isAllowed) => {
    const permission = "clipboard-sanitized-write";
    let granted: boolean | undefined;
    const answer = (given: boolean) => {
      granted = given;
    };
    session.permissionRequest?.(contents(), permission, answer, details);
    expect(granted).toBe(isAllowed);
    expect(session.permissionCheck?.(contents(), permission, "app://console/", details)).toBe(isAllowed);
    expect(lines).toEqual(isAllowed ? [] : [`permission-refused ${permission}`]);
  });

  it("grants no access to devices and screens", () => {
    expect(session.devicePermission).toBeTypeOf("function");
    const denies = session.devicePermission as (details: object) => boolean;
    expect(denies({ deviceType: "usb" })).toBe(false);
    let streams: unknown = "none yet";
    const record = session.displayMedia as (request: object, answer: (given: unknown) => void) => void;
    record({}, (given) => {
      streams = given;
    });
    expect(streams).toBeNull();
  });

  it.each(["https://visit.example.com/", "http://127.0.0.1:1/", "ws://evil.example/", "file:///etc/passwd"])(
    "has no network access: %s",
    (url) => {
      expect(asks(url)).toBe(true);
      expect(lines).toEqual([`request-refused ${new URL(url).protocol}`]);
    },
  );

  it.each([
    "app://console/index.html",
    "app://console/dash/visits",
    previewPage,
    "blob:app://console/1-2",
    "data:image/png;base64,x",
  ])("loads the app's own addresses: %s", (url) => {
    expect(asks(url)).toBe(false);
  });

  it.each(["blob:https://evil.example/1-2", "data:text/html,x", "app-preview://other/preview"])(
    "refuses addresses that look like the app's: %s",
    (url) => {
      expect(asks(url)).toBe(true);
    },
  );
});
