/** Views of the console's lists that people keep: filters, order and columns (docs/behaviour.md, "Console"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, line, orRequired } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";
import { periodPresets } from "#contract/periods.ts";

/** The lists of the console that views are kept of. */
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

/** Of one person and one list. */
export const maxSavedViews = 30;

/** Words of the product, with commas: nothing that a person is called fits. */
const words = z.optional(
  z.string("invalid").check(z.maxLength(200, "tooLong:200"), z.regex(/^[\w,:/ -]*$/, "invalid")),
);
const flag = z.optional(z.boolean("invalid"));

/** What a list may be narrowed by, as in its address, but for what was typed: that may be a visitor's name or number. */
const viewFilters = z.strictObject({
  list: words,
  status: words,
  event: words,
  state: words,
  why: words,
  what: words,
  role: words,
  company: z.optional(id),
  hasPassword: flag,
  inUse: flag,
  /** Counted from the day on which the view is opened. */
  period: z.optional(z.enum(periodPresets, { error: "invalid" })),
  from: z.optional(day),
  to: z.optional(day),
});

/** The filters by name. */
export const viewFilterNames = [
  ...(["list", "status", "event", "state", "why", "what", "role"] as const),
  ...(["company", "hasPassword", "inUse", "period", "from", "to"] as const),
];

const viewState = z.strictObject({
  filters: viewFilters,
  /** A column, with `-` in front for descending. */
  sort: z.optional(z.string("invalid").check(z.regex(/^-?[A-Za-z]{1,39}$/, "invalid"))),
  /** Columns that are not shown. */
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
  /** Everybody has it. */
  shared: z.boolean(),
  /** It may be renamed, changed and removed by who asks. */
  editable: z.boolean(),
  /** The list opens with it for who asks. */
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
  summary: "One's own views of a list, and those that everybody has, by name.",
  query: z.strictObject({ list }),
  response: z.array(savedView),
});

export const addSavedView = endpoint({
  method: "POST",
  path: "/dash/views",
  permission: "account",
  recorded: "none",
  summary: "Keeps a view of a list; at most 30 a person and list.",
  body: z.strictObject({ list, name, state: viewState }),
  response: savedView,
});

export const changeSavedView = endpoint({
  method: "PUT",
  path: "/dash/views/:id",
  permission: "account",
  recorded: "none",
  summary: "Renames a view, or gives it other filters; shared ones are the administrators' to change.",
  params: idParams,
  body: z.strictObject({ id: blankable(id), name: z.optional(name), state: z.optional(viewState) }),
  response: savedView,
});

export const setDefaultView = endpoint({
  method: "PUT",
  path: "/dash/views/:id/default",
  permission: "account",
  recorded: "none",
  summary: "Opens the view's list with it from now on, for who asks, or no longer.",
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
  summary: "Gives a view to everybody, or takes it back.",
  params: idParams,
  body: z.strictObject({ shared: z.boolean({ error: orRequired("invalid") }) }),
  response: z.undefined(),
});

export const removeSavedView = endpoint({
  method: "DELETE",
  path: "/dash/views/:id",
  permission: "account",
  recorded: "none",
  summary: "Removes a view; shared ones are the administrators' to remove.",
  params: idParams,
  response: z.undefined(),
});
