/** The customer's logo (docs/behaviour.md, "Home"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

export const getLogo = endpoint({
  method: "GET",
  path: "/custom/logo",
  permission: "public",
  recorded: "none",
  summary:
    "The customer's logo as an image: in English where there is one and it is asked for, else the Korean one.",
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(20, "tooLong:20"))) }),
  media: "image/*",
  response: z.unknown(),
});

/** Longest side, in pixels. */
export const maxLogoSide = 4096;
/** Most bytes. */
export const maxLogoBytes = 1024 * 1024;

const one = z.object({ lang: z.enum(["ko", "en"], { error: "invalid" }) });

export const putLogo = endpoint({
  method: "PUT",
  path: "/dash/config/logo/:lang",
  permission: "referenceData",
  recorded: { subject: null },
  summary:
    "Puts a PNG, JPEG or WebP of at most 1 MB and 4096 pixels a side in place of a language's logo; the body is the file.",
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
  summary: "Removes a language's logo: English falls back to the Korean one, that to the product's mark.",
  params: one,
  response: z.undefined(),
});
