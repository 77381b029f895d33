/** When notifications are shown, how often, and where not at all. */
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserWindow, NativeImage, Notification } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Attention, createAttention } from "../../../../desktop/main/notifications/attention.ts";
import {
  createPendingWatch,
  decisionOf,
  withCount,
} from "../../../../desktop/renderer/console/features/notifications/pending-requests.ts";
import { FakeWindow } from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

describe("a pending visit", () => {
  const look = (...readings: (number | undefined)[]) => {
    const watch = createPendingWatch((id) => id === 13);
    return readings.map((newest) => watch(newest));
  };

  it("is reported once if it was missing at the first reading", () => {
    expect(look(11, 11, 12, 12)).toEqual([false, false, true, false]);
  });

  it("is reported if there was none before", () => {
    expect(look(undefined, 11)).toEqual([false, true]);
  });

  it("is not reported again when a newer one was decided", () => {
    expect(look(12, 11, undefined, 12)).toEqual([false, false, false, false]);
  });

  it("is not reported to the front desk that created it; later ones are", () => {
    expect(look(12, 13, 14)).toEqual([false, false, true]);
  });
});

it.each([
  ["applied", undefined],
  ["approved", "approved"],
  ["rejected", "rejected"],
  ["cancelled", "other"],
  ["entered", "other"],
])("a visit that is %s now has the answer %s", (status, answer) => {
  expect(decisionOf(status)).toBe(answer);
});

it("the title contains the count once, until it is zero", () => {
  expect(withCount("현황판 | 방문 관리", 2)).toBe("(2) 현황판 | 방문 관리");
  expect(withCount("(2) 현황판 | 방문 관리", 13)).toBe("(13) 현황판 | 방문 관리");
  expect(withCount("(13) 현황판 | 방문 관리", 0)).toBe("현황판 | 방문 관리");
});

class FakeNotification extends EventEmitter {
  isOpen = false;
  readonly body: string;
  constructor(body = "") {
    super();
    this.body = body;
  }
  show = () => {
    this.isOpen = true;
  };
  close = () => {
    this.isOpen = false;
  };
}

interface Given {
  readonly policy?: boolean;
  readonly isWindows?: boolean;
  readonly folder?: string;
}

let window: FakeWindow;
let shown: FakeNotification[];
let badges: number[];
let overlays: [boolean, string][];
let opened: string[];
let attention: Attention;

function start({ policy, isWindows = false, folder = ownFolder() }: Given = {}): string {
  [shown, badges, overlays, opened] = [[], [], [], []];
  window = new FakeWindow({});
  const target = Object.assign(window, {
    setOverlayIcon: (image: NativeImage | null, text: string) => void overlays.push([image !== null, text]),
  }) as unknown as BrowserWindow;
  attention = createAttention({
    quietMs: 10_000,
    file: join(folder, "attention.json"),
    policy,
    window: () => target,
    create: ({ body }) => {
      const made = new FakeNotification(body);
      shown.push(made);
      return made as unknown as Notification;
    },
    setBadge: (count) => badges.push(count) > 0,
    overlay: isWindows ? () => ({}) as NativeImage : undefined,
    bounce: undefined,
    currentTexts: () => ({
      title: "방문 관리",
      waiting: "대기 {count}건",
      approved: "승인 {count}건",
      rejected: "반려 {count}건",
    }),
    onOpen: (kind) => opened.push(kind),
    log: keptLog().log,
  });
  attention.follow(target);
  return folder;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const bodies = () => shown.map(({ body }) => body);
const open = () => shown.filter(({ isOpen }) => isOpen).map(({ body }) => body);

describe("a notification", () => {
  it("has the count, flashes the taskbar, and closes when the window is focused", () => {
    start();
    attention.notify("waiting", 2);
    expect([open(), window.calls]).toEqual([["대기 2건"], ["flash"]]);
    window.emit("focus");
    expect([open(), window.calls]).toEqual([[], ["flash", "calm"]]);
  });

  it("is neither shown while the window is focused nor counted later", () => {
    start();
    window.focused = true;
    attention.notify("approved", 1);
    expect([shown, window.calls]).toEqual([[], []]);
    window.focused = false;
    attention.notify("approved", 1);
    expect(bodies()).toEqual(["승인 1건"]);
  });

  it("brings the window to the front when it is clicked", () => {
    start();
    attention.notify("approved", 1);
    shown[0]?.emit("click");
    expect(window.calls).toEqual(["flash", "restore", "show", "focus"]);
    expect(opened).toEqual(["approved"]);
  });

  it("is shown once in ten seconds; the next one has the latest count and the sum of answers", () => {
    start();
    for (const count of [1, 2, 3]) attention.notify("waiting", count);
    for (const _ of [1, 2, 3]) attention.notify("rejected", 1);
    expect(bodies()).toEqual(["대기 1건", "반려 1건"]);
    vi.advanceTimersByTime(9_999);
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(open()).toEqual(["대기 3건", "반려 3건"]);
    vi.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(4);
  });

  it("is dropped if the window is focused during the delay", () => {
    start();
    attention.notify("waiting", 1);
    attention.notify("waiting", 2);
    window.emit("focus");
    vi.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(1);
  });
});

describe("the choice", () => {
  it("is kept for the next start", async () => {
    const folder = start();
    expect(attention.read()).toEqual({ isAllowed: true, notifications: true, sound: false });
    await attention.choose({ notifications: false, sound: true });
    expect(JSON.parse(readFileSync(join(folder, "attention.json"), "utf8"))).toEqual({
      notifications: false,
      sound: true,
    });
    start({ folder });
    expect(attention.read()).toEqual({ isAllowed: true, notifications: false, sound: true });
    attention.notify("waiting", 2);
    expect(shown).toEqual([]);
  });

  it("closes notifications and removes the badge when it is switched off", async () => {
    start();
    attention.count(2);
    attention.notify("waiting", 2);
    await attention.choose({ notifications: false, sound: false });
    expect([open(), badges]).toEqual([[], [2, 0]]);
    await attention.choose({ notifications: true, sound: false });
    expect(badges).toEqual([2, 0, 2]);
  });

  it("has no effect if the policy disables notifications", async () => {
    start({ policy: false });
    expect(attention.read().isAllowed).toBe(false);
    await attention.choose({ notifications: true, sound: true });
    attention.notify("waiting", 2);
    attention.count(2);
    expect([shown, window.calls, badges.every((count) => count === 0)]).toEqual([[], [], true]);
  });
});

describe("the number on the icon", () => {
  it("is the system's badge, and on Windows an overlay with a description", () => {
    start({ isWindows: true });
    attention.count(2);
    attention.count(0);
    expect(badges).toEqual([2, 0]);
    expect(overlays).toEqual([
      [true, "대기 2건"],
      [false, ""],
    ]);
  });

  it("is removed when its page closes", () => {
    start();
    attention.count(2);
    window.webContents.emit("did-navigate");
    expect(badges).toEqual([2, 0]);
  });
});
