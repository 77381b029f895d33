import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { type BuilderOptions, builderConfig } from "../../../desktop/builder.config.ts";
import { linkScheme } from "../../../desktop/main/startup/links.ts";

const scheme = createRequire(import.meta.url)("app-builder-lib/scheme.json");
// as electron-builder itself reads it, but without bending types
const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile(scheme);

const updateKey = generateKeyPairSync("ed25519")
  .publicKey.export({ format: "der", type: "spki" })
  .toString("base64");
const release: BuilderOptions = {
  release: true,
  env: {
    DESKTOP_UPDATE_URL: "https://visit.example.com/desktop/updates",
    DESKTOP_UPDATE_KEY: updateKey,
    DESKTOP_PUBLISHER_NAME: "Example Inc.",
    DESKTOP_SIGN_COMMAND: "/usr/bin/true",
    APPLE_KEYCHAIN_PROFILE: "visitor-desk",
  },
};
const trial: BuilderOptions = { release: false, env: {} };

describe("the configuration of the package", () => {
  it.each([
    ["a release", release],
    ["a trial", trial],
  ])("is valid by electron-builder's own schema: %s", (_what, options) => {
    validate(builderConfig(options));
    expect(validate.errors).toBeNull();
  });

  it("makes the documented installers", () => {
    const { win, linux, mac, nsis, msi, pkg } = builderConfig(trial);
    expect([win?.target, linux?.target, mac?.target]).toEqual([
      ["nsis", "msi"],
      ["deb", "AppImage"],
      ["dmg", "zip", "pkg"],
    ]);
    expect([nsis?.perMachine, msi?.perMachine, pkg?.allowCurrentUserHome]).toEqual([false, true, false]);
  });

  it("signs a release everywhere, and names the publisher for the updater", () => {
    const { win, mac } = builderConfig(release);
    expect(win).toMatchObject({ forceCodeSigning: true, verifyUpdateCodeSignature: true });
    expect(win?.signtoolOptions?.publisherName).toBe("Example Inc.");
    expect(mac).toMatchObject({ forceCodeSigning: true, hardenedRuntime: true, notarize: true });
  });

  it("requires only the variables of the released systems", () => {
    const env = { DESKTOP_UPDATE_URL: release.env.DESKTOP_UPDATE_URL };
    expect(() => builderConfig({ release: true, env, platforms: ["linux"] })).toThrow("DESKTOP_UPDATE_KEY");
    const linux = { ...env, DESKTOP_UPDATE_KEY: updateKey };
    const made = builderConfig({ release: true, env: linux, platforms: ["linux"] });
    expect([made.win?.forceCodeSigning, made.extraMetadata.updateKey]).toEqual([false, updateKey]);
    const other = { ...linux, DESKTOP_UPDATE_KEY: "a key" };
    expect(() => builderConfig({ release: false, env: other })).toThrow("DESKTOP_UPDATE_KEY is not");
    expect(() => builderConfig({ release: true, env, platforms: ["win"] })).toThrow("DESKTOP_PUBLISHER_NAME");
    expect(() => builderConfig({ release: true, env, platforms: ["mac"] })).toThrow("APPLE_API_KEY");
  });

  it.each(["DESKTOP_UPDATE_URL", "DESKTOP_PUBLISHER_NAME"])("refuses a release without %s", (name) => {
    expect(() => builderConfig({ ...release, env: { ...release.env, [name]: undefined } })).toThrow(name);
  });

  it.each(["http://visit.example.com/updates", "ftp://visit.example.com", "visit.example.com"])(
    "refuses updates from %s",
    (address) => {
      expect(() =>
        builderConfig({ ...release, env: { ...release.env, DESKTOP_UPDATE_URL: address } }),
      ).toThrow("https");
    },
  );

  it("uses single ranges, publishes releases on every channel, and registers for links", () => {
    const { publish, protocols, generateUpdatesFilesForAllChannels } = builderConfig(release);
    expect(publish).toEqual([
      {
        provider: "generic",
        url: "https://visit.example.com/desktop/updates",
        useMultipleRangeRequest: false,
      },
    ]);
    expect(generateUpdatesFilesForAllChannels).toBe(true);
    expect(protocols).toEqual([{ name: "Visitor Desk", schemes: [linkScheme] }]);
  });

  it("has no update address if none is set", () => {
    expect(builderConfig(trial).publish).toBeNull();
  });

  it("has the names of the installed app", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(builderConfig(trial)).toMatchObject({ appId: "app.visitor.desk", productName: "Visitor Desk" });
  });
});

describe("the homepage in the packages", () => {
  const updates = { DESKTOP_UPDATE_URL: "https://visit.example.com/desktop/updates" };

  it("is the configured one, otherwise the update server", () => {
    const own = { ...updates, DESKTOP_HOMEPAGE: "https://intranet.example.com/desk" };
    const homepageOf = (env: BuilderOptions["env"]) =>
      builderConfig({ release: false, env }).extraMetadata?.homepage;
    expect([own, updates].map(homepageOf)).toEqual([
      "https://intranet.example.com/desk",
      "https://visit.example.com",
    ]);
  });

  it.each(["visit.example.com", "ftp://visit.example.com"])("is refused if it is %s", (address) => {
    expect(() => builderConfig({ release: false, env: { DESKTOP_HOMEPAGE: address } })).toThrow(
      "DESKTOP_HOMEPAGE",
    );
  });
});
