import { useTranslate } from "../../lib/language.ts";
import { useBadgeSetup } from "./use-printing.ts";

/** The paper that badges are printed on, in words; "" until it is known. */
export function usePaperName(): string {
  const t = useTranslate();
  const { setup } = useBadgeSetup();
  if (!setup) return "";
  const { paper, width, height } = setup;
  return paper === "custom"
    ? t("console.badge.measures", { width, height })
    : t(`console.badge.papers.${paper}`);
}
