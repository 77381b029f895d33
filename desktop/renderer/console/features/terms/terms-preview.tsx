import type { Terms } from "#contract/managed-terms.ts";
import { type Language, useTranslate } from "../../lib/language.ts";
import { PreviewFrame } from "../texts/preview-frame.tsx";
import { useTermsPreview } from "../texts/use-preview.ts";
import { isListedType } from "./kinds.ts";

interface Props {
  readonly terms: Terms;
  readonly body: string;
  readonly enBody: string;
  readonly language: Language;
}

/** Terms as a visitor of that language reads them. */
export function TermsPreview({ terms, body, enBody, language }: Props) {
  const t = useTranslate();
  const { preview, isStale, ask } = useTermsPreview(terms.id, body, enBody);
  const isPolicyInstead = language === "en" && isListedType(terms.contentType);
  return (
    <PreviewFrame
      isStale={isStale}
      language={language}
      onAsk={ask}
      note={isPolicyInstead ? t("console.terms.policyInstead") : undefined}
      text={preview && { terms: preview[language] }}
    />
  );
}
