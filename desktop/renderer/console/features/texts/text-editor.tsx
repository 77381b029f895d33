import { SegmentedControl, Stack, Text, Textarea, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { type Language, languageNames, languages } from "#browser/language.ts";
import { useTranslate } from "../../lib/language.ts";
import { RichField, type TextFieldProps } from "./rich-field.tsx";
import styles from "./texts.module.css";

interface Props {
  readonly isRich: boolean;
  readonly hint?: string | undefined;
  /** The texts by language; the Korean one is required. */
  readonly fields: Readonly<Record<Language, Pick<TextFieldProps, "path" | "value" | "onChange" | "error">>>;
  readonly preview: (language: Language) => ReactNode;
}

/** Editor of a text in both languages, next to its preview. */
export function TextEditor({ isRich, hint, fields, preview }: Props) {
  const t = useTranslate();
  const [language, setLanguage] = useState<Language>("ko");
  const invalidLanguage = languages.find((lang) => fields[lang].error);

  // show the language that has an error
  useEffect(() => {
    if (invalidLanguage) setLanguage(invalidLanguage);
  }, [invalidLanguage]);

  return (
    <div className={styles.workspace}>
      <Stack gap="xs">
        {/* keeps the heading levels of the text below the page's */}
        <VisuallyHidden component="h2">
          {t("console.texts.bodyIn", { language: languageNames[language] })}
        </VisuallyHidden>
        <SegmentedControl
          aria-label={t("console.texts.language")}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(value) => setLanguage(value)}
          value={language}
        />
        {language === "en" && fields.en.value === "" && (
          <Text c="dimmed" size="sm">
            {t("console.texts.englishMissing")}
          </Text>
        )}
        {languages.map((lang) => (
          <div hidden={lang !== language} key={lang}>
            <RichOrPlainField
              {...fields[lang]}
              hint={hint}
              isRich={isRich}
              label={t("console.texts.bodyIn", { language: languageNames[lang] })}
            />
          </div>
        ))}
      </Stack>
      <div className={styles.preview}>{preview(language)}</div>
    </div>
  );
}

interface RichOrPlainFieldProps extends TextFieldProps {
  readonly isRich: boolean;
  /** How plain text is displayed. */
  readonly hint?: string | undefined;
}

function RichOrPlainField({ isRich, hint, path, label, value, onChange, error }: RichOrPlainFieldProps) {
  if (isRich) {
    return <RichField error={error} label={label} onChange={onChange} path={path} value={value} />;
  }
  return (
    <Textarea
      data-path={path}
      description={hint}
      error={error}
      label={label}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={!path.startsWith("en")}
      rows={20}
      value={value}
    />
  );
}
