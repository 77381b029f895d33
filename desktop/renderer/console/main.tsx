import "#fonts/own.css";
import "./styles/mantine.css";
import "react-toastify/ReactToastify.css";
import "./styles/console.css";
import "../shared/visually-hidden.css";
import "./styles/touch.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { desktopApp } from "../shared/desktop-app.ts";
import { ThemeProvider } from "./components/theme-provider.tsx";
import { Toasts } from "./components/toasts.tsx";
import { restoreServer } from "./lib/connectivity.ts";
import { loadRestFonts } from "./lib/fonts.ts";
import { restoreLanguage } from "./lib/language.ts";
import { whenIdle } from "./lib/load-ahead.ts";
import { queryClient } from "./lib/query-client.ts";
import { followLinks } from "./lib/visit-links.ts";
import { router } from "./router.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

await restoreServer();
await restoreLanguage();
if (desktopApp) {
  const { answerTyped } = await import("./lib/answer-typed.ts");
  answerTyped(desktopApp);
  followLinks(desktopApp, (search) => void router.navigate({ to: "/visits", search }));
}

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <RouterProvider router={router} />
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>,
);
whenIdle(() => void loadRestFonts());
