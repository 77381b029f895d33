import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Language, languageNames, languages } from "#browser/language.ts";
import type { Policy } from "#contract/texts/privacy-policies.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { BackLink } from "../../components/links.tsx";
import { PolicyPeriods, PolicyStatus } from "../../features/policies/columns.tsx";
import { PolicyActions } from "../../features/policies/policy-actions.tsx";
import { PolicyForm, PolicyPreview } from "../../features/policies/policy-form.tsx";
import { policyQuery, templatesQuery } from "../../features/texts/queries.ts";
import { CallError } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { persistentKey, useDrafts } from "../../stores/drafts.ts";

const route = getRouteApi("/shell/policies/$id");

const emptyPolicy = { title: "", content: "", enContent: "" };

/** A policy: editable until it is first in force, read-only afterwards. */
export function PolicyPage() {
  const t = useTranslate();
  const { id } = route.useParams();
  const { from } = route.useSearch();
  const isNew = id === "new";
  const isFromTemplate = from?.startsWith("template") === true;
  // the policy to show, or the one that a new policy copies
  const policyId = isNew ? Number(from) : Number(id);
  const policy = useQuery({ ...policyQuery(policyId), enabled: policyId > 0 });
  const templates = useQuery({ ...templatesQuery, enabled: isFromTemplate });
  const source = isFromTemplate ? templates : policy;
  const needsSource = !isNew || from !== undefined;
  const isGone = source.error instanceof CallError && source.error.status === 404;
  const start = isFromTemplate
    ? templates.data?.policies[Number(from?.slice("template-".length))]
    : policy.data;

  return (
    <Stack gap="md">
      <title>{t("console.policies.page")}</title>
      <BackLink to="/policies">{t("console.nav.policies")}</BackLink>
      {!isNew && policy.data ? (
        <PolicyDetails key={id} policy={policy.data} />
      ) : (
        <Title order={1} size="h3">
          {t(isNew ? "console.policies.addTitle" : "console.nav.policies")}
        </Title>
      )}
      {isNew && (!needsSource || source.data) && <PolicyForm start={start ?? emptyPolicy} />}
      {needsSource && !source.data && !source.isError && <Skeleton height={480} radius="md" />}
      {needsSource && !source.data && isGone && (
        <EmptyState title={t("console.policies.gone")}>{t("console.policies.goneText")}</EmptyState>
      )}
      {needsSource && !source.data && source.isError && !isGone && (
        <ErrorState onRetry={() => void source.refetch()} error={source.error} />
      )}
    </Stack>
  );
}

function PolicyDetails({ policy }: { readonly policy: Policy }) {
  const t = useTranslate();
  const key = persistentKey(`policy-${policy.id}`);
  const isUnsaved = useDrafts(({ values }) => key in values);
  const [language, setLanguage] = useState<Language>("ko");
  return (
    <>
      <Group gap="sm">
        <Title order={1} size="h3">
          {policy.title}
        </Title>
        <PolicyStatus policy={policy} />
      </Group>
      <PolicyActions isUnsaved={isUnsaved} policy={policy} />
      {policy.editable ? (
        <PolicyForm policy={policy} start={policy} />
      ) : (
        <Stack gap="md" maw={960}>
          <Text c="dimmed" size="sm">
            {t("console.policies.keptHint", { at: policy.appliedAt ?? "" })}
          </Text>
          <div>
            <Title order={2} size="h6">
              {t("console.policies.periods")}
            </Title>
            <PolicyPeriods periods={policy.periods} />
          </div>
          <SegmentedControl
            aria-label={t("console.texts.language")}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(value) => setLanguage(value)}
            value={language}
            w="fit-content"
          />
          <PolicyPreview content={policy.content} enContent={policy.enContent} language={language} />
        </Stack>
      )}
    </>
  );
}
