import { describe, expect, it } from "vitest";
import { parsePolicy, readPolicy } from "../../desktop/main/policy.ts";
import { type PolicyPlaces, parseRegistry, policySources } from "../../desktop/main/policy-sources.ts";
import { keptLog } from "./support/log.ts";

const one = "https://visit.example.com";
const two = "https://visit.example.com:8443";
const machine = "HKLM\\Software\\Policies\\Visitor Desk";
const person = "HKCU\\Software\\Policies\\Visitor Desk";

const missing = (code: string | number) => Object.assign(new Error("no"), { code });

/** A computer with these files, or with these answers of `reg query`. */
function computer(platform: NodeJS.Platform, texts: Record<string, string | Error> = {}) {
  const asked: string[] = [];
  const give = (name: string, otherwise: Error): string => {
    asked.push(name);
    const text = texts[name] ?? otherwise;
    if (text instanceof Error) throw text;
    return text;
  };
  const places: PolicyPlaces = {
    platform,
    systemRoot: "C:\\Windows",
    readFile: async (file) => Buffer.from(give(file, missing("ENOENT"))),
    execFile: async (file, args) => {
      expect(file.replaceAll("/", "\\")).toBe("C:\\Windows\\System32\\reg.exe");
      expect(args[0]).toBe("query");
      return { stdout: give(args[1] ?? "", missing(1)) };
    },
  };
  const { log, lines } = keptLog();
  return { read: () => readPolicy(policySources(places), log), asked, lines };
}

const printed = (key: string, ...values: string[]) =>
  `\r\n${key.replace("HKLM", "HKEY_LOCAL_MACHINE").replace("HKCU", "HKEY_CURRENT_USER")}\r\n${values
    .map((value) => `    ${value}\r\n`)
    .join("")}\r\n`;

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

  it("is read on Windows from the registry, where the computer's counts more than the person's", async () => {
    const { read, asked } = computer("win32", {
      [machine]: printed(
        machine,
        `Servers    REG_MULTI_SZ    ${one}\\0${two}`,
        "Updates    REG_DWORD    0x1",
      ),
      [person]: printed(person, "Updates    REG_DWORD    0x0", "UpdateChannel    REG_SZ    beta"),
    });
    expect(await read()).toEqual({
      policy: { servers: [one, two], updates: true, updateChannel: "beta" },
      isBroken: false,
    });
    expect(asked).toEqual([machine, person]);
  });

  it("fixes printers, the start and the displays of a desk, from the registry too", async () => {
    const { read } = computer("win32", {
      [machine]: printed(
        machine,
        "BadgePrinter    REG_SZ    Brother QL-820NWB",
        "BadgePaper    REG_SZ    62",
        "BadgeSilent    REG_DWORD    0x1",
        "ListPrinter    REG_SZ    HP LaserJet (2nd floor)",
        "ListSilent    REG_DWORD    0x0",
        "StartAtSignIn    REG_DWORD    0x1",
        "FullScreen    REG_DWORD    0x1",
        "UpdateHour    REG_DWORD    0x17",
        "LobbyDisplay    REG_DWORD    0x1",
        "Notifications    REG_DWORD    0x0",
      ),
    });
    expect((await read()).policy).toEqual({
      badgePrinter: "Brother QL-820NWB",
      badgePaper: "62",
      badgeSilent: true,
      listPrinter: "HP LaserJet (2nd floor)",
      listSilent: false,
      startAtSignIn: true,
      fullScreen: true,
      updateHour: 23,
      lobbyDisplay: true,
      notifications: false,
    });
  });

  it.each<[string, string | Error]>([
    ["is cut off", `{"servers":["${one}`],
    ["is empty", ""],
    ["is a list", "[]"],
    ["is a number", "5"],
    ["is nothing", "null false"],
    ["mistypes a word", `{"server":["${one}"],"updates":false}`],
    ["has no server in its list", '{"servers":[],"updates":false}'],
    ["has one server that is none", `{"servers":["${one}","javascript:alert(1)"],"updates":false}`],
    ["has a server without encryption", '{"servers":["http://visit.example.com"],"updates":false}'],
    ["has a server as a word", `{"servers":"${one}","updates":false}`],
    ["says no in words", '{"updates":"no"}'],
    ["names a channel that is none", '{"updateChannel":"nightly","updates":false}'],
    ["is too large", JSON.stringify({ $schema: "x".repeat(70_000) })],
    ["cannot be read", missing("EACCES")],
  ])("that %s is not in force at all, and that is logged", async (_what, text) => {
    const { read, lines } = computer("linux", { "/etc/visitor-desk/policy.json": text });
    expect(await read()).toEqual({ policy: {}, isBroken: true });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^policy-broken /);
    expect(lines[0]).not.toContain("example.com");
  });

  it.each<[string, string | Error]>([
    ["a list as one text is no list", printed(person, `Servers    REG_SZ    ${one}`)],
    ["a number that is neither yes nor no", printed(person, "Updates    REG_DWORD    0x2")],
    ["an hour that no day has", printed(person, "UpdateHour    REG_DWORD    0x18")],
    ["a silent printer by number", printed(person, "BadgeSilent    REG_DWORD    0x3")],
    ["an hour as a text", printed(person, "UpdateHour    REG_SZ    3")],
    ["yes as a text", printed(person, "Updates    REG_SZ    1")],
    ["a type that nobody expects", printed(person, "UpdateChannel    REG_BINARY    6C61")],
    ["a name that nobody knows", printed(person, "Server    REG_SZ    x")],
    ["an answer that never came", Object.assign(new Error("killed"), { killed: true, code: null })],
    ["a tool that is not there", missing("ENOENT")],
  ])("in the registry is not in force at all with %s", async (_what, text) => {
    const { read, lines } = computer("win32", {
      [machine]: printed(machine, "Updates    REG_DWORD    0x0"),
      [person]: text,
    });
    expect(await read()).toEqual({ policy: {}, isBroken: true });
    expect(lines).toHaveLength(1);
  });

  it("leaves the keys below alone, and the value without a name", () => {
    const text =
      printed(machine, "(기본값)    REG_SZ    x", "Updates    REG_DWORD    0x1") +
      printed(`${machine}\\Other`, "Updates    REG_DWORD    0x0", "Odd    REG_SZ    x");
    expect(parseRegistry(text, machine)).toEqual({ updates: true });
  });

  it("takes an address as IT would copy it", () => {
    expect(parsePolicy({ servers: ["https://Visit.Example.com/dash/", one] }).servers).toEqual([one, one]);
  });
});
