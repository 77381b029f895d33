/** The privacy policy in force (specification, sections 2, 3 and 7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";

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
  summary: "The privacy policy in force; 404 while none is applied.",
  response: appliedPolicy,
});
