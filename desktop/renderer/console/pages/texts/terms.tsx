import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { sortTerms, type Terms } from "#contract/texts/managed-terms.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/links.tsx";
import { SortableList } from "../../components/sortable-list.tsx";
import { AddTerms } from "../../features/terms/add-terms.tsx";
import { kindOf, TermsStatus } from "../../features/terms/labels.tsx";
import { TermsRowActions } from "../../features/terms/row-actions.tsx";
import styles from "../../features/terms/terms.module.css";
import { termsListQuery } from "../../features/texts/queries.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

const route = getRouteApi("/shell/terms");

/** Terms that visitors read and agree to, in display order. */
export function TermsPage() {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const { add } = route.useSearch();
  const answer = useQuery(termsListQuery);
  const rows = answer.data?.rows ?? [];
  const sort = useMutation({
    mutationFn: (ids: readonly number[]) =>
      call(sortTerms, { body: { dispOrders: ids.map((id, index) => ({ id, dispOrder: index + 1 })) } }),
    onMutate: (ids) => {
      // optimistic update; the server's order follows
      queryClient.setQueryData(
        termsListQuery.queryKey,
        (page) =>
          page && {
            ...page,
            rows: ids.flatMap((id) => page.rows.find((terms) => terms.id === id) ?? []),
          },
      );
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["texts"] }),
  });

  return (
    <Stack gap="md" maw={960}>
      <title>{t("console.terms.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.terms")}
        </Title>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          onClick={() => void navigate({ search: { add: true } })}
        >
          {t("console.terms.add")}
        </Button>
      </Group>
      <Text c="dimmed" size="sm">
        {t("console.terms.lead")}
      </Text>
      {answer.isPending && <Skeleton height={320} radius="md" />}
      {answer.isError && !answer.data && (
        <ErrorState onRetry={() => void answer.refetch()} error={answer.error} />
      )}
      {answer.data && rows.length === 0 && (
        <EmptyState title={t("console.terms.none")}>{t("console.terms.noneText")}</EmptyState>
      )}
      {rows.length > 0 && (
        <SortableList
          items={rows}
          label={t("console.nav.terms")}
          nameOf={({ title }) => title}
          onSort={(ids) => sort.mutate(ids)}
          renderItem={(terms) => <TermsRow terms={terms} />}
        />
      )}
      <AddTerms isOpen={add === true} onClose={() => void navigate({ search: {} })} />
    </Stack>
  );
}

function TermsRow({ terms }: { readonly terms: Terms }) {
  const t = useTranslate();
  return (
    <div className={styles.row}>
      <div className={styles.titles}>
        <TextLink fw={600} params={{ id: String(terms.id) }} to="/terms/$id">
          {terms.title}
        </TextLink>
        <Text c="dimmed" size="sm">
          {terms.enTitle || t("console.terms.noEnTitle")}
        </Text>
      </div>
      <div className={styles.state}>
        <Text className={styles.kind} size="sm">
          {t(`console.terms.kind.${kindOf(terms.contentType)}`)}
        </Text>
        <TermsStatus terms={terms} />
      </div>
      <TermsRowActions terms={terms} />
    </div>
  );
}
