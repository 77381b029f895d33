import "@mantine/core/styles.css";
import "react-toastify/ReactToastify.css";
import "./styles/console.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Toasts } from "./components/toasts.tsx";
import { currentLanguage } from "./lib/language.ts";
import { queryClient } from "./lib/query-client.ts";
import { router } from "./router.tsx";
import { theme } from "./theme.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

/** What the server lets style sheets carry that are made here; the browser hides it from everything but scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

document.documentElement.lang = currentLanguage();

createRoot(root).render(
  <StrictMode>
    <MantineProvider defaultColorScheme="auto" getStyleNonce={() => nonce} theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
