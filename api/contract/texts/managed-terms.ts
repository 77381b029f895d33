/**
 * Terms and their versions, for administration (docs/behaviour.md, "Records"). terms.ts has what visitors read, and is
 * the part that the public site ships.
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  blankable,
  dispOrder,
  dispOrders,
  id,
  idParams,
  idText,
  ignored,
  line,
  lineOrEmpty,
  lines,
  requiredLines,
} from "#contract/fields.ts";
import { enumFilter, flagFilter, listQuery, page } from "#contract/lists.ts";
import { maxTextLength, readRevision, revision, textBodyLimit } from "./privacy-policies.ts";
import { contentTypes, deployedTerms } from "./terms.ts";

export const terms = z.object({
  id,
  title: z.string(),
  enTitle: z.string(),
  contentType: z.enum(contentTypes),
  renderHtml: z.boolean(),
  modalDisplay: z.boolean(),
  requestAgree: z.boolean(),
  /** `#rrggbb` or empty. */
  bgColor: z.string(),
  /** Label of the dialog's checkbox; empty for the default. */
  confirmMsg: z.string(),
  enConfirmMsg: z.string(),
  /** Visitors see only terms in use that have a deployed version. */
  inUse: z.boolean(),
  /** Position in the order in which visitors read. */
  dispOrder: z.int(),
  /** The version in force; null before the first deployment. */
  deployedVersion: z.nullable(z.int()),
  /** Wall times. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const termsVersion = z.object({
  id,
  termsId: id,
  /** Counts from 1. */
  version: z.int(),
  body: z.string(),
  enBody: z.string(),
  /** Wall time; null for a draft. The highest deployed version is in force. */
  deployedAt: z.nullable(z.string()),
  revision,
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Terms = z.output<typeof terms>;
export type TermsVersion = z.output<typeof termsVersion>;

const path = "/dash/terms";
const oneVersion = z.object({ id: idText, versionId: idText });

const title = line(100);
const optionalLine = lineOrEmpty(100);
const flag = z.boolean({ error: "invalid" });
const contentType = z.enum(contentTypes, { error: (issue) => (issue.input ? "invalid" : "required") });
const colour = z
  .string({ error: "format" })
  .check(z.refine<string>((text) => /^(#[0-9a-f]{6})?$/i.test(text), { error: "format" }));

export const listTerms = endpoint({
  method: "GET",
  path,
  permission: "texts",
  recorded: "none",
  summary: "Lists terms in the order in which visitors read them.",
  query: listQuery(["dispOrder", "title", "contentType", "updatedAt"], {
    contentType: enumFilter(contentTypes),
    inUse: flagFilter,
  }),
  response: page(terms),
});

export const addTerms = endpoint({
  method: "POST",
  path,
  permission: "texts",
  recorded: { subject: null },
  summary: "Adds terms, last in the order by default; visitors see them once a version is deployed.",
  body: z.strictObject({
    title,
    enTitle: blankable(optionalLine),
    contentType,
    renderHtml: blankable(flag),
    modalDisplay: blankable(flag),
    requestAgree: blankable(flag),
    bgColor: blankable(colour),
    confirmMsg: blankable(optionalLine),
    enConfirmMsg: blankable(optionalLine),
    inUse: blankable(flag),
    dispOrder: blankable(dispOrder),
  }),
  response: terms,
});

export const changeTerms = endpoint({
  method: "PUT",
  path: `${path}/:id`,
  permission: "texts",
  recorded: { subject: "terms" },
  summary: "Changes terms; the type cannot change once a version was deployed.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    title: z.optional(title),
    enTitle: z.optional(optionalLine),
    contentType: z.optional(contentType),
    renderHtml: z.optional(flag),
    modalDisplay: z.optional(flag),
    requestAgree: z.optional(flag),
    bgColor: z.optional(colour),
    confirmMsg: z.optional(optionalLine),
    enConfirmMsg: z.optional(optionalLine),
    inUse: z.optional(flag),
    dispOrder: z.optional(dispOrder),
    deployedVersion: ignored,
  }),
  response: terms,
});

export const removeTerms = endpoint({
  method: "DELETE",
  path: `${path}/:id`,
  permission: "texts",
  recorded: { subject: "terms" },
  summary: "Deletes terms with their drafts; refused once a version was deployed.",
  params: idParams,
  response: z.undefined(),
});

export const sortTerms = endpoint({
  method: "PUT",
  path: `${path}/sort`,
  permission: "texts",
  recorded: { subject: null },
  summary: "Reorders terms, all or none.",
  body: z.strictObject({ dispOrders }),
  response: z.undefined(),
});

export const listVersions = endpoint({
  method: "GET",
  path: `${path}/:id/versions`,
  permission: "texts",
  recorded: "none",
  summary: "All versions of terms, newest first; HTML bodies are sanitised.",
  params: idParams,
  response: z.array(termsVersion),
});

export const addVersion = endpoint({
  method: "POST",
  path: `${path}/:id/versions`,
  permission: "texts",
  recorded: { subject: "terms" },
  summary: "Adds a draft version of terms. HTML is sanitised before it is stored.",
  params: idParams,
  body: z.strictObject({
    termsId: blankable(id),
    body: requiredLines(maxTextLength),
    enBody: blankable(lines(maxTextLength)),
  }),
  bodyLimit: textBodyLimit,
  response: termsVersion,
});

export const changeVersion = endpoint({
  method: "PUT",
  path: `${path}/:id/versions/:versionId`,
  permission: "texts",
  recorded: { subject: "terms" },
  summary: "Changes a draft; refused where it changed since the given revision.",
  params: oneVersion,
  body: z.strictObject({
    id: blankable(id),
    termsId: blankable(id),
    version: ignored,
    body: z.optional(requiredLines(maxTextLength)),
    enBody: z.optional(lines(maxTextLength)),
    deployedAt: ignored,
    revision: readRevision,
  }),
  bodyLimit: textBodyLimit,
  response: termsVersion,
});

export const removeVersion = endpoint({
  method: "DELETE",
  path: `${path}/:id/versions/:versionId`,
  permission: "texts",
  recorded: { subject: "terms" },
  summary: "Deletes a draft.",
  params: oneVersion,
  response: z.undefined(),
});

export const deployVersion = endpoint({
  method: "PUT",
  path: `${path}/:id/versions/:versionId/deploy`,
  permission: "texts",
  recorded: { subject: "terms" },
  summary: "Deploys a version; it can no longer change, and visitors have to agree again.",
  params: oneVersion,
  body: z.strictObject({ id: blankable(id), termsId: blankable(id) }),
  response: termsVersion,
});

export const previewVersion = endpoint({
  method: "POST",
  path: `${path}/:id/preview`,
  permission: "texts",
  recorded: "none",
  summary: "Preview of a text in both languages, as visitors would get it; nothing is stored.",
  params: idParams,
  body: z.strictObject({ body: lines(maxTextLength), enBody: lines(maxTextLength) }),
  bodyLimit: textBodyLimit,
  response: z.object({ ko: deployedTerms, en: deployedTerms }),
});

export type TermsListQuery = z.output<typeof listTerms.query>;
export type NewTerms = z.output<typeof addTerms.body>;
export type TermsChange = z.output<typeof changeTerms.body>;
export type TermsOrder = z.output<typeof sortTerms.body>["dispOrders"];
export type NewVersion = z.output<typeof addVersion.body>;
export type TermsPreview = z.output<typeof previewVersion.response>;
export type VersionChange = z.output<typeof changeVersion.body>;
