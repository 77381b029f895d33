import * as z from "zod/mini";

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);

/** First and last day; the last thirty days unless both are said. */
const reports = z.object({ from: day, to: day });

export type ReportsSearch = z.output<typeof reports>;

export const parseReportsSearch = (raw: Record<string, unknown>): ReportsSearch => reports.parse(raw);
