import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { ThemeProvider } from "./components/theme-provider.tsx";
import { Toasts } from "./components/toasts.tsx";
import { queryClient } from "./lib/query-client.ts";
import type { ConsoleRouter } from "./router.tsx";

/** Root component of the console, also rendered by component tests. */
export const ConsoleApp = ({ router }: { readonly router: ConsoleRouter }) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <RouterProvider router={router} />
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>
);
