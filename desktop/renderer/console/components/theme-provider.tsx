import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { defaultBrand, shadesOf } from "../lib/appearance/brand.ts";
import { styleNonce } from "../lib/appearance/style-nonce.ts";
import { colourSchemeManager } from "../lib/preferences.ts";
import { siteQuery } from "../lib/site.ts";

// The drawers' scroll lock creates a style sheet and reads its nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** Applies the theme with the site's brand colour. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const brand = useQuery(siteQuery).data?.brandColor ?? defaultBrand;
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

const font =
  '"Pretendard Own", "Pretendard Variable", "Pretendard Fallback Noto", "Pretendard Fallback Apple", "Pretendard Fallback Malgun", -apple-system, BlinkMacSystemFont, "Malgun Gothic", "Noto Sans CJK KR", system-ui, sans-serif';

/** From text to page background, tinted like our neutrals. */
const dark: MantineColorsTuple = [
  "#e8ebf1",
  "#c4ccda",
  "#aab3c3",
  "#8b95a7",
  "#3c4557",
  "#2a3140",
  "#1f2531",
  "#181d27",
  "#12161e",
  "#0f131a",
];

/**
 * Mantine's red, but with filled shades (8 in light, 5 in dark mode, and their hover shades) that white text is
 * readable on.
 */
const red: MantineColorsTuple = [
  "#fff5f5",
  "#ffe3e3",
  "#ffc9c9",
  "#ffa8a8",
  "#ff8787",
  "#c92a2a",
  "#b3261e",
  "#b3261e",
  "#c92a2a",
  "#b3261e",
];

/** Dialog headers must not be banner landmarks. */
const presentationalHeader = { attributes: { header: { role: "presentation" } } };

/** Theme of the Mantine components; design tokens are in styles/console.css. @param brand `#rrggbb` */
const themeOf = (brand: string) =>
  createTheme({
    black: "#161b26",
    colors: { brand: shadesOf(brand), dark, red },
    components: {
      // by name: these components are loaded lazily
      Badge: { defaultProps: { tt: "none" } },
      Drawer: { defaultProps: presentationalHeader },
      Modal: { defaultProps: presentationalHeader },
    },
    primaryColor: "brand",
    primaryShade: { light: 8, dark: 5 },
    fontFamily: font,
    headings: { fontFamily: font, fontWeight: "700" },
    defaultRadius: "md",
    radius: { md: "8px", lg: "12px" },
    // in rem, to follow the browser's text size
    fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
    cursorType: "pointer",
    respectReducedMotion: true,
    autoContrast: true,
    // luminance at which black and white have equal contrast
    luminanceThreshold: 0.179,
  });

/** Mantine's dimmed greys and reds lack contrast for small text. */
const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5a6271",
    "--mantine-color-placeholder": "#6b7484",
    "--mantine-color-error": "#b3261e",
    "--mantine-color-default-border": "#cbd2dc",
  },
  dark: {
    "--mantine-color-dimmed": "#aab3c3",
    "--mantine-color-placeholder": "#8b95a7",
    "--mantine-color-error": "#ff9d96",
    "--mantine-color-anchor": "var(--mantine-color-brand-3)",
  },
});
