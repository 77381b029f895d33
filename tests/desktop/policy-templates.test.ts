import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parsePolicy, policySchema, updateChannels } from "../../desktop/main/policy.ts";
import { parseRegistry, registryNames } from "../../desktop/main/policy-sources.ts";
import { maxServers } from "../../desktop/main/settings.ts";

interface Element {
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): ArrayLike<Element>;
  readonly textContent: string | null;
}

const { DOMParser } = createRequire(import.meta.url)("@xmldom/xmldom");
const read = (name: string) => readFileSync(join("resources/policy", name), "utf8");
const parse = (name: string): Element =>
  new DOMParser({
    errorHandler: (_level: string, message: string) => {
      throw new Error(message);
    },
  }).parseFromString(read(name), "text/xml");

const all = (parent: Element, name: string) => Array.from(parent.getElementsByTagName(name));
const attribute = (element: Element | undefined, name: string) => element?.getAttribute(name) ?? "";

const admx = parse("visitor-desk.admx");
const policies = all(admx, "policy");
const schema = JSON.parse(read("policy.schema.json"));
const isValid = new Ajv({ allErrors: true }).compile(schema);
const names = Object.keys(policySchema.def.shape);

const accepts = (document: unknown) => {
  try {
    parsePolicy(document);
    return true;
  } catch {
    return false;
  }
};

describe("the JSON schema", () => {
  it("has the points that the program reads, and no others", () => {
    expect(Object.keys(schema.properties)).toEqual(names);
    expect(schema.properties.updateChannel.enum).toEqual(updateChannels);
    expect(schema.properties.servers.maxItems).toBe(maxServers);
  });

  it.each([
    [{}, true],
    [JSON.parse(read("policy.json")), true],
    [{ servers: ["https://visit.example.com/"] }, true],
    [{ servers: ["https://visit.example.com:8443", "http://localhost:3000", "http://127.0.0.1:3000"] }, true],
    [{ updates: false }, true],
    [{ updateChannel: "beta" }, true],
    [{ servers: [] }, false],
    [{ servers: ["http://visit.example.com"] }, false],
    [{ servers: ["ftp://visit.example.com"] }, false],
    [{ servers: ["https://me@visit.example.com"] }, false],
    [{ servers: ["https://visit example"] }, false],
    [{ servers: ["http://localhost.evil.example"] }, false],
    [{ servers: "https://visit.example.com" }, false],
    [{ servers: Array.from({ length: 21 }, (_, n) => `https://s${n}.example.com`) }, false],
    [{ updates: "off" }, false],
    [{ updateChannel: "alpha" }, false],
    [{ server: "https://visit.example.com" }, false],
    [[], false],
    [null, false],
  ])("and the program say the same of %j", (document, expected) => {
    expect([isValid(document), accepts(document)]).toEqual([expected, expected]);
  });
});

describe("the administrative template", () => {
  it("has a policy for every point, for computers and people, under the key that is read", () => {
    const valueNames = policies.map(
      (policy) =>
        attribute(policy, "valueName") ||
        ["multiText", "enum"].map((kind) => attribute(all(policy, kind)[0], "valueName")).join(""),
    );
    expect(valueNames).toEqual(Object.keys(registryNames));
    expect(Object.values(registryNames)).toEqual(names.filter((name) => name !== "$schema"));
    for (const policy of policies) {
      expect(attribute(policy, "class")).toBe("Both");
      expect(attribute(policy, "key")).toBe("Software\\Policies\\Visitor Desk");
    }
  });

  it("writes what the program understands", () => {
    const [servers, updates, channel] = policies;
    if (!servers || !updates || !channel) throw new Error("A policy is missing.");
    expect(attribute(all(servers, "multiText")[0], "maxStrings")).toBe(String(maxServers));
    const flags = ["enabledValue", "disabledValue"].map((state) =>
      attribute(all(updates, "decimal").at(state === "enabledValue" ? 0 : 1), "value"),
    );
    const channels = all(channel, "string").map(({ textContent }) => textContent ?? "");
    expect(channels).toEqual(updateChannels);
    for (const [flag, isOn] of [
      [flags[0], true],
      [flags[1], false],
    ] as const)
      for (const name of channels) {
        const key = "HKLM\\Software\\Policies\\Visitor Desk";
        const text = `HKEY_LOCAL_MACHINE\\Software\\Policies\\Visitor Desk\n    Servers    REG_MULTI_SZ    https://visit.example.com\n    Updates    REG_DWORD    0x${flag}\n    UpdateChannel    REG_SZ    ${name}\n`;
        expect(parsePolicy(parseRegistry(text, key))).toEqual({
          servers: ["https://visit.example.com"],
          updates: isOn,
          updateChannel: name,
        });
      }
  });

  it.each(["ko-KR", "en-US"])("has all its words and fields in %s, and none too many", (language) => {
    const adml = parse(`${language}/visitor-desk.adml`);
    const idsOf = (tag: string) => all(adml, tag).map((element) => attribute(element, "id"));
    const asked = (kind: string) =>
      [...new Set(read("visitor-desk.admx").match(new RegExp(`(?<=\\$\\(${kind}\\.)\\w+`, "g")))].sort();
    expect(idsOf("string").sort()).toEqual(asked("string"));
    expect(idsOf("presentation").sort()).toEqual(asked("presentation"));
    for (const text of all(adml, "string")) expect(text.textContent?.trim()).not.toBe("");
    const fields = ["multiTextBox", "dropdownList"].map((tag) => attribute(all(adml, tag)[0], "refId"));
    const elements = ["multiText", "enum"].map((tag) => attribute(all(admx, tag)[0], "id"));
    expect(fields).toEqual(elements);
  });
});
