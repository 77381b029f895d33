import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Language, languageNames, languages } from "#browser/language.ts";
import type { Terms, TermsVersion } from "#contract/texts/managed-terms.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { BackLink, ButtonLink } from "../../components/links.tsx";
import { DraftActions } from "../../features/terms/draft-actions.tsx";
import { VersionStatus } from "../../features/terms/labels.tsx";
import { TermsPreview, VersionForm } from "../../features/terms/version-form.tsx";
import { templatesQuery, termsQuery, versionsQuery } from "../../features/texts/queries.ts";
import { useTranslate } from "../../lib/language.ts";
import { persistentKey, useDrafts } from "../../stores/drafts.ts";

const route = getRouteApi("/shell/terms/$id/versions/$version");

/** A version of terms: editable as a draft, read-only after deployment. */
export function TermsVersionPage() {
  const t = useTranslate();
  const { id, version } = route.useParams();
  const { from } = route.useSearch();
  const terms = useQuery(termsQuery(Number(id)));
  const versions = useQuery(versionsQuery(Number(id)));
  const templates = useQuery({ ...templatesQuery, enabled: from?.startsWith("template") === true });
  const queries = [terms, versions, templates];
  const failed = queries.find(({ isError, data }) => isError && data === undefined);
  const isReady = terms.data && versions.data && (templates.data || !from?.startsWith("template"));
  const found = versions.data?.find((other) => String(other.id) === version);
  const isMissing = terms.data === null || (versions.data && !found && version !== "new");
  const templateOf = (name: string) => templates.data?.terms[Number(name.slice("template-".length))];
  const start = from?.startsWith("template")
    ? templateOf(from)
    : versions.data?.find((other) => String(other.id) === from);

  return (
    <Stack gap="md">
      <title>{t("console.terms.page")}</title>
      <BackLink params={{ id }} to="/terms/$id">
        {terms.data?.title ?? t("console.nav.terms")}
      </BackLink>
      {isReady && !isMissing && terms.data ? (
        <VersionDetails
          key={version}
          start={start ?? { body: "", enBody: "" }}
          terms={terms.data}
          version={found}
        />
      ) : (
        <>
          <Title order={1} size="h3">
            {t("console.terms.version")}
          </Title>
          {failed && <ErrorState onRetry={() => void failed.refetch()} error={failed.error} />}
          {isMissing && (
            <EmptyState title={t("console.terms.gone")}>{t("console.terms.goneText")}</EmptyState>
          )}
          {!failed && !isMissing && <Skeleton height={480} radius="md" />}
        </>
      )}
    </Stack>
  );
}

interface VersionProps {
  readonly terms: Terms;
  readonly version: TermsVersion | undefined;
  readonly start: { readonly body: string; readonly enBody: string };
}

function VersionDetails({ terms, version, start }: VersionProps) {
  const t = useTranslate();
  const key = persistentKey(`terms-${terms.id}-${version?.id}`);
  const isUnsaved = useDrafts(({ values }) => key in values);
  const isDraft = version?.deployedAt === null;
  return (
    <>
      <Group gap="sm">
        <Title order={1} size="h3">
          {version
            ? t("console.terms.versionOf", { title: terms.title, version: version.version })
            : t("console.terms.newVersionOf", { title: terms.title })}
        </Title>
        {version && <VersionStatus terms={terms} version={version} />}
      </Group>
      {version && isDraft && <DraftActions isUnsaved={isUnsaved} terms={terms} version={version} />}
      {version && !isDraft ? (
        <DeployedVersion terms={terms} version={version} />
      ) : (
        <VersionForm start={version ?? start} terms={terms} {...(version && { version })} />
      )}
    </>
  );
}

interface Props {
  readonly terms: Terms;
  readonly version: TermsVersion;
}

/** A deployed version: immutable; a new version can start from its text. */
function DeployedVersion({ terms, version }: Props) {
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
          onChange={(value) => setLanguage(value)}
          value={language}
        />
      </Group>
      <TermsPreview body={version.body} enBody={version.enBody} language={language} terms={terms} />
    </Stack>
  );
}
