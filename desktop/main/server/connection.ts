import type { Connection, ConnectOutcome, Health, Language, ServerProblem } from "../../ipc.ts";
import type { PolicyRead } from "../policy/policy.ts";
import type { OpenExternal } from "../security/external-link.ts";
import { parseServerAddress } from "../server-address.ts";
import { type Settings, type SettingsFile, withoutServer, withServer } from "../storage/settings.ts";
import type { CheckServer } from "./server-check.ts";

interface Options {
  /** with the policy applied */
  readonly settings: SettingsFile;
  readonly policy: PolicyRead;
  readonly checkServer: CheckServer;
  readonly openExternal: OpenExternal;
  readonly currentLanguage: () => Language;
  /** called when another server, or none, is selected: ends requests to the previous one */
  readonly onSwitch: () => void;
  /** called for each removed server to delete its data */
  readonly onRemove: (server: string) => Promise<void>;
  /** called after every change */
  readonly onChange: (connection: Connection) => void;
  /** milliseconds since 1970 */
  readonly now: () => number;
}

export type ConnectionControl = ReturnType<typeof createConnection>;

/** Manages the known servers, the selected one and its health. */
export function createConnection(options: Options) {
  const { settings, checkServer, onChange, now } = options;
  const { policy, isBroken: policyBroken } = options.policy;
  const serversFixed = policy.servers !== undefined;
  let health: Health = { state: "checking" };
  let checking = new AbortController();
  let connecting = new AbortController();
  /** The server of the last attempt, if it failed. */
  let failedServer: string | undefined;

  const read = (): Connection => {
    const { servers, current } = settings.value();
    return {
      language: options.currentLanguage(),
      servers,
      current: current === null ? undefined : { server: current, health },
      settingsLost: settings.wasLost,
      serversFixed,
      policyBroken,
    };
  };
  const announce = () => onChange(read());

  const healthFrom = (problem: ServerProblem | undefined): Health =>
    problem ? { state: "failed", at: now(), problem } : { state: "ok", at: now() };

  /** Deletes the data of removed servers. */
  async function changeServers(update: (settings: Settings) => Settings): Promise<void> {
    const before = settings.value();
    const written = settings.change(update);
    const { servers, current } = settings.value();
    if (before.current !== current) options.onSwitch();
    announce();
    const removed = before.servers.filter((server) => !servers.includes(server));
    await Promise.all([written, ...removed.map(options.onRemove)]);
  }

  /** Checks the health of the selected server. A newer check supersedes an older one. */
  async function check(): Promise<void> {
    const { current } = settings.value();
    checking.abort();
    if (current === null) return;
    checking = new AbortController();
    const { signal } = checking;
    health = { state: "checking" };
    announce();
    const problem = await checkServer(current, signal);
    if (signal.aborted) return;
    health = healthFrom(problem);
    announce();
  }

  /** Checks an address; saves and selects the server if it answers correctly. */
  async function connect(address: string): Promise<ConnectOutcome> {
    connecting.abort();
    connecting = new AbortController();
    const { signal } = connecting;
    const { server, problem: addressProblem } = parseServerAddress(address);
    if (addressProblem) return { connected: false, problem: { code: addressProblem } };
    if (serversFixed && !settings.value().servers.includes(server))
      return { connected: false, problem: { code: "fixed" } };
    const problem = await checkServer(server, signal);
    failedServer = problem && server;
    if (problem) return { connected: false, problem };
    // superseded by a newer attempt
    if (signal.aborted) return { connected: false, problem: { code: "unreachable" } };
    checking.abort();
    health = healthFrom(undefined);
    await changeServers((before) => withServer(before, server));
    return { connected: true, server };
  }

  async function forget(server: string): Promise<void> {
    if (serversFixed) return;
    if (settings.value().current === server) checking.abort();
    await changeServers((before) => withoutServer(before, server));
  }

  async function chooseLanguage(language: Language): Promise<void> {
    const written = settings.change((before) => ({ ...before, language }));
    announce();
    await written;
  }

  /** @returns false without a server, or when its address was refused */
  async function openSite(): Promise<boolean> {
    const { current } = settings.value();
    return current !== null && options.openExternal(`${current}/`);
  }

  /** The state for a page that loads; attempts of the previous page no longer count. */
  function readAtLoad(): Connection {
    failedServer = undefined;
    return read();
  }

  /** @returns the server for diagnostics: the typed one, the last one that failed, or the selected one */
  function serverToTest(typed: string): string | undefined {
    const { server } = parseServerAddress(typed);
    return (serversFixed ? undefined : (server ?? failedServer)) ?? settings.value().current ?? undefined;
  }

  return { read, readAtLoad, check, connect, serverToTest, forget, chooseLanguage, openSite };
}
