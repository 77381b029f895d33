/**
 * Preview of a text for its editor in the console: the site's own components in an isolated frame
 * (api/http/pages/site.ts).
 */
import "#fonts/own.css";
import "../styles/tokens.css";
import "../styles/base.css";
import { createRoot } from "react-dom/client";
import { loadMoreTexts } from "../lib/language.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

// Loaded in parallel with the texts, and not part of the home page.
void Promise.all([import("./preview.tsx"), loadMoreTexts()]).then(([{ Preview }]) =>
  createRoot(root).render(<Preview />),
);
