import { SimpleGrid } from "@mantine/core";
import type { SiteConfiguration } from "#contract/configuration.ts";
import { Section } from "../../components/section.tsx";
import { languages, useTranslate } from "../../lib/language.ts";
import { LogoField } from "./logo-field.tsx";

interface Props {
  readonly logos: SiteConfiguration["logos"];
  readonly mayChange: boolean;
}

/** The logo of the home page in each language. What is put here counts at once. */
export function LogoSection({ logos, mayChange }: Props) {
  const t = useTranslate();
  return (
    <Section
      {...(mayChange && { hint: t("console.configuration.logoHint") })}
      title={t("console.configuration.logo")}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {languages.map((lang) => (
          <LogoField isOwn={logos[lang]} key={lang} lang={lang} mayChange={mayChange} />
        ))}
      </SimpleGrid>
    </Section>
  );
}
