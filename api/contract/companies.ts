/** Companies of the site that hosts belong to. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { named } from "./fields.ts";

export const getCompaniesInUse = endpoint({
  method: "GET",
  path: "/api/companies/inuse",
  permission: "public",
  summary: "The host companies in use, in the reader's language.",
  response: z.array(named),
});
