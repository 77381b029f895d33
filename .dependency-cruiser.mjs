/** Import rules of docs/architecture.md: contract ← db ← api; contract, texts and resources/browser ← web, desktop. */

const packages = (...names) => `^(node_modules/)?(${names.join("|")})(/|$)`;
const server = ["^api/(?!contract/)", "^db/", packages("koa", "@koa", "knex", "objection", "pg")];

const product = "^(api|db|web|desktop|resources/browser)";

/** @type {(name: string, comment: string, from: object, to: object) => object} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    forbid("no-circular", "No cycles between files, types included.", {}, { circular: true }),
    {
      ...forbid("no-circular-folders", "No cycles between folders.", { path: product }, { circular: true }),
      scope: "folder",
    },
    forbid(
      "contract",
      "The contract imports zod/mini and dayjs only: site, console and server ship it.",
      { path: "^api/contract/" },
      { pathNot: ["^api/contract/", "^(node_modules/)?zod/mini", packages("dayjs")] },
    ),
    forbid(
      "db",
      "The database layer imports the contract only.",
      { path: "^db/" },
      { path: ["^api/(?!contract/)", "^(web|desktop)/", packages("react", "koa", "@koa")] },
    ),
    forbid(
      "api",
      "The server imports neither site nor desktop app.",
      { path: "^api/" },
      { path: ["^(web|desktop)/", packages("react", "react-dom", "@tanstack")] },
    ),
    forbid(
      "queries",
      "The SQL of a feature is imported in that feature only.",
      { path: "^(api/(?:features/)?[^/]+)/" },
      { path: "^api/.+/queries(/|\\.ts$)", pathNot: "^$1/" },
    ),
    forbid(
      "web",
      "The public site imports the contract, resources/i18n and resources/browser only.",
      { path: "^web/" },
      { path: [...server, "^desktop/", packages("electron")] },
    ),
    forbid(
      "desktop",
      "The desktop app imports the contract, resources/i18n and resources/browser only.",
      { path: "^desktop/" },
      { path: [...server, "^web/"] },
    ),
    forbid(
      "renderer",
      "A window imports nothing of the other processes but the types in ipc.ts.",
      { path: "^desktop/renderer/" },
      { path: ["^desktop/(main|preload)/", packages("electron")] },
    ),
    forbid(
      "no-node",
      "What runs in a browser imports nothing of Node.",
      { path: ["^desktop/renderer/", "^resources/browser/", "^api/contract/"] },
      { dependencyTypes: ["core"] },
    ),
    forbid(
      "connection",
      "The connection page and the console share renderer/shared only.",
      { path: "^desktop/renderer/(connection|console)/" },
      { path: "^desktop/renderer/(connection|console)/", pathNot: "^desktop/renderer/$1/" },
    ),
    forbid(
      "renderer-shared",
      "What both pages use imports neither of them.",
      { path: "^desktop/renderer/shared/" },
      { path: "^desktop/renderer/(connection|console)/" },
    ),
    forbid(
      "browser",
      "What site and console share imports the contract and React only.",
      { path: "^resources/browser/" },
      {
        path: [
          ...server,
          "^(web|desktop)/",
          "^resources/(i18n|scripts)/",
          packages("electron", "@mantine", "@tanstack"),
        ],
      },
    ),
    forbid(
      "browser-only",
      "resources/browser is for the public site and the console only.",
      { path: "^(api|db|resources/scripts)/" },
      { path: "^resources/browser/" },
    ),
  ],
  options: {
    // TypeScript 7 has no JavaScript interface
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "^node_modules/" },
    exclude: { path: "\\.d\\.m?ts$" },
  },
};
