import { MantineProvider } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { usualBrand } from "../lib/brand.ts";
import { colourSchemeManager } from "../lib/colours.ts";
import { siteQuery } from "../lib/site.ts";
import { styleNonce } from "../lib/style-nonce.ts";
import { themeOf, variables } from "../theme.ts";

// The scroll lock below drawers makes a style sheet of its own, and looks for the number under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** Our theme in the site's colour, on every screen. */
export function Looks({ children }: { readonly children: ReactNode }) {
  const brand = useQuery(siteQuery).data?.brandColor ?? usualBrand;
  const theme = useMemo(() => themeOf(brand), [brand]);
  return (
    <MantineProvider
      colorSchemeManager={colourSchemeManager}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
      theme={theme}
    >
      {children}
    </MantineProvider>
  );
}
