import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Connection, ServerProblem } from "../../../../desktop/ipc.ts";
import { createOpenExternal } from "../../../../desktop/main/security/external-link.ts";
import { type ConnectionControl, createConnection } from "../../../../desktop/main/server/connection.ts";
import {
  maxServers,
  openSettings,
  type SettingsFile,
  withServer,
} from "../../../../desktop/main/storage/settings.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const one = "https://one.example.com";
const two = "https://two.example.com";
const away: ServerProblem = { code: "unreachable" };

let settings: SettingsFile;
let control: ConnectionControl;
let said: Connection[];
/** how each server is; one that is missing never answers */
let servers: Map<string, ServerProblem | "fine">;
let checked: string[];
let opened: string[];
let clock: number;
/** the chosen server after each change of it */
let switched: (string | null)[];
/** servers whose data was removed */
let forgotten: string[];

beforeEach(() => {
  const { log } = keptLog();
  settings = openSettings(join(ownFolder(), "settings.json"), log);
  [said, checked, opened, clock, switched, forgotten] = [[], [], [], 1000, [], []];
  servers = new Map<string, ServerProblem | "fine">([
    [one, "fine"],
    [two, "fine"],
  ]);
  control = createConnection({
    settings,
    policy: { policy: {}, isBroken: false },
    checkServer: (server, signal) => {
      checked.push(server);
      const state = servers.get(server);
      if (state) return Promise.resolve(state === "fine" ? undefined : state);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(away)));
    },
    openExternal: async (address) => opened.push(address) > 0,
    currentLanguage: () => settings.value().language ?? "ko",
    onChange: (connection) => said.push(connection),
    onSwitch: () => void switched.push(settings.value().current),
    onRemove: async (server) => void forgotten.push(server),
    now: () => clock,
  });
});

describe("connecting", () => {
  it("keeps the previous server if the new one is refused", async () => {
    await control.connect(one);
    servers.set(two, { code: "webPage" });
    expect(await control.connect(two)).toEqual({ connected: false, problem: { code: "webPage" } });
    expect(control.read()).toMatchObject({
      servers: [one],
      current: { server: one, health: { state: "ok" } },
    });
  });

  it("makes diagnostics test a failed server while the page is open, unless another one is typed", async () => {
    await control.connect(one);
    expect(control.serverToTest("")).toBe(one);
    servers.set(two, away);
    await control.connect(two);
    expect(["", "three.example.com/x", "ftp:"].map(control.serverToTest)).toEqual([
      two,
      "https://three.example.com",
      two,
    ]);
    control.readAtLoad();
    expect(control.serverToTest("")).toBe(one);
  });

  it("keeps the last of two concurrent attempts", async () => {
    servers.delete(one);
    const first = control.connect(one);
    expect(await control.connect(two)).toMatchObject({ connected: true });
    expect(await first).toMatchObject({ connected: false });
    expect(settings.value()).toMatchObject({ servers: [two], current: two });
  });

  it("is not undone by a delayed check of the previous server", async () => {
    await settings.change((before) => withServer(before, one));
    servers.delete(one);
    const check = control.check();
    await control.connect(two);
    await check;
    expect(control.read().current).toEqual({ server: two, health: { state: "ok", at: 1000 } });
  });
});

describe("the chosen server", () => {
  it("is not checked if there is none", async () => {
    await control.check();
    expect([checked, said]).toEqual([[], []]);
    expect(await control.openSite()).toBe(false);
  });

  it("may be removed during a check", async () => {
    await control.connect(one);
    servers.delete(one);
    const check = control.check();
    await control.forget(one);
    await check;
    expect(control.read()).toMatchObject({ servers: [], current: undefined });
    expect(said.at(-1)?.current).toBeUndefined();
  });
});

describe("choosing another server", () => {
  it("ends the calls to the previous one and keeps its data", async () => {
    await control.connect(one);
    await control.connect(one);
    await control.connect(two);
    expect(switched).toEqual([one, two]);
    expect(forgotten).toEqual([]);
  });

  it("removes the data of a removed server, chosen or not", async () => {
    await control.connect(one);
    await control.connect(two);
    await control.forget(one);
    expect([switched, forgotten]).toEqual([[one, two], [one]]);
    await control.forget(two);
    expect([switched, forgotten]).toEqual([
      [one, two, null],
      [one, two],
    ]);
  });

  it("removes the data of a server that drops out of the list", async () => {
    for (let n = 0; n <= maxServers; n++) {
      servers.set(`https://s${n}.example.com`, "fine");
      await control.connect(`https://s${n}.example.com`);
    }
    expect(forgotten).toEqual(["https://s0.example.com"]);
  });
});

describe("the system's browser", () => {
  const open = (address: string, works = true) => {
    const given: string[] = [];
    const shell = {
      openExternal: async (url: string) => {
        given.push(url);
        if (!works) throw new Error("no browser");
      },
    };
    const { log, lines } = keptLog();
    const allowed = () => [one, "http://127.0.0.1:3000"];
    return createOpenExternal({ shell, allowed, log })(address).then((isOpen) => ({ isOpen, given, lines }));
  };

  it.each([`${one}/`, `${one}/form?x=1`, "http://127.0.0.1:3000/"])("opens %s", async (address) => {
    expect(await open(address)).toEqual({ isOpen: true, given: [address], lines: [] });
  });

  it.each([
    "https://evil.example/",
    "https://one.example.com.evil.example/",
    "https://one.example.com@evil.example/",
    "http://one.example.com/",
    "https://one.example.com:8443/",
    "file:///bin/sh",
    "javascript:alert(1)",
    "\\\\evil.example\\share",
    "",
  ])("refuses %j", async (address) => {
    const { isOpen, given, lines } = await open(address);
    expect([isOpen, given]).toEqual([false, []]);
    expect(lines).toHaveLength(1);
  });

  it("reports a missing browser", async () => {
    expect(await open(`${one}/`, false)).toMatchObject({ isOpen: false });
  });
});
