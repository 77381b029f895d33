import "#fonts/own.css";
import "@mantine/core/styles.css";
import "react-toastify/ReactToastify.css";
import "./styles/console.css";
import "../shared/visually-hidden.css";
import "./styles/touch.css";
import { createRoot } from "react-dom/client";
import { desktopApp } from "../shared/desktop-app.ts";
import { ConsoleApp } from "./app.tsx";
import { loadRestFonts } from "./lib/appearance/fonts.ts";
import { followForcedColours } from "./lib/appearance/forced-colors.ts";
import { restoreServer } from "./lib/connectivity.ts";
import { followHandOver } from "./lib/hand-over.ts";
import { restoreLanguage } from "./lib/language.ts";
import { createConsoleRouter } from "./router.tsx";

followForcedColours();
if (!desktopApp) followHandOver();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

const router = createConsoleRouter();

async function start(container: HTMLElement): Promise<void> {
  await restoreServer();
  await restoreLanguage();
  if (desktopApp) {
    const { followApp } = await import("./lib/follow-app.ts");
    followApp(desktopApp, (target) => void router.navigate(target));
  }
  createRoot(container).render(<ConsoleApp router={router} />);
  void loadRestFonts();
}

void start(root);
