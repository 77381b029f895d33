/** Access log of personal data, and its monthly review (docs/behaviour.md, "Privacy"). */
import * as z from "zod/mini";
import { type Endpoint, endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, id, line, lines } from "#contract/fields.ts";
import { day, idFilter, listQuery, page } from "#contract/lists.ts";
import { roles } from "#contract/roles.ts";
import { namedKey } from "#contract/site/api-keys.ts";

const staff = z.object({ id, name: z.string(), role: z.nullable(z.enum(roles)) });

/** Name of a call in the log: its path pattern; writes have their method in front, because reads may share the path. */
export const accessAction = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  method === "PUT" ? `PUT ${path}` : path;

export const accessRow = z.object({
  id: z.int(),
  /** Wall time. */
  at: z.string(),
  /** The reader; for an API key the user who made it and is responsible for it. */
  hostUser: staff,
  /** Null where a user read. */
  apiKey: z.nullable(namedKey),
  address: z.string(),
  /** The call's name, see `accessAction`. */
  what: z.string(),
  /** Visits that were shown or unmasked. */
  visitIds: z.array(id),
  visits: z.int(),
  reason: z.string(),
  /** A number was searched for or unmasked. */
  byNumber: z.boolean(),
});

export type AccessRow = z.output<typeof accessRow>;

const accessPage = page(accessRow);

/** `q`: part of the reader's name. */
export const getAccessLog = endpoint({
  method: "GET",
  path: "/dash/access-log",
  permission: "privacy.read",
  recorded: "none",
  summary: "Accesses to personal data, newest first.",
  query: listQuery(["at"], {
    from: blankable(day),
    to: blankable(day),
    hostUser: idFilter,
    what: blankable(line(100)),
    visitId: idFilter,
  }),
  response: accessPage,
});

export type AccessQuery = z.output<typeof getAccessLog.query>;

const pageSize = z.int({ error: "invalid" }).check(z.minimum(1, "invalid"), z.maximum(200, "invalid"));

/** The number is in the body, so that no log contains it. */
export const searchAccessLog = endpoint({
  method: "POST",
  path: "/dash/access-log/search",
  permission: "privacy",
  recorded: "none",
  summary: "Accesses to the data of a mobile number, searches for it included, newest first.",
  body: z.strictObject({
    cellPhone: cellphone,
    page: z._default(z.int({ error: "invalid" }).check(z.minimum(1, "invalid"), z.maximum(50, "invalid")), 1),
    size: z._default(pageSize, 20),
  }),
  response: accessPage,
});

/** An existing month, "YYYY-MM". */
export const month = z
  .string({ error: "dateTime" })
  .check(z.regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, "dateTime"));

/** Unusual activity of a user in a month (docs/decisions/privacy/access-log.md). */
export const unusualKinds = ["outOfHours", "manyPeople", "manyReveals", "manyMisses"] as const;

const latestReason = z.object({ at: z.string(), visitIds: z.array(id), reason: z.string() });

export const accessReview = z.object({
  month: z.string(),
  /** Reviews of this month, oldest first. */
  reviews: z.array(
    z.object({ id, by: z.object({ id, name: z.string() }), at: z.string(), note: z.string() }),
  ),
  /** Lookups on the public site that found nothing. */
  failedLookups: z.object({
    total: z.int(),
    /** Days with many of one name, or of one address with several names, latest first; at most 50. */
    many: z.array(
      z.object({
        day: z.string(),
        failures: z.int(),
        names: z.int(),
        addresses: z.int(),
        /** One of them. */
        address: z.string(),
      }),
    ),
  }),
  staff: z.array(
    z.object({
      hostUser: staff,
      /** The API key whose month it is; null for a user. */
      apiKey: z.nullable(namedKey),
      calls: z.int(),
      /** Calls by path pattern, most frequent first. */
      byWhat: z.array(z.object({ what: z.string(), calls: z.int() })),
      /** Distinct visits that were shown. */
      people: z.int(),
      outOfHours: z.int(),
      reveals: z.int(),
      /** Searches by a number or its last four digits, with and without results. */
      numberSearches: z.int(),
      numberMisses: z.int(),
      /** At most 50. */
      latestReveals: z.array(latestReason),
      /** Visitors admitted without consent, for a reason. */
      withoutConsent: z.int(),
      /** At most 50. */
      latestWithoutConsent: z.array(latestReason),
      unusual: z.array(z.enum(unusualKinds)),
    }),
  ),
});

export type AccessReviewAnswer = z.output<typeof accessReview>;

export const getAccessReview = endpoint({
  method: "GET",
  path: "/dash/access-log/review",
  permission: "privacy.read",
  recorded: "none",
  summary: "A month of the access log by user, for its review.",
  query: z.strictObject({ month }),
  response: accessReview,
});

export const addAccessReview = endpoint({
  method: "POST",
  path: "/dash/access-log/review",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Records the review of a month of the access log; refused before the month is over.",
  body: z.strictObject({ month, note: blankable(lines(1000)) }),
  response: accessReview,
});

/** The log is kept for two years, and the first month of that period may be partly kept. */
export const maxMonths = 25;

export const accessMonth = z.object({
  month: z.string(),
  /** It can be reviewed. */
  isOver: z.boolean(),
  reviews: z.int(),
  /** The latest review; null while there is none. */
  latest: z.nullable(z.object({ by: z.object({ id, name: z.string() }), at: z.string() })),
});

export type AccessMonth = z.output<typeof accessMonth>;

export const getAccessMonths = endpoint({
  method: "GET",
  path: "/dash/access-log/months",
  permission: "privacy.read",
  recorded: "none",
  summary: "The months of the access log, newest first, and which were reviewed.",
  response: z.array(accessMonth),
});
