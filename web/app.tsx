import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { queryClient } from "./lib/queries.ts";
import type { SiteRouter } from "./router.tsx";

/** Root component of the site, also rendered by component tests. */
export function App({ router }: { readonly router: SiteRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
