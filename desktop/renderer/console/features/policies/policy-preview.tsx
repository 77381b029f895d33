import type { Language } from "../../lib/language.ts";
import { PreviewFrame } from "../texts/preview-frame.tsx";
import { usePolicyPreview } from "../texts/use-preview.ts";

interface Props {
  readonly content: string;
  readonly enContent: string;
  readonly language: Language;
}

/** A policy as a visitor of that language reads it. */
export function PolicyPreview({ content, enContent, language }: Props) {
  const { preview, isStale, ask } = usePolicyPreview(content, enContent);
  return (
    <PreviewFrame isStale={isStale} language={language} onAsk={ask} text={preview && { policy: preview }} />
  );
}
