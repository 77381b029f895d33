import { Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "../components/links.tsx";
import { Empty, Failure } from "../components/place-holder.tsx";
import { CompareChoice } from "../features/texts/compare-choice.tsx";
import { Comparison } from "../features/texts/comparison.tsx";
import { termsQuery, versionsQuery } from "../features/texts/queries.ts";
import { languageNames, useTranslate } from "../lib/language.ts";

const route = getRouteApi("/frame/terms/$id/compare");

/** Two versions of terms, word by word, in both languages. */
export function TermsComparePage() {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const { id } = route.useParams();
  const search = route.useSearch();
  const terms = useQuery(termsQuery(Number(id))).data;
  const versions = useQuery(versionsQuery(Number(id)));
  const [newest, second = newest] = versions.data ?? [];
  const chosen = { before: search.before ?? second?.id, after: search.after ?? newest?.id };
  const before = versions.data?.find((version) => version.id === chosen.before);
  const after = versions.data?.find((version) => version.id === chosen.after);
  const nameOf = (version: number) => t("console.terms.versionNo", { version });
  const isHtml = terms?.renderHtml ?? false;

  return (
    <Stack gap="md">
      <title>{t("console.compare.page")}</title>
      <Group>
        <ButtonLink
          leftSection={<IconArrowLeft aria-hidden size={16} />}
          params={{ id }}
          size="compact-sm"
          to="/terms/$id"
          variant="subtle"
        >
          {terms?.title ?? t("console.nav.terms")}
        </ButtonLink>
      </Group>
      <div>
        <Title order={1} size="h3">
          {t("console.compare.title", { title: terms?.title ?? t("console.nav.terms") })}
        </Title>
        <Text c="dimmed" size="sm">
          {t("console.compare.hint")}
        </Text>
      </div>
      {versions.isPending && <Skeleton height={320} radius="md" />}
      {versions.isError && !versions.data && (
        <Failure again={() => void versions.refetch()} error={versions.error} />
      )}
      {versions.data && (
        <CompareChoice
          onSearch={(next) => void navigate({ search: next, replace: true })}
          search={chosen}
          texts={versions.data.map(({ id: one, version }) => ({ id: one, name: nameOf(version) }))}
        />
      )}
      {versions.data && !(before && after) && (
        <Empty title={t("console.compare.none")}>{t("console.compare.noneText")}</Empty>
      )}
      {before && after && (
        <>
          <Comparison
            after={after.body}
            afterName={nameOf(after.version)}
            before={before.body}
            beforeName={nameOf(before.version)}
            isHtml={isHtml}
            title={languageNames.ko}
          />
          <Comparison
            after={after.enBody}
            afterName={nameOf(after.version)}
            before={before.enBody}
            beforeName={nameOf(before.version)}
            isHtml={isHtml}
            title={languageNames.en}
          />
        </>
      )}
    </Stack>
  );
}
