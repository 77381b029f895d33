import { SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { type Language, languages } from "#browser/language.ts";
import type { SiteConfiguration } from "#contract/site/configuration.ts";
import { maxLogoBytes, maxLogoSide, putLogo, removeLogo } from "#contract/site/logos.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { FileDrop } from "../../components/file-drop.tsx";
import { Section } from "../../components/section.tsx";
import { CallError, call } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { formatBytes } from "../../lib/format.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import styles from "./configuration.module.css";
import { logoQuery } from "./queries.ts";

interface LogoSectionProps {
  readonly logos: SiteConfiguration["logos"];
  readonly mayChange: boolean;
}

/** The home page logo per language; an upload is effective immediately. */
export function LogoSection({ logos, mayChange }: LogoSectionProps) {
  const t = useTranslate();
  return (
    <Section
      id="configuration-logo"
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

const accept = { "image/png": [".png"], "image/jpeg": [".jpg", ".jpeg"], "image/webp": [".webp"] };

interface LogoFieldProps {
  readonly lang: Language;
  /** Whether the language has its own logo; else another language's logo is shown. */
  readonly isOwn: boolean;
  readonly mayChange: boolean;
}

function LogoField({ lang, isOwn, mayChange }: LogoFieldProps) {
  const t = useTranslate();
  const logo = useQuery(logoQuery(lang));
  const name = t(`console.configuration.lang_${lang}`);
  const params = { lang };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["configuration"] });
  const put = useMutation({
    mutationFn: (file: Blob) => call(putLogo, { params }, { file }),
    onSuccess: () => toast.success(t("console.configuration.logoPut", { name }), { toastId: `logo-${lang}` }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => call(removeLogo, { params }),
    onSuccess: () =>
      toast.success(t("console.configuration.logoRemoved", { name }), { toastId: `no-logo-${lang}` }),
    onSettled: refresh,
  });
  const refusal = put.error instanceof CallError && Object.values(put.error.fields ?? {}).join(" ");

  return (
    <Stack component="section" gap="sm">
      <Title order={3} size="h5">
        {name}
      </Title>
      <div className={styles.logoPreview}>
        {logo.isPending && <Skeleton height={48} width={160} />}
        {logo.isError && !logo.data && <Text size="sm">{failureText(logo.error)}</Text>}
        {logo.data && (
          <img alt={t("console.configuration.logoOf", { name })} className={styles.logo} src={logo.data} />
        )}
      </div>
      <Text c="dimmed" size="sm">
        {t(isOwn ? "console.configuration.logoOwn" : `console.configuration.logoNone_${lang}`)}
      </Text>
      {mayChange && (
        <>
          <FileDrop
            accept={accept}
            hint={t("console.configuration.logoRules", {
              most: formatBytes(maxLogoBytes),
              side: maxLogoSide.toLocaleString(),
            })}
            isBusy={put.isPending}
            label={t("console.configuration.logoDrop", { name })}
            maxSize={maxLogoBytes}
            onFiles={([file]) => file && put.mutate(file)}
          />
          {refusal && (
            <Text c="var(--mantine-color-error)" role="alert" size="sm">
              {refusal}
            </Text>
          )}
          {isOwn && (
            <ConfirmButton
              isBusy={remove.isPending}
              label={t("console.configuration.logoRemove", { name })}
              onConfirm={() => remove.mutate()}
              question={t(`console.configuration.logoRemoveAsk_${lang}`)}
              size="compact-sm"
            />
          )}
        </>
      )}
    </Stack>
  );
}
