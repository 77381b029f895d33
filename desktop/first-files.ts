/** What the console's page asks for beside its first script, so that it need not wait for that to ask. */
import { join } from "node:path";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { firstPage } from "./console-files.ts";

const early = "early-calls";

/** An entry of its own, for a server that is far away. @param renderer the folder of its source */
export const earlyCalls = (renderer: string) => ({ [early]: join(renderer, "console/early-calls.ts") });

function tagsFor({ name, fileName, viteMetadata }: Rolldown.OutputChunk): HtmlTagDescriptor[] {
  const href = `/${fileName}`;
  if (name === early)
    return [{ tag: "script", attrs: { type: "module", async: true, src: href }, injectTo: "head-prepend" }];
  if (name !== firstPage) return [];
  const styles = [...(viteMetadata?.importedCss ?? [])];
  return [
    { tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href }, injectTo: "head" },
    ...styles.map((file) => ({
      tag: "link",
      // not `preload`: what loads the code would wait for the sheet once more
      attrs: { rel: "stylesheet", crossorigin: true, href: `/${file}` },
      injectTo: "head" as const,
    })),
  ];
}

/** Adds to the built page the first screen's own files, and the calls that are made early where they are built. */
export const firstFiles = (): Plugin => ({
  name: "visitor:first-files",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {}, filename }) =>
      filename.endsWith("console.html")
        ? Object.values(bundle).flatMap((file) => (file.type === "chunk" ? tagsFor(file) : []))
        : [],
  },
});
