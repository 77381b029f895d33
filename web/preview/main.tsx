/**
 * A text as a visitor would read it, shown to whoever writes it in the console: the site's own components, in a frame
 * that keeps nothing and reaches nobody (api/http/pages/site.ts).
 */
import "#fonts/own.css";
import "../styles/tokens.css";
import "../styles/base.css";
import { createRoot } from "react-dom/client";
import { loadMoreTexts } from "../lib/language.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

// Fetched beside the texts, and no part of what home loads.
void Promise.all([import("./preview.tsx"), loadMoreTexts()]).then(([{ Preview }]) =>
  createRoot(root).render(<Preview />),
);
