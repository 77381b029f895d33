/** A visitor's consents (docs/behaviour.md, "Consent"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, idParams } from "#contract/fields.ts";
import { contentTypes } from "#contract/texts/terms.ts";

/** How a visitor agreed: with the request, by the link in a message, or on a page that the desk opened. */
export const consentChannels = ["form", "link", "desk"] as const;

export type ConsentChannel = (typeof consentChannels)[number];

export const visitConsent = z.object({
  id: z.int(),
  /** Terms, or the privacy policy. */
  kind: z.enum(["terms", "policy"]),
  /** Of the terms or of the policy. */
  textId: id,
  title: z.string(),
  /** Null for the policy. */
  contentType: z.nullable(z.enum(contentTypes)),
  /** Null for the policy. */
  version: z.nullable(z.int()),
  language: z.enum(["ko", "en"]),
  agreed: z.boolean(),
  /** Wall time. */
  agreedAt: z.string(),
  channel: z.enum(consentChannels),
  /** The user who opened the page at the desk; empty otherwise. */
  handedOverBy: z.string(),
  /** The text as it was, in that language; HTML where `renderHtml`. */
  body: z.string(),
  renderHtml: z.boolean(),
});

export type VisitConsentAnswer = z.output<typeof visitConsent>;

export const getVisitConsents = endpoint({
  method: "GET",
  path: "/dash/visits/:id/consents",
  permission: "visits.see",
  recorded: "none",
  summary: "What the visitor agreed to or refused, with the texts as they were.",
  params: idParams,
  response: z.array(visitConsent),
});
