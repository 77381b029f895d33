import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import { sortCodes } from "#contract/site/user-codes.ts";
import { RowButton } from "../../components/buttons.tsx";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { SortableList } from "../../components/sortable-list.tsx";
import { codeEntity } from "../../features/reference-data/entities.ts";
import { codesOfKindQuery } from "../../features/reference-data/queries.ts";
import { InUse, RecordRowActions } from "../../features/reference-data/record-actions.tsx";
import { RecordDrawer } from "../../features/reference-data/record-drawer.tsx";
import { type CodeKind, type CodesSearch, codeKinds } from "../../features/reference-data/search.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/codes/$kind");

/** Reorders the codes optimistically; reverts if the server refuses. */
const useSort = (kind: CodeKind) =>
  useMutation({
    scope: { id: `sort-${kind}` },
    mutationFn: (ids: readonly number[]) =>
      call(sortCodes, {
        params: { kind },
        body: { dispOrders: ids.map((id, index) => ({ id, dispOrder: index + 1 })) },
      }),
    onMutate: (ids) =>
      queryClient.setQueryData<readonly ReferenceRecord[]>(codesOfKindQuery(kind).queryKey, (known = []) =>
        ids.flatMap((id) => known.find((code) => code.id === id) ?? []),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["codes"] }),
  });

/** Places and purposes that visitors choose from. */
export function CodesPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const { kind } = route.useParams();
  const { code: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (code: CodesSearch["code"]) => void navigate({ search: { code } });
  const answer = useQuery(codesOfKindQuery(kind));
  const sort = useSort(kind);
  const entity = codeEntity(kind);
  const mayEdit = may(user, "referenceData");
  const codes = answer.data ?? [];

  return (
    <Stack gap="md">
      <title>{t("console.codes.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.codes")}
        </Title>
        {mayEdit && (
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => open("new")}>
            {t(`console.referenceData.addTitle.${entity.name}`)}
          </Button>
        )}
      </Group>
      <SegmentedControl
        aria-label={t("console.codes.kinds")}
        data={codeKinds.map((value) => ({ value, label: t(`console.codes.${value}`) }))}
        onChange={(next) => void navigate({ params: { kind: next }, search: {} })}
        value={kind}
        w="fit-content"
      />
      <Paper p="md" radius="lg" withBorder>
        {answer.isPending && <Skeleton height={240} />}
        {answer.isError && !answer.data && (
          <ErrorState onRetry={() => void answer.refetch()} error={answer.error} />
        )}
        {answer.data && codes.length === 0 && (
          <EmptyState title={t(`console.codes.none.${kind}`)}>
            {mayEdit && t(`console.codes.noneText.${kind}`)}
          </EmptyState>
        )}
        {codes.length > 0 && (
          <Stack gap="sm">
            <Text c="dimmed" size="sm">
              {t(mayEdit ? "console.codes.orderHint" : "console.codes.readHint")}
            </Text>
            <SortableList
              isDisabled={!mayEdit}
              items={codes}
              label={t(`console.codes.${kind}`)}
              nameOf={({ name }) => name}
              onSort={(ids) => sort.mutate(ids)}
              renderItem={(code) => (
                <Group gap="xs" justify="space-between" wrap="nowrap">
                  <div>
                    <RowButton onOpen={() => open(code.id)}>{code.name}</RowButton>
                    <Text c="dimmed" size="sm">
                      {code.enName || t("console.codes.noEnName")}
                    </Text>
                  </div>
                  <Group gap={4} wrap="nowrap">
                    <InUse isInUse={code.inUse} />
                    <RecordRowActions entity={entity} record={code} />
                  </Group>
                </Group>
              )}
            />
          </Stack>
        )}
      </Paper>
      <RecordDrawer
        onClose={() => open(undefined)}
        opened={answer.data ? opened : undefined}
        records={codes}
        entity={entity}
      />
    </Stack>
  );
}
