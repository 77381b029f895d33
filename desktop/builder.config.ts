/**
 * How the app is packaged. What differs from one build to the next comes from the environment; certificates and their
 * passwords are read there by electron-builder itself (CSC_LINK, CSC_KEY_PASSWORD, WIN_CSC_LINK, APPLE_API_KEY …).
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Configuration } from "electron-builder";
import { appId } from "./main/app-id.ts";

export interface BuilderOptions {
  /** A release must be signed and must know where its updates come from; anything else is for trying out. */
  readonly release: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const run = promisify(execFile);
const icons = "resources/icons/desktop";

/** Where installed apps look for updates: https, or this very machine. @throws for anything else */
function updateAddress(address: string): string {
  const url = URL.parse(address);
  const isLocal = url?.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  if (!url || (url.protocol !== "https:" && !isLocal)) {
    throw new Error(`DESKTOP_UPDATE_URL must be an https address, and is ${address}.`);
  }
  return url.href.replace(/\/$/, "");
}

/** The updater compares the certificate with these names, and compares nothing where they are missing. */
function windowsSigning({ env, release }: BuilderOptions): Configuration["win"] {
  const { DESKTOP_PUBLISHER_NAME: publisherName, DESKTOP_SIGN_COMMAND: command } = env;
  if (!publisherName && release) {
    throw new Error("A release for Windows needs DESKTOP_PUBLISHER_NAME, as it stands in the certificate.");
  }
  return {
    forceCodeSigning: release,
    verifyUpdateCodeSignature: true,
    signtoolOptions: {
      ...(publisherName && { publisherName }),
      signingHashAlgorithms: ["sha256"],
      // for certificates that live in a device or a service: the command gets the file's path
      ...(command && { sign: ({ path }) => run(command, [path]).then(() => undefined) }),
    },
  };
}

/** The configuration of electron-builder. @throws where a release lacks what it must have */
export function builderConfig(options: BuilderOptions): Configuration {
  const { env, release } = options;
  if (release && !env.DESKTOP_UPDATE_URL) throw new Error("A release needs DESKTOP_UPDATE_URL.");
  return {
    appId,
    productName: "Visitor Desk",
    copyright: "© The Visitor authors",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder puts the values in
    artifactName: "visitor-desk-${version}-${os}-${arch}.${ext}",
    // the built app alone; its package.json names no dependencies
    directories: { app: "dist/desktop", output: "release", buildResources: icons },
    files: ["package.json", "main/**/*", "preload/**/*", "renderer/**/*", "!**/*.map"],
    asar: true,
    // everything is bundled; without this the server's packages, found in the folder above, would be packed
    beforeBuild: async () => false,
    electronLanguages: ["ko", "en", "en-US"],
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    },
    publish: env.DESKTOP_UPDATE_URL
      ? // the server answers several ranges at once with the whole file
        [{ provider: "generic", url: updateAddress(env.DESKTOP_UPDATE_URL), useMultipleRangeRequest: false }]
      : null,
    // a released version is for those who try out new ones, too
    generateUpdatesFilesForAllChannels: true,
    protocols: [{ name: "Visitor Desk", schemes: ["visit"] }],
    win: {
      icon: `${icons}/icon.ico`,
      target: ["nsis", "msi"],
      ...windowsSigning(options),
    },
    // for one person, updates by itself
    nsis: { oneClick: true, perMachine: false },
    // for all people of a machine, updated by whoever runs it; the code must never change
    msi: { perMachine: true, oneClick: true, upgradeCode: "6F1F2C3B-6B0E-4A57-9C55-0C3C1B7A9E52" },
    mac: {
      icon: `${icons}/icon.icns`,
      category: "public.app-category.business",
      // updates on macOS are taken from the zip
      target: ["dmg", "zip"],
      hardenedRuntime: true,
      forceCodeSigning: release,
      notarize: release,
    },
    linux: {
      icon: `${icons}/png`,
      category: "Office",
      executableName: "visitor-desk",
      syncDesktopName: true,
      maintainer: env.DESKTOP_MAINTAINER ?? "The Visitor authors <visitor@localhost>",
      target: ["deb", "AppImage"],
      desktop: { entry: { "Name[ko]": "방문 관리" } },
    },
  };
}
