/**
 * The site's configuration, as the public site reads it and as administrators keep it (docs/behaviour.md,
 * "Configuration").
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { ignored, line, lineOrNothing } from "#contract/fields.ts";
import { type Role, roles } from "#contract/roles.ts";

export const publicConfiguration = z.object({
  /** Most days a visit of the public form may span. */
  maxRequestDays: z.int(),
  requestInputUserCompany: z.boolean(),
  requestInputPlace: z.boolean(),
  requestInputVisitorCompany: z.boolean(),
  useCar: z.boolean(),
  /** A lookup asks for a code that comes by SMS first. */
  lookupCode: z.boolean(),
  /** A request asks for a code that comes by SMS first. */
  submitCode: z.boolean(),
  /** A request may name companions. */
  companions: z.boolean(),
  customerCompany: z.object({ ko: z.string(), en: z.string() }),
  /** IANA name; every time on the wire is this zone's wall clock. */
  timezone: z.string(),
  /** Address behind the copyright line. */
  homepage: z.string(),
  /** `#rrggbb`. */
  brandColor: z.string(),
  /** False while policy, terms or purposes are missing: the site says that it is being prepared. */
  ready: z.boolean(),
  /** True where the data is made up. */
  demonstration: z.boolean(),
  /** True where staff sign in by the company's provider. */
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

/** All of it, for those who keep it. */
export const siteConfiguration = z.object({
  maxRequestDays: z.int(),
  requestInputUserCompany: z.boolean(),
  requestInputPlace: z.boolean(),
  requestInputVisitorCompany: z.boolean(),
  useCar: z.boolean(),
  /** Applications of the public form are approved at once. */
  autoApprove: z.boolean(),
  /** Days from a visit's end to the destruction of its data, for visits that are made from now on. */
  retentionDays: z.int(),
  lookupCode: z.boolean(),
  submitCode: z.boolean(),
  companions: z.boolean(),
  /** Nobody is let in without their consent, or the desk's reason; visits that were made before are exempt. */
  requireConsent: z.boolean(),
  /** Hosts decide from the message without signing in. */
  decideByLink: z.boolean(),
  /** `HH:mm` between which messages wait that may; both empty where none does. */
  quietFrom: z.string(),
  quietUntil: z.string(),
  /** `HH:mm` at which visitors and hosts are reminded of who is inside and of passes that are out; empty: only by the desk. */
  remindAt: z.string(),
  /** Working hours after which a request that nobody decided on goes to the host's deputies, then the desk; 0: never. */
  escalateAfterHours: z.int(),
  /** `HH:mm`. */
  workFrom: z.string(),
  workUntil: z.string(),
  /** ISO days of the week, 1 is Monday. */
  workDays: z.array(z.int()),
  /** Public holidays of Korea are days off, but for the site's own changes (`/dash/holidays`). */
  koreanHolidays: z.boolean(),
  customerCompany: z.object({ ko: z.string(), en: z.string() }),
  timezone: z.string(),
  homepage: z.string(),
  brandColor: z.string(),
  /** Minutes after which a session without a person ends, by role. */
  idleMinutes: z.object(ofRoles(z.int())),
  /** Roles that need a second factor to sign in. */
  secondFactorRoles: z.array(z.enum(roles)),
  /** Addresses and networks of the company: from elsewhere everybody needs a second factor. None: addresses do not matter. */
  companyAddresses: z.array(z.string()),
  /** Languages that have a logo of their own. */
  logos: z.object({ ko: z.boolean(), en: z.boolean() }),
  /** Wall time of the last change. */
  updatedAt: z.string(),
});

export type SiteConfiguration = z.output<typeof siteConfiguration>;

const maxCompanyAddresses = 100;

const between = (least: number, most: number) =>
  z
    .int({ error: "invalid" })
    .check(z.minimum(least, `range:${least}–${most}`), z.maximum(most, `range:${least}–${most}`));

/** "HH:mm"; may be empty. */
const timeOrNothing = z
  .string({ error: "invalid" })
  .check(z.refine((text: string) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "invalid"));

/** "HH:mm". */
const time = z
  .string({ error: "invalid" })
  .check(z.refine((text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "invalid"));

const flag = z.boolean({ error: "invalid" });

/** The zone as it is called properly, or undefined: offsets are no zones, their sign has two readings. */
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

const homepage = lineOrNothing(300).check(
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
  summary: "The whole configuration.",
  response: siteConfiguration,
});

export const changeSiteConfiguration = endpoint({
  method: "PUT",
  path: "/dash/config",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Changes what it names of the configuration, at once and for every process.",
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
    quietFrom: z.optional(timeOrNothing),
    quietUntil: z.optional(timeOrNothing),
    remindAt: z.optional(timeOrNothing),
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
        { ko: z.optional(lineOrNothing(100)), en: z.optional(lineOrNothing(100)) },
        { error: "invalid" },
      ),
    ),
    timezone: z.optional(timezone),
    homepage: z.optional(homepage),
    brandColor: z.optional(colour),
    // A session ends after twelve hours in any case.
    idleMinutes: z.optional(z.strictObject(ofRoles(z.optional(between(1, 720))), { error: "invalid" })),
    secondFactorRoles: z.optional(
      z.array(z.enum(roles, { error: "invalid" }), { error: "invalid" }).check(
        z.maxLength(roles.length, "invalid"),
        z.overwrite((chosen) => roles.filter((role) => chosen.includes(role))),
      ),
    ),
    companyAddresses: z.optional(
      z.array(line(60), { error: "invalid" }).check(z.maxLength(maxCompanyAddresses, "tooMany")),
    ),
    logos: ignored,
  }),
  response: siteConfiguration,
});

export type ConfigurationChange = z.output<typeof changeSiteConfiguration.body>;
