/**
 * Signing of releases, configured by environment variables (docs/build-desktop.md). electron-builder itself reads
 * certificate files: CSC_LINK and CSC_KEY_PASSWORD, or WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD.
 */
import { execFile } from "node:child_process";
import { extname } from "node:path";
import { promisify } from "node:util";
import type { WindowsConfiguration } from "electron-builder";

export type Env = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** Arguments of `execFile`. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

/**
 * Builds the signing command. Node does not run .cmd and .bat files directly, so their arguments are quoted for the
 * command processor.
 * @param path the file to sign
 * @throws when a name cannot be quoted for the command processor
 */
export function signCommandLine(
  command: string,
  path: string,
  { platform, env }: { platform: NodeJS.Platform; env: Env },
): CommandLine {
  const isScript = platform === "win32" && [".cmd", ".bat"].includes(extname(command).toLowerCase());
  if (!isScript) return { file: command, args: [path], options: {} };
  // the command processor expands %NAME% even within quotes and cannot escape quotes or line breaks
  const invalid = [command, path].find((name) => /["%\r\n]/.test(name));
  if (invalid !== undefined)
    throw new Error(
      `${invalid} cannot be handed to a .cmd: it has a quote, a percent sign or a line break in it.`,
    );
  return {
    file: env.ComSpec ?? "cmd.exe",
    args: ["/d", "/s", "/c", `""${command}" "${path}""`],
    options: { windowsVerbatimArguments: true },
  };
}

const azureNames = ["DESKTOP_AZURE_ENDPOINT", "DESKTOP_AZURE_ACCOUNT", "DESKTOP_AZURE_PROFILE"] as const;

/** @throws when only some of the variables are set */
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
 * Signing for Windows: Azure Trusted Signing, a command, or a certificate file.
 * @param release requires signing; the updater verifies the certificate's publisher name only if it is set
 * @throws when a variable is missing or two methods are configured
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
      // for certificates in a device or service: the command receives the file's path
      ...(command && { sign }),
    },
  };
}

const appleCredentials = [
  ["APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID"],
  ["APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"],
  // plus APPLE_KEYCHAIN if the profile is not in the login keychain
  ["APPLE_KEYCHAIN_PROFILE"],
] as const;

/**
 * Requires notarisation of macOS releases: electron-builder only warns.
 * @throws Error naming the missing variables
 */
export function requireNotarisation(env: Env): void {
  // APPLE_TEAM_ID alone does not select a method: signing uses it, too
  const configured = appleCredentials.find((names) =>
    names.some((name) => env[name] && name !== "APPLE_TEAM_ID"),
  );
  if (!configured) {
    const options = appleCredentials.map((variables) => variables.join(" + ")).join(", or ");
    throw new Error(
      `A release for macOS is notarised: set ${options} (with APPLE_KEYCHAIN where it is needed).`,
    );
  }
  const missing = configured.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`A release for macOS needs ${missing.join(", ")}, too.`);
}
