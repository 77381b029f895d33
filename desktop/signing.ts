/**
 * How releases are signed, by the environment (docs/build-desktop.md). A certificate in a file is read by electron-builder
 * itself: CSC_LINK and CSC_KEY_PASSWORD, or WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD.
 */
import { execFile } from "node:child_process";
import { extname } from "node:path";
import { promisify } from "node:util";
import type { WindowsConfiguration } from "electron-builder";

export type Env = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** The program to start, as `execFile` takes it. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

/**
 * The start of the command that signs. Node starts no .cmd and .bat by itself, because their arguments go through the
 * command processor; so here they are quoted for it.
 * @param path the file to sign
 * @throws where a name cannot be quoted for the command processor
 */
export function signCommandLine(
  command: string,
  path: string,
  { platform, env }: { platform: NodeJS.Platform; env: Env },
): CommandLine {
  const isScript = platform === "win32" && [".cmd", ".bat"].includes(extname(command).toLowerCase());
  if (!isScript) return { file: command, args: [path], options: {} };
  // between quotes the command processor still replaces %NAME%, and there is no way to write a quote or a line's end
  const bad = [command, path].find((name) => /["%\r\n]/.test(name));
  if (bad !== undefined)
    throw new Error(
      `${bad} cannot be handed to a .cmd: it has a quote, a percent sign or a line break in it.`,
    );
  return {
    file: env.ComSpec ?? "cmd.exe",
    args: ["/d", "/s", "/c", `""${command}" "${path}""`],
    options: { windowsVerbatimArguments: true },
  };
}

const azureNames = ["DESKTOP_AZURE_ENDPOINT", "DESKTOP_AZURE_ACCOUNT", "DESKTOP_AZURE_PROFILE"] as const;

/** @throws where only some of the names are set */
function azureSigning(env: Env, publisherName: string | undefined): WindowsConfiguration["azureSignOptions"] {
  const missing = azureNames.filter((name) => !env[name]);
  if (missing.length === azureNames.length) return undefined;
  if (missing.length > 0) throw new Error(`Azure Trusted Signing needs ${missing.join(", ")}, too.`);
  if (!publisherName) throw new Error("Azure Trusted Signing needs DESKTOP_PUBLISHER_NAME, too.");
  return {
    publisherName,
    endpoint: env.DESKTOP_AZURE_ENDPOINT ?? "",
    codeSigningAccountName: env.DESKTOP_AZURE_ACCOUNT ?? "",
    certificateProfileName: env.DESKTOP_AZURE_PROFILE ?? "",
  };
}

/**
 * Signing for Windows: Azure Trusted Signing, a command, or a certificate in a file.
 * @param release must be signed; the updater compares the certificate with the publisher's name, and nothing without one
 * @throws where a name is missing, or two ways are asked for at once
 */
export function windowsSigning(env: Env, release: boolean): WindowsConfiguration {
  const { DESKTOP_PUBLISHER_NAME: publisherName, DESKTOP_SIGN_COMMAND: command } = env;
  if (!publisherName && release) {
    throw new Error("A release for Windows needs DESKTOP_PUBLISHER_NAME, as it stands in the certificate.");
  }
  const azureSignOptions = azureSigning(env, publisherName);
  if (azureSignOptions && command)
    throw new Error("Set DESKTOP_SIGN_COMMAND or DESKTOP_AZURE_…, not both: a file is signed once.");
  const common = { forceCodeSigning: release, verifyUpdateCodeSignature: true };
  if (azureSignOptions) return { ...common, azureSignOptions };
  const sign = async ({ path }: { path: string }) => {
    const { file, args, options } = signCommandLine(command ?? "", path, { platform: process.platform, env });
    await run(file, args, options);
  };
  return {
    ...common,
    signtoolOptions: {
      ...(publisherName && { publisherName }),
      signingHashAlgorithms: ["sha256"],
      // for certificates that live in a device or a service: the command gets the file's path
      ...(command && { sign }),
    },
  };
}

const appleWays = [
  ["APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID"],
  ["APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"],
  // APPLE_KEYCHAIN besides, where the profile is not in the login keychain
  ["APPLE_KEYCHAIN_PROFILE"],
] as const;

/**
 * Makes sure that a release for macOS is notarised: electron-builder only warns and goes on.
 * @throws Error naming the variables that are missing
 */
export function demandNotarising(env: Env): void {
  // a team alone chooses no way: it also goes with signing
  const begun = appleWays.find((way) => way.some((name) => env[name] && name !== "APPLE_TEAM_ID"));
  if (!begun) {
    const ways = appleWays.map((way) => way.join(" + ")).join(", or ");
    throw new Error(
      `A release for macOS is notarised: set ${ways} (with APPLE_KEYCHAIN where it is needed).`,
    );
  }
  const missing = begun.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`A release for macOS needs ${missing.join(", ")}, too.`);
}
