/** The customer's logo (docs/behaviour.md, "Home"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

export const getLogo = endpoint({
  method: "GET",
  path: "/custom/logo",
  permission: "public",
  recorded: "none",
  summary:
    "The customer's logo as an image: the English one where it exists and is requested, otherwise the Korean one.",
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(20, "tooLong:20"))) }),
  media: "image/*",
  response: z.unknown(),
});

/** Maximum of the longer side, in pixels. */
export const maxLogoSide = 4096;
export const maxLogoBytes = 1024 * 1024;

const one = z.object({ lang: z.enum(["ko", "en"], { error: "invalid" }) });

export const putLogo = endpoint({
  method: "PUT",
  path: "/dash/config/logo/:lang",
  permission: "referenceData",
  recorded: { subject: null },
  summary:
    "Replaces the logo of a language with a PNG, JPEG or WebP of at most 1 MB and 4096 pixels a side; the body is the file.",
  params: one,
  upload: { media: ["image/*", "application/octet-stream"], maxBytes: maxLogoBytes },
  response: z.object({
    lang: z.enum(["ko", "en"]),
    contentType: z.string(),
    width: z.int(),
    height: z.int(),
    /** Bytes. */
    size: z.int(),
  }),
});

export const removeLogo = endpoint({
  method: "DELETE",
  path: "/dash/config/logo/:lang",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Removes the logo of a language: English falls back to Korean, Korean to the product's logo.",
  params: one,
  response: z.undefined(),
});
