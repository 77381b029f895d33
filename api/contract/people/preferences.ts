/** A user's preferences for the console, on all devices (docs/behaviour.md, "Console"). */
import * as z from "zod/mini";
import { messageChannels } from "#contract/channel.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable } from "#contract/fields.ts";

export const preferredLanguages = ["ko", "en"] as const;
export const colourSchemes = ["auto", "light", "dark"] as const;
/** Screens that can be the first one. */
export const startScreens = ["today", "approvals", "visits", "trash"] as const;
export const tableDensities = ["comfortable", "compact"] as const;
/** Navigation groups that can be collapsed. */
export const foldingGroups = ["administration", "privacy"] as const;
export type FoldingGroup = (typeof foldingGroups)[number];

const invalid = { error: "invalid" };

const preferences = z.object({
  /** Null: the device's language. */
  language: z.nullable(z.enum(preferredLanguages)),
  colourScheme: z.enum(colourSchemes),
  /** Null: the default of the role. */
  startScreen: z.nullable(z.enum(startScreens)),
  tableDensity: z.enum(tableDensities),
  /** Null: the defaults of the role. */
  openGroups: z.nullable(z.array(z.enum(foldingGroups))),
  /** The board's chart of arrivals by hour is expanded. */
  arrivalsShown: z.boolean(),
  /** Scans play a sound. */
  scanSound: z.boolean(),
  messageChannel: z.enum(messageChannels),
});

export type Preferences = z.output<typeof preferences>;

/** Before the user has chosen anything. */
export const defaultPreferences: Preferences = {
  language: null,
  colourScheme: "auto",
  startScreen: null,
  tableDensity: "comfortable",
  openGroups: null,
  arrivalsShown: false,
  scanSound: false,
  messageChannel: "sms",
};

export const getPreferences = endpoint({
  method: "GET",
  path: "/dash/user/preferences",
  permission: "account",
  recorded: "none",
  summary:
    "The user's preferences: language, colours, first screen, row density, open navigation groups, the board's chart and the scan sound.",
  response: preferences,
});

export const savePreferences = endpoint({
  method: "PUT",
  path: "/dash/user/preferences",
  permission: "account",
  recorded: "none",
  summary: "Replaces the user's preferences; absent fields return to their defaults.",
  body: z.strictObject({
    language: blankable(z.enum(preferredLanguages, invalid)),
    colourScheme: z._default(z.enum(colourSchemes, invalid), defaultPreferences.colourScheme),
    startScreen: blankable(z.enum(startScreens, invalid)),
    tableDensity: z._default(z.enum(tableDensities, invalid), defaultPreferences.tableDensity),
    openGroups: blankable(
      z.array(z.enum(foldingGroups, invalid), invalid).check(z.maxLength(foldingGroups.length, invalid)),
    ),
    arrivalsShown: z._default(z.boolean(invalid), defaultPreferences.arrivalsShown),
    scanSound: z._default(z.boolean(invalid), defaultPreferences.scanSound),
    messageChannel: z._default(z.enum(messageChannels, invalid), defaultPreferences.messageChannel),
  }),
  response: preferences,
});
