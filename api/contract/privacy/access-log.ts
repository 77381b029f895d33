/** Who saw or uncovered whose data, and its monthly review (docs/behaviour.md, "Privacy"). */
import * as z from "zod/mini";
import { type Endpoint, endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, id, line, lines } from "#contract/fields.ts";
import { day, idFilter, listQuery, page } from "#contract/lists.ts";
import { roles } from "#contract/roles.ts";
import { namedKey } from "#contract/site/api-keys.ts";

const staff = z.object({ id, name: z.string(), role: z.nullable(z.enum(roles)) });

/** A call as the log names it: its path pattern, with `PUT` before a change, because reading may have the same path. */
export const accessAction = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  method === "PUT" ? `PUT ${path}` : path;

export const accessRow = z.object({
  id: z.int(),
  /** Wall time. */
  at: z.string(),
  /** Who read; of a key, who made it and answers for it. */
  hostUser: staff,
  /** The key that read; null where a person did. */
  apiKey: z.nullable(namedKey),
  address: z.string(),
  /** The call, as `accessAction` names it. */
  what: z.string(),
  /** Whose: visits that were shown or uncovered. */
  visitIds: z.array(id),
  visits: z.int(),
  reason: z.string(),
  /** A number was searched for or uncovered. */
  byNumber: z.boolean(),
});

export type AccessRow = z.output<typeof accessRow>;

const accessPage = page(accessRow);

/** `q`: part of the name of whoever looked. */
export const getAccessLog = endpoint({
  method: "GET",
  path: "/dash/access-log",
  permission: "privacy.read",
  recorded: "none",
  summary: "Who saw or uncovered whose data, newest first.",
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

/** The number goes in the body, so that it ends in no log. */
export const searchAccessLog = endpoint({
  method: "POST",
  path: "/dash/access-log/search",
  permission: "privacy",
  recorded: "none",
  summary: "Who saw the data of a person, or searched for their number, newest first.",
  body: z.strictObject({
    cellPhone: cellphone,
    page: z._default(z.int({ error: "invalid" }).check(z.minimum(1, "invalid"), z.maximum(50, "invalid")), 1),
    size: z._default(pageSize, 20),
  }),
  response: accessPage,
});

/** "YYYY-MM" that exists. */
export const month = z
  .string({ error: "dateTime" })
  .check(z.regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, "dateTime"));

/** What stands out of a person's month (docs/decisions/privacy/access-log.md). */
export const unusualKinds = ["outOfHours", "manyPeople", "manyReveals", "manyMisses"] as const;

const latestReason = z.object({ at: z.string(), visitIds: z.array(id), reason: z.string() });

export const accessReview = z.object({
  month: z.string(),
  /** Reviews of this month, oldest first. */
  reviews: z.array(
    z.object({ id, by: z.object({ id, name: z.string() }), at: z.string(), note: z.string() }),
  ),
  staff: z.array(
    z.object({
      hostUser: staff,
      /** The key whose month it is; null of a person's own. */
      apiKey: z.nullable(namedKey),
      calls: z.int(),
      /** Calls by their path pattern, most first. */
      byWhat: z.array(z.object({ what: z.string(), calls: z.int() })),
      /** Different visits that were seen. */
      people: z.int(),
      outOfHours: z.int(),
      reveals: z.int(),
      /** Searches by a number, or its last four digits, that found somebody; and those that found nobody. */
      numberSearches: z.int(),
      numberMisses: z.int(),
      /** The latest of them, at most 50. */
      latestReveals: z.array(latestReason),
      /** People who were let in without their consent, for a reason. */
      withoutConsent: z.int(),
      /** The latest of them, at most 50. */
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
  summary: "A month of the access log by person, for its review.",
  query: z.strictObject({ month }),
  response: accessReview,
});

export const addAccessReview = endpoint({
  method: "POST",
  path: "/dash/access-log/review",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Records that a month of the access log was reviewed; refused before the month is over.",
  body: z.strictObject({ month, note: blankable(lines(1000)) }),
  response: accessReview,
});

/** The log is kept for two years; the month that begins it may still stand. */
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
