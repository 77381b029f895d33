/** Privacy policies: the one in force, and the administration of all (docs/behaviour.md, "Records"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, ignored, line, lines, requiredLines } from "#contract/fields.ts";
import { listQuery, page } from "#contract/lists.ts";

export const appliedPolicy = z.object({
  id,
  /** Sanitised HTML, Korean. */
  content: z.string(),
  /** Sanitised HTML, English; empty where there is none. */
  enContent: z.string(),
});

export type AppliedPolicy = z.output<typeof appliedPolicy>;

export const getAppliedPolicy = endpoint({
  method: "GET",
  path: "/api/privacy/applied",
  permission: "public",
  recorded: "none",
  summary: "The privacy policy in force; 404 without one.",
  response: appliedPolicy,
});

/** Maximum characters of a policy or of terms, per language. */
export const maxTextLength = 100_000;
/** Two such texts at three bytes a character, with some escaping. */
export const textBodyLimit = "2mb";

/** Identifies the content of a text; changes with it. */
export const revision = z.string();
/** The revision that the client read; without it any content is overwritten. */
export const readRevision = z.optional(
  z.string({ error: "format" }).check(z.regex(/^[\w-]{1,64}$/, { error: "format" })),
);

/** A policy in a list, without its texts, which may be long. */
export const policySummary = z.object({
  id,
  title: z.string(),
  /** In force; at most one is. */
  applied: z.boolean(),
  /** Wall time of the first day in force; null where it never was. */
  appliedAt: z.nullable(z.string()),
  /** Periods in force, oldest first; the last has no end while it is in force. Wall times. */
  periods: z.array(z.object({ from: z.string(), until: z.nullable(z.string()) })),
  /** False once it was in force: it is then replaced, never edited or deleted. */
  editable: z.boolean(),
  /** Wall times. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const policy = z.extend(policySummary, {
  /** Sanitised HTML. */
  content: z.string(),
  enContent: z.string(),
  revision,
});

export type PolicySummary = z.output<typeof policySummary>;
export type Policy = z.output<typeof policy>;

const path = "/dash/privacy-policies";
const title = line(100);
const content = requiredLines(maxTextLength);
const enContent = lines(maxTextLength);

export const listPolicies = endpoint({
  method: "GET",
  path,
  permission: "texts",
  recorded: "none",
  summary: "Lists privacy policies without their texts, the one in force first.",
  query: listQuery(["title", "appliedAt", "createdAt", "updatedAt"], {}),
  response: page(policySummary),
});

export const getPolicy = endpoint({
  method: "GET",
  path: `${path}/:id`,
  permission: "texts",
  recorded: "none",
  summary: "A privacy policy with its texts.",
  params: idParams,
  response: policy,
});

export const addPolicy = endpoint({
  method: "POST",
  path,
  permission: "texts",
  recorded: { subject: null },
  summary: "Adds a privacy policy that is not in force yet. Its HTML is sanitised before it is stored.",
  body: z.strictObject({ title, content, enContent: blankable(enContent) }),
  bodyLimit: textBodyLimit,
  response: policy,
});

export const changePolicy = endpoint({
  method: "PUT",
  path: `${path}/:id`,
  permission: "texts",
  recorded: { subject: "privacy_policies" },
  summary:
    "Changes a privacy policy that was never in force; refused where it changed since the given revision.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    title: z.optional(title),
    content: z.optional(content),
    enContent: z.optional(enContent),
    applied: ignored,
    appliedAt: ignored,
    periods: ignored,
    editable: ignored,
    revision: readRevision,
  }),
  bodyLimit: textBodyLimit,
  response: policy,
});

export const removePolicy = endpoint({
  method: "DELETE",
  path: `${path}/:id`,
  permission: "texts",
  recorded: { subject: "privacy_policies" },
  summary: "Deletes a privacy policy that was never in force.",
  params: idParams,
  response: z.undefined(),
});

export const applyPolicy = endpoint({
  method: "PUT",
  path: `${path}/:id/apply`,
  permission: "texts",
  recorded: { subject: "privacy_policies" },
  summary:
    "Puts a privacy policy in force, replacing the current one; visitors have to agree again. A policy that was in force before keeps its first date.",
  params: idParams,
  body: z.strictObject({ id: blankable(id) }),
  response: policy,
});

export const previewPolicy = endpoint({
  method: "POST",
  path: `${path}/preview`,
  permission: "texts",
  recorded: "none",
  summary: "Preview of a policy as visitors would get it; nothing is stored.",
  body: z.strictObject({ content: enContent, enContent }),
  bodyLimit: textBodyLimit,
  response: z.omit(appliedPolicy, { id: true }),
});

export type PolicyPreview = z.output<typeof previewPolicy.response>;
export type PolicyListQuery = z.output<typeof listPolicies.query>;
export type NewPolicy = z.output<typeof addPolicy.body>;
export type PolicyChange = z.output<typeof changePolicy.body>;
