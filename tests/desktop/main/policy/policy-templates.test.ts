import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { presetBadgePapers } from "../../../../desktop/ipc.ts";
import { appId } from "../../../../desktop/main/app-id.ts";
import { parseManaged } from "../../../../desktop/main/policy/managed-preferences.ts";
import { parsePolicy, policySchema, updateChannels } from "../../../../desktop/main/policy/policy.ts";
import { parseExport, registryNames } from "../../../../desktop/main/policy/registry.ts";
import { maxServers } from "../../../../desktop/main/storage/settings.ts";
import { exported, type Value } from "../../support/registry.ts";

interface Element {
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): ArrayLike<Element>;
  readonly textContent: string | null;
}

interface Profile {
  readonly PayloadUUID: string;
  readonly PayloadContent: readonly Record<string, unknown>[];
}

const require = createRequire(import.meta.url);
const { DOMParser } = require("@xmldom/xmldom");
const plist: { parse(xml: string): Profile } = require("plist");
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
  it("has exactly the settings that the program reads", () => {
    expect(Object.keys(schema.properties)).toEqual(names);
    expect(schema.properties.updateChannel.enum).toEqual(updateChannels);
    expect(schema.properties.badgePaper.enum).toEqual(presetBadgePapers);
    expect(schema.properties.servers.maxItems).toBe(maxServers);
  });

  it.each([
    [{}, true],
    [JSON.parse(read("policy.json")), true],
    [{ servers: ["https://visit.example.com/"] }, true],
    [{ servers: ["https://visit.example.com:8443", "http://localhost:3000", "http://127.0.0.1:3000"] }, true],
    [{ updates: false }, true],
    [{ updateChannel: "beta" }, true],
    [{ updateHour: 0, badgePrinter: "QL-820NWB", badgePaper: "62", badgeSilent: true }, true],
    [{ updateHour: 23, listPrinter: "로비 프린터", listSilent: false, notifications: false }, true],
    [{ startAtSignIn: true, fullScreen: true, lobbyDisplay: false, trayIcon: true }, true],
    [{ servers: [] }, false],
    [{ servers: ["http://visit.example.com"] }, false],
    [{ servers: ["https://me@visit.example.com"] }, false],
    [{ servers: ["https://visit example"] }, false],
    [{ servers: "https://visit.example.com" }, false],
    [{ servers: Array.from({ length: 21 }, (_, n) => `https://s${n}.example.com`) }, false],
    [{ updates: "off" }, false],
    [{ updateChannel: "alpha" }, false],
    [{ updateHour: 24 }, false],
    [{ updateHour: 3.5 }, false],
    [{ badgePrinter: "" }, false],
    [{ badgePrinter: "x".repeat(256) }, false],
    [{ badgePaper: "a5" }, false],
    [{ badgeSilent: 1 }, false],
    [{ startAtSignIn: 1 }, false],
    [{ notifications: "off" }, false],
    [{ server: "https://visit.example.com" }, false],
    [[], false],
    [null, false],
  ])("and the program agree on %j", (document, expected) => {
    expect([isValid(document), accepts(document)]).toEqual([expected, expected]);
  });
});

const elementKinds = ["multiText", "enum", "text", "decimal"] as const;

/** The field of a policy, or the policy itself where it is a boolean. */
function fieldOf(policy: Element): { kind: (typeof elementKinds)[number] | "flag"; element: Element } {
  const elements = all(policy, "elements")[0];
  const found = elementKinds.flatMap((kind) =>
    elements ? all(elements, kind).map((element) => ({ kind, element })) : [],
  );
  return found[0] ?? { kind: "flag", element: policy };
}

/** The values that a field can write: as the registry stores them, and as the program reads them. */
function writable(policy: Element): [type: Value[1], data: Value[2], value: unknown][] {
  const { kind, element } = fieldOf(policy);
  if (kind === "multiText") return [["multi", "https://visit.example.com\0", ["https://visit.example.com"]]];
  if (kind === "text") return [["sz", "Zebra ZD421 (2층)", "Zebra ZD421 (2층)"]];
  if (kind === "enum")
    return all(element, "string").map(({ textContent }) => ["sz", textContent ?? "", textContent]);
  const decimals =
    kind === "decimal"
      ? ["minValue", "maxValue"].map((bound) => Number(attribute(element, bound)))
      : ["enabledValue", "disabledValue"].map((state) =>
          Number(attribute(all(all(policy, state)[0] ?? policy, "decimal")[0], "value")),
        );
  return decimals.map((value) => ["dword", value, kind === "decimal" ? value : value === 1]);
}

describe("the administrative template", () => {
  it("has a policy for every setting, for computers and users, under the key that is read", () => {
    const valueNames = policies.map((policy) => attribute(fieldOf(policy).element, "valueName"));
    expect(valueNames).toEqual(Object.keys(registryNames));
    expect(Object.values(registryNames)).toEqual(names.filter((name) => name !== "$schema"));
    for (const policy of policies) {
      expect(attribute(policy, "class")).toBe("Both");
      expect(attribute(policy, "key")).toBe("Software\\Policies\\Visitor Desk");
    }
  });

  it("writes and offers exactly the values that the program accepts", () => {
    const key = "HKLM\\Software\\Policies\\Visitor Desk";
    const offered: Record<string, unknown[]> = {};
    for (const policy of policies) {
      const valueName = attribute(fieldOf(policy).element, "valueName");
      const point = registryNames[valueName as keyof typeof registryNames];
      for (const [type, data, value] of writable(policy)) {
        const text = exported(key, [[valueName, type, data]]);
        expect(parsePolicy(parseExport(text, key))).toEqual({ [point]: value });
        offered[point] = [...(offered[point] ?? []), value];
      }
    }
    const flags = Object.keys(schema.properties).filter((name) => schema.properties[name].type === "boolean");
    expect(offered).toMatchObject({
      updateChannel: updateChannels,
      badgePaper: presetBadgePapers,
      updateHour: [schema.properties.updateHour.minimum, schema.properties.updateHour.maximum],
      ...Object.fromEntries(flags.map((name) => [name, [true, false]])),
    });
    expect(attribute(all(admx, "multiText")[0], "maxStrings")).toBe(String(maxServers));
    for (const text of all(admx, "text"))
      expect(attribute(text, "maxLength")).toBe(String(schema.properties.badgePrinter.maxLength));
  });

  it.each(["ko-KR", "en-US"])("has exactly the texts and fields that it needs in %s", (language) => {
    const adml = parse(`${language}/visitor-desk.adml`);
    const idsOf = (tag: string) => all(adml, tag).map((element) => attribute(element, "id"));
    const referenced = (kind: string) =>
      [...new Set(read("visitor-desk.admx").match(new RegExp(`(?<=\\$\\(${kind}\\.)\\w+`, "g")))].sort();
    expect(idsOf("string").sort()).toEqual(referenced("string"));
    expect(idsOf("presentation").sort()).toEqual(referenced("presentation"));
    for (const text of all(adml, "string")) expect(text.textContent?.trim()).not.toBe("");
    const boxes = {
      multiText: "multiTextBox",
      enum: "dropdownList",
      text: "textBox",
      decimal: "decimalTextBox",
    };
    const fields = policies
      .map(fieldOf)
      .flatMap(({ kind, element }) => (kind === "flag" ? [] : { kind, element }));
    for (const [kind, box] of Object.entries(boxes))
      expect(all(adml, box).map((shown) => attribute(shown, "refId"))).toEqual(
        fields.filter((field) => field.kind === kind).map(({ element }) => attribute(element, "id")),
      );
  });
});

describe("the configuration profile for macOS", () => {
  const profile = plist.parse(read("visitor-desk.mobileconfig"));
  const [payload = {}] = profile.PayloadContent;

  it("is for the app's own domain and lists every setting that the program reads", () => {
    expect(payload.PayloadType).toBe(appId);
    expect(profile.PayloadUUID).not.toBe(payload.PayloadUUID);
    const managed = parseManaged(JSON.stringify(payload));
    expect(Object.keys(managed)).toEqual(names.filter((name) => name !== "$schema"));
    expect(parsePolicy(managed)).toEqual(managed);
    expect(isValid(managed)).toBe(true);
  });
});
