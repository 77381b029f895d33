import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Terms, TermsVersion } from "#contract/managed-terms.ts";
import { ButtonLink } from "../../components/links.tsx";
import { type Language, languageNames, languages, useTranslate } from "../../lib/language.ts";
import { TermsPreview } from "./terms-preview.tsx";

interface Props {
  readonly terms: Terms;
  readonly version: TermsVersion;
}

/** A deployed version: it never changes, and its text can be the beginning of the next one. */
export function VersionReader({ terms, version }: Props) {
  const t = useTranslate();
  const [language, setLanguage] = useState<Language>("ko");
  return (
    <Stack gap="md" maw={960}>
      <Text c="dimmed" size="sm">
        {t("console.terms.deployedHint", { at: version.deployedAt ?? "" })}
      </Text>
      <Group>
        <ButtonLink
          params={{ id: String(terms.id), version: "new" }}
          search={{ from: String(version.id) }}
          to="/terms/$id/versions/$version"
          variant="default"
        >
          {t("console.terms.newFromThis")}
        </ButtonLink>
        <SegmentedControl
          aria-label={t("console.texts.language")}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(value) => setLanguage(value as Language)}
          value={language}
        />
      </Group>
      <TermsPreview body={version.body} enBody={version.enBody} language={language} terms={terms} />
    </Stack>
  );
}
