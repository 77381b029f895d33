/** How somebody likes the console, on whatever device they sign in (docs/behaviour.md, "Console"). */
import * as z from "zod/mini";
import { messageChannels } from "#contract/channel.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable } from "#contract/fields.ts";

export const preferredLanguages = ["ko", "en"] as const;
export const colourSchemes = ["auto", "light", "dark"] as const;
/** Screens that somebody's work may begin with. */
export const startScreens = ["today", "approvals", "visits", "trash"] as const;
export const tableDensities = ["comfortable", "compact"] as const;
/** Groups of the navigation that can be folded away. */
export const foldingGroups = ["administration", "privacy"] as const;
export type FoldingGroup = (typeof foldingGroups)[number];

const invalid = { error: "invalid" };

const preferences = z.object({
  /** Null: the language of the device. */
  language: z.nullable(z.enum(preferredLanguages)),
  colourScheme: z.enum(colourSchemes),
  /** Null: the one the role begins with. */
  startScreen: z.nullable(z.enum(startScreens)),
  tableDensity: z.enum(tableDensities),
  /** Null: those that the role begins with. */
  openGroups: z.nullable(z.array(z.enum(foldingGroups))),
  /** The board's chart of arrivals by hour stands open. */
  arrivalsShown: z.boolean(),
  /** A scan is answered by a sound. */
  scanSound: z.boolean(),
  messageChannel: z.enum(messageChannels),
});

export type Preferences = z.output<typeof preferences>;

/** Of somebody who has chosen nothing yet. */
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
    "One's own language, colours, first screen, density of tables, open groups of the navigation, what the board shows and whether scans are heard.",
  response: preferences,
});

export const savePreferences = endpoint({
  method: "PUT",
  path: "/dash/user/preferences",
  permission: "account",
  recorded: "none",
  summary: "Keeps one's own preferences; what is left out goes back to what is usual.",
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
