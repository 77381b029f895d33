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

// After an update the files of the open page are gone: one reload fetches the new ones, once.
window.addEventListener("vite:preloadError", () => {
  if (!navigator.onLine || read("sessionStorage", "visitor.reloaded")) return;
  write("sessionStorage", "visitor.reloaded", "1");
  window.location.reload();
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

/** Lets the browser paint and answer before the next piece of work. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

const router = createSiteRouter();

// The shape of the page in index.html stays until there is something to show in its place. No top-level
// await: the pages' files import this one, and waiting for them here would wait for ever.
void breath()
  .then(() => Promise.all([restoreLanguage(), router.load()]))
  .then(() => startTransition(() => createRoot(root).render(<App router={router} />)));
