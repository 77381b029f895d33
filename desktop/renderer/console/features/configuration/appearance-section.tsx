import { ColorInput, Text, TextInput } from "@mantine/core";
import { contrast, isHexColour } from "#browser/contrast.ts";
import { Section } from "../../components/section.tsx";
import { defaultBrand } from "../../lib/appearance/brand.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { HomePageSample, SettingsWithSample } from "./samples.tsx";
import type { ConfigurationValues } from "./values.ts";

/** WCAG AA contrast for text, and for non-text elements. */
const minTextContrast = 4.5;
const minNonTextContrast = 3;

/** Contrast problem of a colour on white, if any. */
function contrastProblem(colour: string): "pale" | "bright" | undefined {
  if (!isHexColour(colour)) return undefined;
  const ratio = contrast(colour, "#ffffff");
  if (ratio < minNonTextContrast) return "pale";
  return ratio < minTextContrast ? "bright" : undefined;
}

/** Company names, home page and brand colour. */
export function AppearanceSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  const { brandColor } = form.values;
  const problem = contrastProblem(brandColor);
  return (
    <Section
      hint={t("console.configuration.lookHint")}
      id="configuration-look"
      title={t("console.configuration.look")}
    >
      <SettingsWithSample sample={<HomePageSample values={form.values} />}>
        <TextInput
          autoComplete="off"
          description={t("console.configuration.companyHint")}
          label={t("console.configuration.companyKo")}
          {...form.getInputProps("customerCompany.ko")}
        />
        <TextInput
          autoComplete="off"
          description={t("console.configuration.companyEnHint")}
          label={t("console.configuration.companyEn")}
          {...form.getInputProps("customerCompany.en")}
        />
        <TextInput
          autoComplete="off"
          description={t("console.configuration.homepageHint")}
          inputMode="url"
          label={t("console.configuration.homepage")}
          {...form.getInputProps("homepage")}
        />
        <div>
          <ColorInput
            autoComplete="off"
            description={t("console.configuration.colourHint")}
            eyeDropperButtonProps={{ "aria-label": t("console.configuration.pick") }}
            format="hex"
            label={t("console.configuration.colour")}
            popoverProps={{ withinPortal: false }}
            swatches={[defaultBrand, "#0b5d4e", "#7a1f2b", "#4a2c82", "#b4500a", "#22303f"]}
            {...form.getInputProps("brandColor")}
          />
          <Text c="var(--status-entered)" mt={4} role="status" size="sm">
            {problem && t(`console.configuration.${problem}`)}
          </Text>
        </div>
      </SettingsWithSample>
    </Section>
  );
}
