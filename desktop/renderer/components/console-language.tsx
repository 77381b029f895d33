import { SegmentedControl } from "@mantine/core";
import { chooseLanguage, languageNames, languages, useLanguage, useTranslate } from "../lib/language.ts";

/** Korean or English, each by its own name. */
export function LanguageSelect() {
  const t = useTranslate();
  return (
    <SegmentedControl
      aria-label={t("console.frame.language")}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={chooseLanguage}
      size="xs"
      value={useLanguage()}
    />
  );
}
