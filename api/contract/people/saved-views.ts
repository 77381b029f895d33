/** Saved views of the console's lists: filters, order and columns (docs/behaviour.md, "Console"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, line, orRequired } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";
import { periodPresets } from "#contract/periods.ts";

/** Lists that have saved views. */
const viewLists = [
  "visits",
  "messages",
  "passes",
  "vehiclePasses",
  "trash",
  "register",
  "accessLog",
  "erasureRequests",
  "hostUsers",
  "companies",
] as const;

export type ViewList = (typeof viewLists)[number];

/** Per user and list. */
export const maxSavedViews = 30;

/** Comma-separated words of the product; personal names do not fit. */
const wordList = z.optional(
  z.string("invalid").check(z.maxLength(200, "tooLong:200"), z.regex(/^[\w,:/ -]*$/, "invalid")),
);
const flag = z.optional(z.boolean("invalid"));

/** Filters of a list, as in its URL, without the typed search, which may be a visitor's name or number. */
const viewFilters = z.strictObject({
  list: wordList,
  status: wordList,
  event: wordList,
  state: wordList,
  why: wordList,
  what: wordList,
  role: wordList,
  company: z.optional(id),
  hasPassword: flag,
  inUse: flag,
  /** Relative to the day on which the view is opened. */
  period: z.optional(z.enum(periodPresets, { error: "invalid" })),
  from: z.optional(day),
  to: z.optional(day),
});

export const viewFilterNames = [
  ...(["list", "status", "event", "state", "why", "what", "role"] as const),
  ...(["company", "hasPassword", "inUse", "period", "from", "to"] as const),
];

const viewState = z.strictObject({
  filters: viewFilters,
  /** A column, with a leading `-` for descending order. */
  sort: z.optional(z.string("invalid").check(z.regex(/^-?[A-Za-z]{1,39}$/, "invalid"))),
  hidden: z
    .array(z.string("invalid").check(z.regex(/^[A-Za-z]{1,40}$/, "invalid")), {
      error: orRequired("invalid"),
    })
    .check(z.maxLength(40, "tooMany")),
});

export type ViewState = z.output<typeof viewState>;

const savedView = z.object({
  id,
  name: z.string(),
  state: viewState,
  /** All users see it. */
  shared: z.boolean(),
  /** The caller may rename, change and remove it. */
  editable: z.boolean(),
  /** It is the list's default view for the caller. */
  isDefault: z.boolean(),
});

export type SavedView = z.output<typeof savedView>;

const name = line(40);
const list = z.enum(viewLists, { error: orRequired("invalid") });

export const getSavedViews = endpoint({
  method: "GET",
  path: "/dash/views",
  permission: "account",
  recorded: "none",
  summary: "The user's views of a list, and shared ones, by name.",
  query: z.strictObject({ list }),
  response: z.array(savedView),
});

export const addSavedView = endpoint({
  method: "POST",
  path: "/dash/views",
  permission: "account",
  recorded: "none",
  summary: "Saves a view of a list; at most 30 per user and list.",
  body: z.strictObject({ list, name, state: viewState }),
  response: savedView,
});

export const changeSavedView = endpoint({
  method: "PUT",
  path: "/dash/views/:id",
  permission: "account",
  recorded: "none",
  summary: "Renames a view, or changes its filters; only administrators change shared ones.",
  params: idParams,
  body: z.strictObject({ id: blankable(id), name: z.optional(name), state: z.optional(viewState) }),
  response: savedView,
});

export const setDefaultView = endpoint({
  method: "PUT",
  path: "/dash/views/:id/default",
  permission: "account",
  recorded: "none",
  summary: "Makes a view the caller's default for its list, or undoes that.",
  params: idParams,
  body: z.strictObject({ isDefault: z.boolean({ error: orRequired("invalid") }) }),
  response: savedView,
});

export const shareSavedView = endpoint({
  method: "PUT",
  path: "/dash/views/:id/share",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Shares a view with all users, or stops sharing it.",
  params: idParams,
  body: z.strictObject({ shared: z.boolean({ error: orRequired("invalid") }) }),
  response: z.undefined(),
});

export const removeSavedView = endpoint({
  method: "DELETE",
  path: "/dash/views/:id",
  permission: "account",
  recorded: "none",
  summary: "Removes a view; only administrators remove shared ones.",
  params: idParams,
  response: z.undefined(),
});
