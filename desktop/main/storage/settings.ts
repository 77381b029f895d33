import * as z from "zod/mini";
import { type Language, languages } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { isServer } from "../server-address.ts";
import { type JsonFile, openJsonFile } from "./json-file.ts";

export const maxServers = 20;

/** Validated on reading, too: the file can be edited by hand. */
const server = z.string().check(z.refine(isServer, "not a server's address"));

const settingsSchema = z
  .object({
    servers: z.array(server).check(z.maxLength(maxServers)),
    current: z.nullable(server),
    language: z.nullable(z.enum(languages)),
  })
  .check(
    z.refine(
      ({ servers, current }) => current === null || servers.includes(current),
      "current is not a server",
    ),
  );

/** The user's settings. */
export interface Settings {
  /** most recently used first */
  readonly servers: readonly string[];
  readonly current: string | null;
  /** null: the system's language */
  readonly language: Language | null;
}

export type SettingsFile = JsonFile<Settings>;

const defaultSettings: Settings = { servers: [], current: null, language: null };

export const openSettings = (file: string, log: Log): SettingsFile =>
  openJsonFile<Settings>({ file, schema: settingsSchema, fallback: defaultSettings, log });

/** Adds and selects a server. Drops the least recently used one beyond the limit. */
export const withServer = (settings: Settings, used: string): Settings => ({
  ...settings,
  servers: [used, ...settings.servers.filter((known) => known !== used)].slice(0, maxServers),
  current: used,
});

export const withoutServer = (settings: Settings, removed: string): Settings => ({
  ...settings,
  servers: settings.servers.filter((known) => known !== removed),
  current: settings.current === removed ? null : settings.current,
});
