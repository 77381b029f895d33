/** Visit statuses (docs/behaviour.md, "Statuses and transitions"). Their names are in resources/i18n under `status`. */
import * as z from "zod/mini";

export const statusCodes = [
  "applied",
  "cancelled",
  "ended",
  "approved",
  "entered",
  "exited",
  "rejected",
] as const;

export type StatusCode = (typeof statusCodes)[number];

/** Statuses of visits that are neither over nor refused. */
export const openStatusCodes = [
  "applied",
  "approved",
  "entered",
  "exited",
] as const satisfies readonly StatusCode[];

export const statusCode = z.enum(statusCodes);

/** A status with its name in the reader's language. */
export const status = z.object({ code: statusCode, name: z.string() });
