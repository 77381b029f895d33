/**
 * How the app is packaged. What differs from one build to the next comes from the environment.
 */
import type { Configuration } from "electron-builder";
import { appId } from "./main/app-id.ts";
import { demandNotarising, type Env, windowsSigning } from "./signing.ts";

export interface BuilderOptions {
  /** A release must be signed and must know where its updates come from; anything else is for trying out. */
  readonly release: boolean;
  readonly env: Env;
  /** What is packed; all of them where it is left out. */
  readonly platforms?: readonly PackedPlatform[];
}

export type PackedPlatform = "linux" | "win" | "mac";

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

/** @returns what packages name as their product's page: DESKTOP_HOMEPAGE, else the server that the updates come from */
function homepage({ DESKTOP_HOMEPAGE: own, DESKTOP_UPDATE_URL: updates }: Env): string {
  if (!own) return updates ? new URL(updateAddress(updates)).origin : "http://localhost";
  const url = URL.parse(own);
  if (!url || !["https:", "http:"].includes(url.protocol))
    throw new Error(`DESKTOP_HOMEPAGE must be a web address, and is ${own}.`);
  return url.href;
}

/** The configuration of electron-builder. @throws where a release lacks what it must have */
export function builderConfig(options: BuilderOptions): Configuration {
  const { env, release, platforms = ["linux", "win", "mac"] } = options;
  if (release && !env.DESKTOP_UPDATE_URL) throw new Error("A release needs DESKTOP_UPDATE_URL.");
  if (release && platforms.includes("mac")) demandNotarising(env);
  return {
    appId,
    productName: "Visitor Desk",
    copyright: "© The Visitor authors",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder puts the values in
    artifactName: "visitor-desk-${version}-${os}-${arch}.${ext}",
    // the built app alone; its package.json names no dependencies
    directories: { app: "dist/desktop", output: "release", buildResources: icons },
    files: ["package.json", "main/**/*", "preload/**/*", "renderer/**/*", "player/**/*", "!**/*.map"],
    asar: true,
    // everything is bundled; without this the server's packages, found in the folder above, would be packed
    beforeBuild: async () => false,
    // a deb is refused without one; left alone, electron-builder makes it up from the clone's remote
    extraMetadata: { homepage: homepage(env) },
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
      ...windowsSigning(env, release && platforms.includes("win")),
    },
    // for one person, updates by itself
    nsis: { oneClick: true, perMachine: false },
    // for all people of a machine, updated by whoever runs it; the code must never change
    msi: { perMachine: true, oneClick: true, upgradeCode: "6F1F2C3B-6B0E-4A57-9C55-0C3C1B7A9E52" },
    mac: {
      icon: `${icons}/icon.icns`,
      category: "public.app-category.business",
      // updates on macOS are taken from the zip
      target: ["dmg", "zip", "pkg"],
      hardenedRuntime: true,
      forceCodeSigning: release,
      notarize: release,
    },
    // for all people of a Mac, updated by whoever runs it: always the same place, also where someone moved the app
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
