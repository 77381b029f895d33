/**
 * The site's configuration, for the public site and for administrators (docs/behaviour.md, "Configuration").
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { ignored, line, lineOrEmpty } from "#contract/fields.ts";
import { type Role, roles } from "#contract/roles.ts";

/** What both sides read. */
const shared = {
  /** Maximum days of a visit in the public form. */
  maxRequestDays: z.int(),
  requestInputUserCompany: z.boolean(),
  requestInputPlace: z.boolean(),
  requestInputVisitorCompany: z.boolean(),
  useCar: z.boolean(),
  /** A lookup needs a code by SMS. */
  lookupCode: z.boolean(),
  /** A request needs a code by SMS. */
  submitCode: z.boolean(),
  /** A request may name companions. */
  companions: z.boolean(),
  customerCompany: z.object({ ko: z.string(), en: z.string() }),
  /** IANA name; all times on the wire are in this zone. */
  timezone: z.string(),
  /** Link of the copyright line. */
  homepage: z.string(),
  /** `#rrggbb`. */
  brandColor: z.string(),
};

export const publicConfiguration = z.object({
  ...shared,
  /** False without policy, terms, purposes, places or hosts; the site then says that it is being prepared. */
  ready: z.boolean(),
  /** True for demonstration data. */
  demonstration: z.boolean(),
  /** Staff can sign in by the company's provider. */
  companySignIn: z.boolean(),
});

export type PublicConfiguration = z.output<typeof publicConfiguration>;

export const getConfiguration = endpoint({
  method: "GET",
  path: "/api/config",
  permission: "public",
  recorded: "none",
  summary: "The site's public configuration.",
  response: publicConfiguration,
});

const ofRoles = <Minutes extends z.ZodMiniType>(minutes: Minutes) =>
  ({
    host: minutes,
    desk: minutes,
    admin: minutes,
    privacy: minutes,
  }) satisfies Record<Role, Minutes>;

/** The complete configuration, for administrators. */
export const siteConfiguration = z.object({
  ...shared,
  /** Applications of the public form are approved at once. */
  autoApprove: z.boolean(),
  /** Days from a visit's end to the destruction of its data, for new visits. */
  retentionDays: z.int(),
  /** Check-in needs the visitor's consent, or a reason of the desk; earlier visits are exempt. */
  requireConsent: z.boolean(),
  /** Hosts can decide by the link in a message, without signing in. */
  decideByLink: z.boolean(),
  /** `HH:mm`, quiet hours in which messages wait; both empty for none. */
  quietFrom: z.string(),
  quietUntil: z.string(),
  /** `HH:mm` of the reminder about visitors inside and passes out; empty: only the desk reminds. */
  remindAt: z.string(),
  /** Text messages that strangers may cause on the public site, and the country codes they may go to. */
  publicMessagesPerHour: z.int(),
  publicMessagesPerDay: z.int(),
  /** "+82", or the beginning of numbers with it. */
  messageCountries: z.array(z.string()),
  publicMessages: z.object({
    leftThisHour: z.int(),
    leftToday: z.int(),
    /** When administrators were last notified that a budget was used up. */
    usedUpAt: z.nullable(z.string()),
  }),
  /** Working hours until an undecided request goes to the host's deputies, then to the desk; 0: never. */
  escalateAfterHours: z.int(),
  /** `HH:mm`. */
  workFrom: z.string(),
  workUntil: z.string(),
  /** ISO weekdays, 1 is Monday. */
  workDays: z.array(z.int()),
  /** Korea's public holidays are days off, except for the site's own changes (`/dash/holidays`). */
  koreanHolidays: z.boolean(),
  /** Minutes until an idle session ends, by role. */
  idleMinutes: z.object(ofRoles(z.int())),
  /** Roles that need a second factor. */
  secondFactorRoles: z.array(z.enum(roles)),
  /** The company's addresses and networks: from elsewhere all users need a second factor. Empty: no restriction. */
  companyAddresses: z.array(z.string()),
  /** Languages with a logo of their own. */
  logos: z.object({ ko: z.boolean(), en: z.boolean() }),
  /** Wall time of the last change. */
  updatedAt: z.string(),
});

export type SiteConfiguration = z.output<typeof siteConfiguration>;

const maxListed = 100;

const between = (min: number, max: number) =>
  z
    .int({ error: "invalid" })
    .check(z.minimum(min, `range:${min}–${max}`), z.maximum(max, `range:${min}–${max}`));

/** "HH:mm"; may be empty. */
const timeOrEmpty = z
  .string({ error: "invalid" })
  .check(z.refine((text: string) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "invalid"));

/** "HH:mm". */
const time = z
  .string({ error: "invalid" })
  .check(z.refine((text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "invalid"));

const flag = z.boolean({ error: "invalid" });

/** Canonical name of a zone; undefined for unknown zones and offsets, whose sign is ambiguous. */
function properZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const timezone = z.string({ error: "invalid" }).check(
  z.refine((text: string) => properZone(text) !== undefined, { error: "zoneUnknown", abort: true }),
  z.overwrite((text: string) => properZone(text) ?? text),
);

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  try {
    const { hostname, username, password } = new URL(text);
    return hostname !== "" && username === "" && password === "";
  } catch {
    return false;
  }
}

const homepage = lineOrEmpty(300).check(
  z.refine((text: string) => text === "" || isWebAddress(text), "webAddress"),
);

const colour = z
  .string({ error: "format" })
  .check(z.refine<string>((text) => /^#[0-9a-f]{6}$/i.test(text), { error: "format" }));

export const getSiteConfiguration = endpoint({
  method: "GET",
  path: "/dash/config",
  permission: "referenceData.read",
  recorded: "none",
  summary: "The complete configuration.",
  response: siteConfiguration,
});

export const changeSiteConfiguration = endpoint({
  method: "PUT",
  path: "/dash/config",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Changes the given settings, at once and in all processes.",
  body: z.strictObject({
    maxRequestDays: z.optional(between(1, 365)),
    requestInputUserCompany: z.optional(flag),
    requestInputPlace: z.optional(flag),
    requestInputVisitorCompany: z.optional(flag),
    useCar: z.optional(flag),
    autoApprove: z.optional(flag),
    retentionDays: z.optional(between(1, 3650)),
    lookupCode: z.optional(flag),
    submitCode: z.optional(flag),
    companions: z.optional(flag),
    requireConsent: z.optional(flag),
    decideByLink: z.optional(flag),
    quietFrom: z.optional(timeOrEmpty),
    quietUntil: z.optional(timeOrEmpty),
    remindAt: z.optional(timeOrEmpty),
    publicMessagesPerHour: z.optional(between(1, 100_000)),
    publicMessagesPerDay: z.optional(between(1, 1_000_000)),
    messageCountries: z.optional(
      z.array(line(8), { error: "invalid" }).check(
        z.minLength(1, "required"),
        z.maxLength(maxListed, "tooMany"),
        z.refine((codes: string[]) => codes.every((code) => /^\+[1-9]\d{0,6}$/.test(code)), "countryCode"),
      ),
    ),
    publicMessages: ignored,
    escalateAfterHours: z.optional(between(0, 80)),
    workFrom: z.optional(time),
    workUntil: z.optional(time),
    workDays: z.optional(
      z.array(between(1, 7), { error: "invalid" }).check(
        z.minLength(1, "required"),
        z.maxLength(7, "invalid"),
        z.overwrite((days) => [...new Set(days)].sort((a, b) => a - b)),
      ),
    ),
    koreanHolidays: z.optional(flag),
    customerCompany: z.optional(
      z.strictObject(
        { ko: z.optional(lineOrEmpty(100)), en: z.optional(lineOrEmpty(100)) },
        { error: "invalid" },
      ),
    ),
    timezone: z.optional(timezone),
    homepage: z.optional(homepage),
    brandColor: z.optional(colour),
    // Sessions end after twelve hours in any case.
    idleMinutes: z.optional(z.strictObject(ofRoles(z.optional(between(1, 720))), { error: "invalid" })),
    secondFactorRoles: z.optional(
      z.array(z.enum(roles, { error: "invalid" }), { error: "invalid" }).check(
        z.maxLength(roles.length, "invalid"),
        z.overwrite((chosen) => roles.filter((role) => chosen.includes(role))),
      ),
    ),
    companyAddresses: z.optional(
      z.array(line(60), { error: "invalid" }).check(z.maxLength(maxListed, "tooMany")),
    ),
    logos: ignored,
  }),
  response: siteConfiguration,
});

export type ConfigurationChange = z.output<typeof changeSiteConfiguration.body>;
