/** Code items by kind (specification, section 3). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { named } from "./fields.ts";

/** 9002 accessible places, 9003 purposes. */
export const codeKinds = { place: 9002, purpose: 9003 } as const;

export type NamedItem = z.output<typeof named>;

export const getCodesInUse = endpoint({
  method: "GET",
  path: "/api/user-code/:kind/inuse",
  permission: "public",
  summary: "The codes of a kind that are in use, in their order and in the reader's language.",
  params: z.object({
    kind: z.pipe(
      z.enum(["9002", "9003"], { error: "invalid" }),
      z.transform((kind): 9002 | 9003 => (kind === "9002" ? 9002 : 9003)),
    ),
  }),
  response: z.array(named),
});
