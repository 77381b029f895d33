import { Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pageSizes } from "#contract/lists.ts";
import { ButtonLink } from "../components/links.tsx";
import { Empty, Failure } from "../components/place-holder.tsx";
import { CompareChoice } from "../features/texts/compare-choice.tsx";
import { Comparison } from "../features/texts/comparison.tsx";
import { policyListQuery, policyQuery } from "../features/texts/queries.ts";
import { languageNames, useTranslate } from "../lib/language.ts";

const route = getRouteApi("/frame/policies/compare");

/** Two policies, word by word, in both languages. */
export function PoliciesComparePage() {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const list = useQuery(policyListQuery({ size: pageSizes.most, sort: "-createdAt" }));
  const [newest, second = newest] = list.data?.rows ?? [];
  const chosen = { before: search.before ?? second?.id, after: search.after ?? newest?.id };
  const before = useQuery({ ...policyQuery(chosen.before ?? 0), enabled: chosen.before !== undefined });
  const after = useQuery({ ...policyQuery(chosen.after ?? 0), enabled: chosen.after !== undefined });
  const failed = [list, before, after].find(({ isError, data }) => isError && !data);

  return (
    <Stack gap="md">
      <title>{t("console.compare.page")}</title>
      <Group>
        <ButtonLink
          leftSection={<IconArrowLeft aria-hidden size={16} />}
          size="compact-sm"
          to="/policies"
          variant="subtle"
        >
          {t("console.nav.policies")}
        </ButtonLink>
      </Group>
      <div>
        <Title order={1} size="h3">
          {t("console.compare.title", { title: t("console.nav.policies") })}
        </Title>
        <Text c="dimmed" size="sm">
          {t("console.compare.hint")}
        </Text>
      </div>
      {list.data && (
        <CompareChoice
          onSearch={(next) => void navigate({ search: next, replace: true })}
          search={chosen}
          texts={list.data.rows.map(({ id, title, updatedAt }) => ({ id, name: `${title} (${updatedAt})` }))}
        />
      )}
      {failed && <Failure again={() => void failed.refetch()} error={failed.error} />}
      {list.data?.rows.length === 0 && (
        <Empty title={t("console.compare.none")}>{t("console.compare.noneText")}</Empty>
      )}
      {!failed && chosen.before !== undefined && !(before.data && after.data) && (
        <Skeleton height={320} radius="md" />
      )}
      {before.data && after.data && (
        <>
          <Comparison
            after={after.data.content}
            afterName={after.data.title}
            before={before.data.content}
            beforeName={before.data.title}
            isHtml
            title={languageNames.ko}
          />
          <Comparison
            after={after.data.enContent}
            afterName={after.data.title}
            before={before.data.enContent}
            beforeName={before.data.title}
            isHtml
            title={languageNames.en}
          />
        </>
      )}
    </Stack>
  );
}
