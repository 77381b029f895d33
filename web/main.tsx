import "#fonts/own.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { collectErrors } from "./lib/error-events.ts";
import { restoreLanguage } from "./lib/language.ts";
import { read, write } from "./lib/storage.ts";
import { createSiteRouter } from "./router.tsx";

collectErrors();

// After a release the open page's files are gone: reload once.
window.addEventListener("vite:preloadError", () => {
  if (!navigator.onLine || read("sessionStorage", "visitor.reloaded")) return;
  write("sessionStorage", "visitor.reloaded", "1");
  window.location.reload();
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

/** Yields to the browser for painting and input. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

const router = createSiteRouter();

// Keep the skeleton of index.html until the page is ready. No top-level await: lazy chunks import this module and would
// wait forever.
void nextTask()
  .then(() => Promise.all([restoreLanguage(), router.load()]))
  .then(() => startTransition(() => createRoot(root).render(<App router={router} />)));
