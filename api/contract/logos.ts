/** The customer's logo (specification, sections 2 and 7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const getLogo = endpoint({
  method: "GET",
  path: "/custom/logo",
  permission: "public",
  summary:
    "The customer's logo as an image: in English where there is one and it is asked for, else the Korean one.",
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(20, "tooLong:20"))) }),
  media: "image/*",
  response: z.unknown(),
});
