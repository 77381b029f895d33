import { describe, expect, it } from "vitest";
import { parsePolicy, readPolicy } from "../../../../desktop/main/policy/policy.ts";
import { type PolicySystem, policySources } from "../../../../desktop/main/policy/policy-sources.ts";
import { parseExport } from "../../../../desktop/main/policy/registry.ts";
import { keptLog } from "../../support/log.ts";
import { exported, type Keys, registry } from "../../support/registry.ts";

const one = "https://visit.example.com";
const two = "https://visit.example.com:8443";
const machine = "HKLM\\Software\\Policies\\Visitor Desk";
const person = "HKCU\\Software\\Policies\\Visitor Desk";

const missing = (code: string | number) => Object.assign(new Error("no"), { code });

/** A computer with these files; on macOS `plutil` prints them as they are. */
function computer(platform: NodeJS.Platform, texts: Record<string, string | Error> = {}) {
  const readText = (name: string): string => {
    const text = texts[name] ?? missing("ENOENT");
    if (text instanceof Error) throw text;
    return text;
  };
  const places: PolicySystem = {
    ...registry({}),
    platform,
    userName: "kim",
    readFile: async (file) => Buffer.from(readText(file)),
    ...(platform === "darwin" && {
      async execFile(program: string, args: readonly string[]) {
        expect([program, ...args.slice(0, -1)]).toEqual([
          "/usr/bin/plutil",
          ...["-convert", "json", "-o", "-", "--"],
        ]);
        const printed = readText(args.at(-1) ?? "");
        if (printed === "") throw missing(1);
        return { stdout: printed };
      },
    }),
  };
  return readWith(places);
}

function readWith(places: PolicySystem) {
  const { log, lines } = keptLog();
  return { read: () => readPolicy(policySources(places), log), lines };
}

function windows(keys: Keys, refuses?: Error) {
  const places = registry(keys, refuses);
  return { ...places, ...readWith({ ...places, platform: "win32", userName: "kim" }) };
}

describe("a policy", () => {
  it.each([
    ["linux", "/etc/visitor-desk/policy.json"],
    ["darwin", "/Library/Application Support/Visitor Desk/policy.json"],
  ] as const)("is read on %s from %s", async (platform, file) => {
    const { read, lines } = computer(platform, {
      [file]: `\uFEFF{"servers":["${one}/"],"updates":false,"updateChannel":"beta"}`,
    });
    expect(await read()).toEqual({
      policy: { servers: [one], updates: false, updateChannel: "beta" },
      isBroken: false,
    });
    expect(lines).toEqual([]);
  });

  it.each(["linux", "darwin", "win32", "freebsd"] as const)("may be missing on %s", async (platform) => {
    const { read, lines } = computer(platform);
    expect(await read()).toEqual({ policy: {}, isBroken: false });
    expect(lines).toEqual([]);
  });

  it.each<[string, string | Error]>([
    ["is cut off", `{"servers":["${one}`],
    ["is empty", ""],
    ["is a list", "[]"],
    ["has an unknown point", `{"server":["${one}"],"updates":false}`],
    ["is too large", JSON.stringify({ $schema: "x".repeat(70_000) })],
    ["cannot be read", missing("EACCES")],
  ])("that %s is not applied, which is logged", async (_what, text) => {
    const { read, lines } = computer("linux", { "/etc/visitor-desk/policy.json": text });
    expect(await read()).toEqual({ policy: {}, isBroken: true });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^policy-broken /);
    expect(lines[0]).not.toContain("example.com");
  });

  it("reduces addresses to their origin", () => {
    expect(parsePolicy({ servers: ["https://Visit.Example.com/dash/", one] }).servers).toEqual([one, one]);
  });
});

describe("the policy in the registry", () => {
  it("of the computer takes precedence over the user's, and no temporary file is left", async () => {
    const { read, commands, folders } = windows({
      [machine]: [
        ["Servers", "multi", `${one}\0${two}\0`],
        ["Updates", "dword", 1],
      ],
      [person]: [
        ["Updates", "dword", 0],
        ["UpdateChannel", "sz", "beta"],
      ],
    });
    expect(await read()).toEqual({
      policy: { servers: [one, two], updates: true, updateChannel: "beta" },
      isBroken: false,
    });
    expect(commands.filter((command) => command.startsWith("export"))).toEqual([
      `export ${machine}`,
      `export ${person}`,
    ]);
    expect(folders).toEqual([]);
  });

  it("accepts printers with any name, start options, displays and notifications", async () => {
    const { read } = windows({
      [machine]: [
        ["BadgePrinter", "sz", '로비 \\\\서버\\Brother "QL-820"'],
        ["BadgePaper", "sz", "62"],
        ["BadgeSilent", "dword", 1],
        ["ListPrinter", "sz", "HP LaserJet (2층)"],
        ["ListSilent", "dword", 0],
        ["StartAtSignIn", "dword", 1],
        ["FullScreen", "dword", 1],
        ["UpdateHour", "dword", 23],
        ["LobbyDisplay", "dword", 1],
        ["Notifications", "dword", 0],
      ],
    });
    expect(await read()).toEqual({
      policy: {
        badgePrinter: '로비 \\\\서버\\Brother "QL-820"',
        badgePaper: "62",
        badgeSilent: true,
        listPrinter: "HP LaserJet (2층)",
        listSilent: false,
        startAtSignIn: true,
        fullScreen: true,
        updateHour: 23,
        lobbyDisplay: true,
        notifications: false,
      },
      isBroken: false,
    });
  });

  it.each<[string, Keys]>([
    ["without the product's key", { "HKCU\\Software\\Policies": [] }],
    ["without the user's policies key", {}],
    [
      "with a key whose name begins alike",
      { "HKLM\\Software\\Policies\\Visitor Desk 2": [["Updates", "dword", 0]] },
    ],
  ])("may be missing: %s", async (_what, keys) => {
    const { read, lines } = windows(keys);
    expect(await read()).toEqual({ policy: {}, isBroken: false });
    expect(lines).toEqual([]);
  });

  it.each<[string, Keys, Error?]>([
    ["group policy forbids reg.exe, which then fails as for a missing key", {}, missing(1)],
    ["an allow list refuses to start reg.exe", {}, missing("EACCES")],
    ["reg.exe is missing", {}, missing("ENOENT")],
    ["reg.exe never ends", {}, Object.assign(new Error("killed"), { killed: true, code: null })],
    ["the key may not be opened", { [machine]: missing(1) }],
    ["the policies key may not be listed", { "HKLM\\Software\\Policies": missing(1), [machine]: [] }],
    ["the user's key may not be opened", { [machine]: [["Updates", "dword", 0]], [person]: missing(1) }],
  ])("is invalid if %s", async (_what, keys, refuses) => {
    const { read, lines } = windows(keys, refuses);
    expect(await read()).toEqual({ policy: {}, isBroken: true });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^policy-broken .*registry cannot be read/);
  });

  it.each<[string, Keys[string]]>([
    ["a list as one string", [["Servers", "sz", one]]],
    ["a number that is no boolean", [["Updates", "dword", 2]]],
    ["an unexpected type", [["UpdateChannel", "expand", "latest"]]],
    ["an unknown name", [["Server", "sz", "x"]]],
  ])("is not applied with %s", async (_what, values) => {
    const { read, lines } = windows({ [machine]: [["Updates", "dword", 0]], [person]: values });
    expect(await read()).toEqual({ policy: {}, isBroken: true });
    expect(lines).toHaveLength(1);
  });

  it("ignores keys below it, and the default value", () => {
    const below = `[HKEY_LOCAL_MACHINE\\Software\\Policies\\Visitor Desk\\Other]\r\n"Odd"="x"\r\n`;
    const text = exported(
      machine.toUpperCase(),
      [
        ["", "sz", "x"],
        ["Updates", "dword", 1],
      ],
      below,
    );
    expect(parseExport(text, machine)).toEqual({ updates: true });
  });

  it("is invalid if a line cannot be parsed", () => {
    const text = exported(machine, [["Updates", "dword", 1]], '"Servers"=hex(b):zz\r\n');
    expect(() => parseExport(text, machine)).toThrow("not understood");
  });
});

describe("managed preferences on macOS", () => {
  const computerFile = "/Library/Managed Preferences/app.visitor.desk.plist";
  const personFile = "/Library/Managed Preferences/kim/app.visitor.desk.plist";
  const localFile = "/Library/Application Support/Visitor Desk/policy.json";

  it("of the computer take precedence over the file, and the file over the user's", async () => {
    const { read } = computer("darwin", {
      [computerFile]: `{"servers":["${one}"],"PayloadUUID":"1"}`,
      [localFile]: `{"servers":["${two}"],"updateHour":3}`,
      [personFile]: '{"updateHour":5,"badgeSilent":true}',
    });
    expect(await read()).toEqual({
      policy: { servers: [one], updateHour: 3, badgeSilent: true },
      isBroken: false,
    });
  });

  it.each<[string, string | Error]>([
    ["cannot be converted", ""],
    ["cannot be opened", missing("EACCES")],
    ["are no dictionary", "[]"],
    ["have an unknown point", `{"server":["${one}"]}`],
  ])("that %s are an invalid policy", async (_what, text) => {
    const { read, lines } = computer("darwin", {
      [computerFile]: text,
      [localFile]: '{"updates":false}',
    });
    expect(await read()).toEqual({ policy: {}, isBroken: true });
    expect(lines).toHaveLength(1);
  });
});
