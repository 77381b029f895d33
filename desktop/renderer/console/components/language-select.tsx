import { SegmentedControl } from "@mantine/core";
import { type Language, languageNames, languages } from "#browser/language.ts";
import { chooseLanguage, useLanguage, useTranslate } from "../lib/language.ts";

interface Props {
  /** Saves the choice; on this device by default. */
  readonly onChoose?: (language: Language) => void;
}

/** Language switch. */
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
