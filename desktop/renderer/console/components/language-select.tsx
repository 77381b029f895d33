import { SegmentedControl } from "@mantine/core";
import { type Language, languageNames, languages } from "#browser/language.ts";
import { chooseLanguage, useLanguage, useTranslate } from "../lib/language.ts";

interface Props {
  /** Who keeps the choice; the device where nothing is said. */
  readonly onChoose?: (language: Language) => void;
}

/** Korean or English, each by its own name. */
export function LanguageSelect({ onChoose = chooseLanguage }: Props) {
  const t = useTranslate();
  return (
    <SegmentedControl
      aria-label={t("console.shell.language")}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={onChoose}
      size="xs"
      value={useLanguage()}
    />
  );
}
