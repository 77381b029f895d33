import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it, vi } from "vitest";
import { builderConfig } from "../../../desktop/builder.config.ts";
import { type Env, requireNotarisation, signCommandLine, windowsSigning } from "../../../desktop/signing.ts";
import { ownFolder } from "../support/folder.ts";

const require = createRequire(import.meta.url);
const windows = { platform: "win32", env: { ComSpec: "C:\\Windows\\system32\\cmd.exe" } } as const;
const publisher = { DESKTOP_PUBLISHER_NAME: "Example Inc." };

describe("signing command", () => {
  it("runs directly, with the file as its only argument", () => {
    expect(signCommandLine("/usr/bin/sign", "/tmp/a b.exe", { platform: "linux", env: {} })).toEqual({
      file: "/usr/bin/sign",
      args: ["/tmp/a b.exe"],
      options: {},
    });
    expect(signCommandLine("C:\\sign.exe", "C:\\100%.exe", windows)).toMatchObject({ file: "C:\\sign.exe" });
  });

  it.each(["C:\\Sign Tools\\sign.cmd", "C:\\Sign Tools\\SIGN.BAT"])(
    "runs through the command processor if it is %s",
    (command) => {
      expect(signCommandLine(command, "C:\\out & more\\Visitor Desk.exe", windows)).toEqual({
        file: "C:\\Windows\\system32\\cmd.exe",
        // /s removes the outer quotes, the inner ones quote & and spaces
        args: ["/d", "/s", "/c", `""${command}" "C:\\out & more\\Visitor Desk.exe""`],
        options: { windowsVerbatimArguments: true },
      });
    },
  );

  it.each(['C:\\a".exe', "C:\\%PATH%.exe", "C:\\a\r\nb.exe"])("refuses %j for a .cmd", (path) => {
    expect(() => signCommandLine("C:\\sign.cmd", path, windows)).toThrow("cannot be handed to a .cmd");
  });

  it("fails the build if it fails", async () => {
    const { signtoolOptions } = windowsSigning({ ...publisher, DESKTOP_SIGN_COMMAND: "/bin/cp" }, true);
    const sign = signtoolOptions?.sign;
    if (typeof sign !== "function") throw new Error("There is nothing to sign with.");
    const task = {
      // cp fails with one argument
      path: ownFolder(),
      name: "Visitor Desk",
      site: null,
      cscInfo: null,
      hash: "sha256",
      isNest: false,
      options: {},
      computeSignToolArgs: () => [],
    };
    await expect(sign(task)).rejects.toThrow("/bin/cp");
    expect(windowsSigning({}, false).signtoolOptions?.sign).toBeUndefined();
  });
});

describe("Azure Trusted Signing", () => {
  const azure = {
    ...publisher,
    DESKTOP_AZURE_ENDPOINT: "https://krc.codesigning.azure.net/",
    DESKTOP_AZURE_ACCOUNT: "visitor",
    DESKTOP_AZURE_PROFILE: "desk",
  };

  it("is read from the environment, valid by electron-builder's schema, and required for a release", () => {
    const env = { ...azure, DESKTOP_UPDATE_URL: "https://visit.example.com/desktop/updates" };
    const config = builderConfig({ release: true, env, platforms: ["win"] });
    expect(config.win).toMatchObject({
      forceCodeSigning: true,
      verifyUpdateCodeSignature: true,
      azureSignOptions: {
        publisherName: "Example Inc.",
        endpoint: "https://krc.codesigning.azure.net/",
        codeSigningAccountName: "visitor",
        certificateProfileName: "desk",
      },
    });
    expect(config.win).not.toHaveProperty("signtoolOptions");
    const validate = new Ajv({ strict: false }).compile(require("app-builder-lib/scheme.json"));
    validate(config);
    expect(validate.errors).toBeNull();
  });

  it.each(Object.keys(azure))("is refused without %s", (name) => {
    expect(() => windowsSigning({ ...azure, [name]: undefined }, false)).toThrow(name);
  });

  it("is refused together with a command", () => {
    expect(() => windowsSigning({ ...azure, DESKTOP_SIGN_COMMAND: "sign" }, true)).toThrow("not both");
  });
});

describe("notarising", () => {
  const names = [
    ...["APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID", "APPLE_API_KEY"],
    ...["APPLE_API_KEY_ID", "APPLE_API_ISSUER", "APPLE_KEYCHAIN", "APPLE_KEYCHAIN_PROFILE"],
  ];
  const { MacTargetHelper } = require("app-builder-lib/out/mac/MacTargetHelper");

  /** @returns whether electron-builder itself would notarise */
  function notarises(env: Env): boolean {
    for (const name of names) vi.stubEnv(name, env[name]);
    try {
      return MacTargetHelper.getNotarizeOptions("/tmp/Visitor Desk.app") !== undefined;
    } catch {
      return false;
    } finally {
      vi.unstubAllEnvs();
    }
  }

  const isDemanded = (env: Env): boolean => {
    try {
      requireNotarisation(env);
      return true;
    } catch {
      return false;
    }
  };

  it("is required exactly if electron-builder would skip it, for all combinations of variables", () => {
    const sets = Array.from({ length: 2 ** names.length }, (_, bits) =>
      Object.fromEntries(names.filter((_name, at) => bits & (2 ** at)).map((name) => [name, "x"])),
    );
    expect(sets.filter((env) => isDemanded(env) !== notarises(env))).toEqual([]);
    expect(sets.filter(notarises).length).toBeGreaterThan(3);
  });

  it("names missing variables", () => {
    expect(() => requireNotarisation({})).toThrow(
      /APPLE_ID \+ APPLE_APP_SPECIFIC_PASSWORD \+ APPLE_TEAM_ID, or APPLE_API_KEY .* or APPLE_KEYCHAIN_PROFILE/,
    );
    expect(() => requireNotarisation({ APPLE_ID: "x" })).toThrow(
      "APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID",
    );
    expect(() => requireNotarisation({ APPLE_API_KEY: "x", APPLE_API_ISSUER: "x" })).toThrow(
      "APPLE_API_KEY_ID",
    );
  });
});
