import { SegmentedControl, Stack, Text, Textarea, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { type Language, languageNames, languages } from "#browser/language.ts";
import { useTranslate } from "../../lib/language.ts";
import { RichField, type TextFieldProps } from "./rich-field.tsx";
import styles from "./texts.module.css";

interface Props {
  readonly isRich: boolean;
  readonly hint?: string | undefined;
  /** The two texts; the Korean one must not be empty. */
  readonly fields: Readonly<Record<Language, Pick<TextFieldProps, "path" | "value" | "onChange" | "error">>>;
  readonly preview: (language: Language) => ReactNode;
}

/** A text in both languages, and beside it what visitors read. */
export function Workspace({ isRich, hint, fields, preview }: Props) {
  const t = useTranslate();
  const [language, setLanguage] = useState<Language>("ko");
  const wrong = languages.find((one) => fields[one].error);

  // what is wrong in the other language is brought to light
  useEffect(() => {
    if (wrong) setLanguage(wrong);
  }, [wrong]);

  return (
    <div className={styles.workspace}>
      <Stack gap="xs">
        {/* the text's own headings begin below the page's parts, as they do for a visitor */}
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
        {languages.map((one) => (
          <div hidden={one !== language} key={one}>
            <TextField
              {...fields[one]}
              hint={hint}
              isRich={isRich}
              label={t("console.texts.bodyIn", { language: languageNames[one] })}
            />
          </div>
        ))}
      </Stack>
      <div className={styles.preview}>{preview(language)}</div>
    </div>
  );
}

interface SwitchingFieldProps extends TextFieldProps {
  readonly isRich: boolean;
  /** How plain text is read. */
  readonly hint?: string | undefined;
}

/** A text in one language, with formatting or plain. */
function TextField({ isRich, hint, path, label, value, onChange, error }: SwitchingFieldProps) {
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
