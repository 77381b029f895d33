import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { ScrollText } from "../../components/layout/scroll-text.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";

interface PolicyTextProps {
  readonly policy: Pick<AppliedPolicy, "content" | "enContent">;
}

/** A privacy policy in the current language; in Korean if English is missing. */
export function PolicyText({ policy: { content, enContent } }: PolicyTextProps) {
  const t = useTranslate();
  const text = (useLanguage() === "en" && enContent) || content;
  return <ScrollText height="full" html text={text} title={t("visitor.privacy.page")} />;
}
