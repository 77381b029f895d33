/** Pages of lists (docs/behaviour.md, "Lists"). */
export * from "#db/queries/pages.ts";
