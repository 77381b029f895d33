/** The site's configuration as the public site reads it (specification, sections 3 and 9; decisions, "Public"). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const publicConfiguration = z.object({
  /** Most days a visit of the public form may span. */
  maxRequestDays: z.int(),
  requestInputUserCompany: z.boolean(),
  requestInputPlace: z.boolean(),
  requestInputVisitorCompany: z.boolean(),
  useCar: z.boolean(),
  /** A lookup asks for a code that comes by SMS first. */
  lookupCode: z.boolean(),
  customerCompany: z.object({ ko: z.string(), en: z.string() }),
  /** IANA name; every time on the wire is this zone's wall clock. */
  timezone: z.string(),
  /** Address behind the copyright line. */
  homepage: z.string(),
  /** `#rrggbb`. */
  brandColor: z.string(),
  /** False while policy, terms or purposes are missing: the site says that it is being prepared. */
  ready: z.boolean(),
  /** True where the data is made up. */
  demonstration: z.boolean(),
});

export type PublicConfiguration = z.output<typeof publicConfiguration>;

export const getConfiguration = endpoint({
  method: "GET",
  path: "/api/config",
  permission: "public",
  summary: "The site's public configuration.",
  response: publicConfiguration,
});
