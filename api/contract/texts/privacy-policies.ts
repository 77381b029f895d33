/** Privacy policies: the one in force, and all of them as they are managed (docs/behaviour.md, "Records"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, ignored, line, lines, someLines } from "#contract/fields.ts";
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
  summary: "The privacy policy in force; 404 while none is applied.",
  response: appliedPolicy,
});

/** Most characters of a policy or of a text of terms, in each language. */
export const maxTextLength = 100_000;
/** Two such texts, every character of three bytes, some of them escaped. */
export const textBodyLimit = "2mb";

/** Names a text as it is: another one stands for other words. */
export const revision = z.string();
/** The one that was read before it was changed; left out, whatever is there is replaced. */
export const readRevision = z.optional(
  z.string({ error: "format" }).check(z.regex(/^[\w-]{1,64}$/, { error: "format" })),
);

/** A policy in a list: without its texts, which may be long. */
export const policySummary = z.object({
  id,
  title: z.string(),
  /** At most one is. */
  applied: z.boolean(),
  /** When it first came into force, wall time; null where it never did. */
  appliedAt: z.nullable(z.string()),
  /** From when until when it was in force, oldest first; the last has no end while it is. Wall times. */
  periods: z.array(z.object({ from: z.string(), until: z.nullable(z.string()) })),
  /** False once it was applied: it is then replaced, never edited or deleted. */
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
const content = someLines(maxTextLength);
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
  summary: "Adds a privacy policy, not yet in force. Its HTML is sanitised before it is stored.",
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
    "Changes a privacy policy that was never in force; refused where somebody changed it since the revision that is named.",
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
    "Puts a privacy policy in force, in place of the one before; visitors are asked anew. One that was in force earlier keeps its first date.",
  params: idParams,
  body: z.strictObject({ id: blankable(id) }),
  response: policy,
});

export const previewPolicy = endpoint({
  method: "POST",
  path: `${path}/preview`,
  permission: "texts",
  recorded: "none",
  summary: "What visitors would be sent of a policy; nothing is stored.",
  body: z.strictObject({ content: enContent, enContent }),
  bodyLimit: textBodyLimit,
  response: z.omit(appliedPolicy, { id: true }),
});

export type PolicyPreview = z.output<typeof previewPolicy.response>;
export type PolicyListQuery = z.output<typeof listPolicies.query>;
export type NewPolicy = z.output<typeof addPolicy.body>;
export type PolicyChange = z.output<typeof changePolicy.body>;
