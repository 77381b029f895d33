/** Keeps a library out of the first screen that Mantine's scroll area would bring for one small function. */
import type { Plugin } from "vite";

const id = "\0visitor:merge-refs";

/**
 * `ScrollArea`, and `Table` with it, merges references by `@floating-ui/react`, whose one file of 50 kB places what pops up.
 * Mantine's own hook does the same.
 */
export const leanLibraries = (): Plugin => ({
  name: "visitor:lean-libraries",
  apply: "build",
  enforce: "pre",
  resolveId: {
    filter: { id: /^@floating-ui\/react$/ },
    handler: (_source, importer) => (/[\\/]ScrollArea[\\/]ScrollArea\.mjs$/.test(importer ?? "") ? id : null),
  },
  load: {
    filter: { id: /^\0visitor:merge-refs$/ },
    handler: () =>
      'import { useMergedRef } from "@mantine/hooks"; export const useMergeRefs = (refs) => useMergedRef(...refs);',
  },
});
