import { Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Terms } from "#contract/texts/managed-terms.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { BackLink } from "../../components/links.tsx";
import { Section } from "../../components/section.tsx";
import { TermsStatus } from "../../features/terms/labels.tsx";
import { RemoveTerms, useRemoveTerms } from "../../features/terms/row-actions.tsx";
import { EditTerms, TermsFacts } from "../../features/terms/terms-details.tsx";
import { NewVersion, VersionList } from "../../features/terms/version-list.tsx";
import { termsQuery, versionsQuery } from "../../features/texts/queries.ts";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/terms/$id");

/** One of the terms: settings and versions. */
export function TermsItemPage() {
  const t = useTranslate();
  const id = Number(route.useParams().id);
  const terms = useQuery(termsQuery(id));
  return (
    <Stack gap="md" maw={960}>
      <title>{t("console.terms.page")}</title>
      <BackLink to="/terms">{t("console.nav.terms")}</BackLink>
      {terms.data ? (
        <TermsDetails terms={terms.data} />
      ) : (
        <>
          <Title order={1} size="h3">
            {t("console.nav.terms")}
          </Title>
          {terms.isPending && <Skeleton height={320} radius="md" />}
          {terms.isLoadingError && <ErrorState onRetry={() => void terms.refetch()} error={terms.error} />}
          {terms.data === null && (
            <EmptyState title={t("console.terms.gone")}>{t("console.terms.goneText")}</EmptyState>
          )}
        </>
      )}
    </Stack>
  );
}

function TermsDetails({ terms }: { readonly terms: Terms }) {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const { edit } = route.useSearch();
  const remove = useRemoveTerms(terms);

  // not fetched while being deleted
  const versions = useQuery({ ...versionsQuery(terms.id), enabled: remove.isIdle || remove.isError });

  return (
    <>
      <Group gap="sm">
        <Title order={1} size="h3">
          {terms.title}
        </Title>
        <TermsStatus terms={terms} />
      </Group>
      <Section title={t("console.terms.settings")}>
        <TermsFacts terms={terms} />
        <Group align="flex-start">
          <Button onClick={() => void navigate({ search: { edit: true } })} variant="default">
            {t("console.terms.change")}
          </Button>
          <RemoveTerms
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: "/terms" }) })}
            terms={terms}
          />
        </Group>
      </Section>
      <Section hint={t("console.terms.versionsHint")} title={t("console.terms.versions")}>
        {versions.isPending && <Skeleton height={160} radius="md" />}
        {versions.isError && !versions.data && (
          <ErrorState onRetry={() => void versions.refetch()} error={versions.error} />
        )}
        {versions.data && (
          <>
            <NewVersion terms={terms} versions={versions.data} />
            {versions.data.length === 0 ? (
              <EmptyState title={t("console.terms.noVersion")}>{t("console.terms.noVersionText")}</EmptyState>
            ) : (
              <VersionList terms={terms} versions={versions.data} />
            )}
          </>
        )}
      </Section>
      <EditTerms isOpen={edit === true} onClose={() => void navigate({ search: {} })} terms={terms} />
    </>
  );
}
