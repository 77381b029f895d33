/** The console's looks: Mantine's components in our type, colours and measures (design tokens in styles/console.css). */
import { createTheme, type MantineColorsTuple } from "@mantine/core";

const brand: MantineColorsTuple = [
  "#eef3fc",
  "#dbe5f7",
  "#b4c8ec",
  "#8aa9e1",
  "#678fd8",
  "#4f7dd1",
  "#3f70c6",
  "#2b5ab0",
  "#1d3f8f",
  "#163277",
];

const font =
  '"Pretendard Variable", -apple-system, BlinkMacSystemFont, "Malgun Gothic", "Noto Sans CJK KR", system-ui, sans-serif';

export const theme = createTheme({
  colors: { brand },
  primaryColor: "brand",
  primaryShade: { light: 8, dark: 5 },
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: "700" },
  defaultRadius: "md",
  radius: { md: "8px", lg: "12px" },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  autoContrast: true,
});
