/** How the parts are put together: what IT laid down, and what must not be disturbed, reaches the parts that go by it. */
import { beforeEach, expect, test, vi } from "vitest";
import { parsePolicy } from "../../../../desktop/main/policy/policy.ts";
import { readTiming } from "../../../../desktop/main/timing.ts";

const policy = parsePolicy({
  updateHour: 3,
  lobbyDisplay: true,
  notifications: false,
  startAtSignIn: true,
  fullScreen: true,
});
const log = () => undefined;
const currentLanguage = () => "ko" as const;

/** Has every name, and can be called: stands for parts that a test does not ask about. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === "then" ? undefined : anything),
  apply: () => anything,
});

const replaced: string[] = [];

/** Puts something in the place of a function that a file of the main process exports. */
function replace<Work extends (...given: never[]) => unknown>(file: string, name: string, work: Work): Work {
  replaced.push(file);
  vi.doMock(`../../../../desktop/main/${file}`, async (original) => ({
    ...(await original<object>()),
    [name]: work,
  }));
  return work;
}

beforeEach(() => {
  vi.resetModules();
  return () => {
    vi.doUnmock("node:fs");
    for (const file of replaced.splice(0)) vi.doUnmock(`../../../../desktop/main/${file}`);
    vi.resetModules();
  };
});

test("a restart for an update waits for the hour of the policy, and for what is being printed", async () => {
  const openRestarts = replace("updates/open-restarts.ts", "openRestarts", vi.fn());
  const { openUpdates } = await import("../../../../desktop/main/shell/open-updates.ts");
  const isBusy = () => true;
  const context = { policy: { policy, isBroken: false }, currentLanguage, log };
  openUpdates(context as never, { send: vi.fn(), windowContents: () => undefined, isBusy });
  expect(openRestarts).toHaveBeenCalledWith(expect.objectContaining({ hour: 3, isBusy }));
});

test("notifications, the lobby's display and the start at sign-in are what the policy says", async () => {
  const createAttention = replace("notifications/attention.ts", "createAttention", vi.fn());
  const createLobby = replace("lobby/lobby.ts", "createLobby", vi.fn());
  const openStartAtSignIn = replace("startup/start-at-sign-in.ts", "openStartAtSignIn", vi.fn());
  // the player's files are there once the app is built
  vi.doMock("node:fs", async (original) => ({
    ...(await original<typeof import("node:fs")>()),
    readFileSync: () => "[]",
  }));
  const { openAttention } = await import("../../../../desktop/main/notifications/open-attention.ts");
  const { openLobby } = await import("../../../../desktop/main/lobby/open-lobby.ts");
  const { openStartOptions } = await import("../../../../desktop/main/startup/start-options.ts");
  const { app } = await import("electron");
  const given = { policy, window: () => undefined, currentServer: () => undefined, send: vi.fn() };
  openAttention({ ...given, timing: readTiming(true, {}), currentLanguage, opened: () => undefined, log });
  openLobby({ ...given, currentLanguage, changed: () => undefined, log });
  const computer = { app, platform: "linux" as const, program: "/opt/visitor", env: {} };
  const starts = await openStartOptions({ ...computer, policy, log });
  expect(createAttention).toHaveBeenCalledWith(expect.objectContaining({ policy: false, quietMs: 10_000 }));
  expect(createLobby).toHaveBeenCalledWith(expect.objectContaining({ policy: true }));
  expect(openStartAtSignIn).toHaveBeenCalledWith(expect.objectContaining({ policy: true }));
  expect(starts.isFullScreen).toBe(true);
});

test("the program hands the policy to its parts, and lets the hour of the restart begin", async () => {
  const isPrinting = () => false;
  const starts = { updates: vi.fn(), restarts: vi.fn() };
  for (const [file, name] of [
    ["printing/print-choices.ts", "openPrintChoices"],
    ["security/external-link.ts", "createOpenExternal"],
    ["security/ipc-guard.ts", "createIpc"],
    ["server/connection.ts", "createConnection"],
    ["server/server-check.ts", "createServerCheck"],
    ["startup/browser-sign-in.ts", "createBrowserSignIn"],
    ["window/about.ts", "createAbout"],
    ["window/zoom.ts", "createZoom"],
    ["shell/app-info.ts", "appInfo"],
    ["shell/open-diagnostics.ts", "openDiagnostics"],
    ["shell/open-menu.ts", "openMenu"],
    ["shell/open-server.ts", "openServer"],
    ["shell/serve-pages.ts", "servePages"],
    ["snapshot/snapshot.ts", "snapshotCalls"],
    ["notifications/attention.ts", "attentionCalls"],
  ] as const)
    replace(file, name, () => anything);
  replaced.push("shell/open-console-window.ts", "printing/printing.ts");
  vi.doMock("../../../../desktop/main/shell/open-console-window.ts", () => ({
    openConsoleWindow: () => anything,
    watchConsoleWindow: () => undefined,
    showPage: () => undefined,
  }));
  vi.doMock("../../../../desktop/main/printing/printing.ts", () => ({
    createPrinting: () => ({ isPrinting, isDialogOpen: () => false }),
    printingCalls: () => ({}),
  }));
  const context = { policy: { policy, isBroken: false }, currentLanguage, log, settings: anything };
  replace("shell/context.ts", "openContext", async () => ({ ...context, currentServer: () => undefined }));
  const openLobby = replace(
    "lobby/open-lobby.ts",
    "openLobby",
    vi.fn(() => anything),
  );
  const openAttention = replace(
    "notifications/open-attention.ts",
    "openAttention",
    vi.fn(() => anything),
  );
  const openStartOptions = replace(
    "startup/start-options.ts",
    "openStartOptions",
    vi.fn(async () => ({ choices: [], isFullScreen: false })),
  );
  const openUpdates = replace(
    "shell/open-updates.ts",
    "openUpdates",
    vi.fn((_context: unknown, _options: unknown) => ({
      updates: { read: vi.fn(), check: vi.fn(), start: starts.updates },
      restarts: {
        calls: {},
        isLeaving: () => false,
        takeReturnPage: () => undefined,
        start: starts.restarts,
      },
    })),
  );
  const { openShell } = await import("../../../../desktop/main/shell/shell.ts");
  await openShell(log, anything as never, anything as never);
  expect(openUpdates).toHaveBeenCalledWith(
    expect.objectContaining({ policy: { policy, isBroken: false } }),
    expect.objectContaining({ isBusy: isPrinting }),
  );
  for (const part of [openLobby, openAttention, openStartOptions])
    expect(part).toHaveBeenCalledWith(expect.objectContaining({ policy }));
  expect(starts.updates).toHaveBeenCalledOnce();
  expect(starts.restarts).toHaveBeenCalledOnce();
});
