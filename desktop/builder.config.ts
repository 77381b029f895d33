/** Packaging of the app with electron-builder. Environment variables hold what differs between builds. */
import type { Configuration } from "electron-builder";
import { appId } from "./main/app-id.ts";
import { type Env, requireNotarisation, windowsSigning } from "./signing.ts";
import { readUpdateKey } from "./update-signature.ts";

export interface BuilderOptions {
  /** a release must be signed and know its update address; other builds are for testing */
  readonly release: boolean;
  readonly env: Env;
  /** all by default */
  readonly platforms?: readonly PackedPlatform[];
}

export type PackedPlatform = "linux" | "win" | "mac";

const icons = "resources/icons/desktop";

/** Update address of installed apps: https, or http on localhost. @throws for anything else */
function updateAddress(address: string): string {
  const url = URL.parse(address);
  const isLocal = url?.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  if (!url || (url.protocol !== "https:" && !isLocal)) {
    throw new Error(`DESKTOP_UPDATE_URL must be an https address, and is ${address}.`);
  }
  return url.href.replace(/\/$/, "");
}

/** @returns the homepage of the packages: DESKTOP_HOMEPAGE, else the origin of the update server */
function homepage({ DESKTOP_HOMEPAGE: own, DESKTOP_UPDATE_URL: updates }: Env): string {
  if (!own) return updates ? new URL(updateAddress(updates)).origin : "http://localhost";
  const url = URL.parse(own);
  if (!url || !["https:", "http:"].includes(url.protocol))
    throw new Error(`DESKTOP_HOMEPAGE must be a web address, and is ${own}.`);
  return url.href;
}

/** @returns the public key that signs updates @throws where it is none, or a release for Linux has none */
function updateKey({ env, release, platforms }: Required<BuilderOptions>): string | undefined {
  const { DESKTOP_UPDATE_KEY: key } = env;
  if (!key && release && platforms.includes("linux"))
    throw new Error("A release for Linux needs DESKTOP_UPDATE_KEY: npm run release -- --new-key");
  if (!key) return undefined;
  try {
    readUpdateKey(key);
  } catch {
    throw new Error("DESKTOP_UPDATE_KEY is not a key as `npm run release -- --new-key` prints it.");
  }
  return key;
}

/** Builds electron-builder's configuration. @throws when a release lacks a required variable */
export function builderConfig(options: BuilderOptions): Configuration {
  const { env, release, platforms = ["linux", "win", "mac"] } = options;
  if (release && !env.DESKTOP_UPDATE_URL) throw new Error("A release needs DESKTOP_UPDATE_URL.");
  if (release && platforms.includes("mac")) requireNotarisation(env);
  return {
    appId,
    productName: "Visitor Desk",
    copyright: "© The Visitor authors",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder puts the values in
    artifactName: "visitor-desk-${version}-${os}-${arch}.${ext}",
    // only the built app; its package.json has no dependencies
    directories: { app: "dist/desktop", output: "release", buildResources: icons },
    files: ["package.json", "main/**/*", "preload/**/*", "renderer/**/*", "player/**/*", "!**/*.map"],
    asar: true,
    // everything is bundled; otherwise electron-builder would pack the server's dependencies from the parent folder
    beforeBuild: async () => false,
    // deb packages require one; electron-builder would otherwise derive it from the git remote
    extraMetadata: { homepage: homepage(env), updateKey: updateKey({ env, release, platforms }) },
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
    // the beta channel also offers released versions
    generateUpdatesFilesForAllChannels: true,
    protocols: [{ name: "Visitor Desk", schemes: ["visit"] }],
    win: {
      icon: `${icons}/icon.ico`,
      target: ["nsis", "msi"],
      ...windowsSigning(env, release && platforms.includes("win")),
    },
    // per user, updates itself
    nsis: { oneClick: true, perMachine: false },
    // per machine, updated by its administrator; the upgrade code must never change
    msi: { perMachine: true, oneClick: true, upgradeCode: "6F1F2C3B-6B0E-4A57-9C55-0C3C1B7A9E52" },
    mac: {
      icon: `${icons}/icon.icns`,
      category: "public.app-category.business",
      // macOS updates use the zip
      target: ["dmg", "zip", "pkg"],
      hardenedRuntime: true,
      forceCodeSigning: release,
      notarize: release,
    },
    // per machine, updated by its administrator; not relocatable, so an update always replaces the installed app
    pkg: { allowAnywhere: false, allowCurrentUserHome: false, isRelocatable: false },
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
