import { Button, Group, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { getCompanyAccount, linkCompanyAccount } from "#contract/people/host-user-access.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { CallError, call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

/** The host user's company account; an administrator unlinks it, or links one that has tried to sign in. */
export function HostUserCompanyAccount({ id }: { readonly id: number }) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<string | null>(null);
  const queryKey = ["hostUsers", "companyAccount", id];
  const params = { id: String(id) };
  const account = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getCompanyAccount, { params }, { signal }),
  });
  const change = useMutation({
    mutationFn: (identity: number | null) => call(linkCompanyAccount, { params, body: { identity } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed);
      setChosen(null);
      toast.success(t("console.hostUsers.companyAccount.done"), { toastId: "companyAccount" });
    },
    onError: (error) => {
      if (error instanceof CallError) warn(error.fields?.identity);
    },
  });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("console.hostUsers.companyAccount.title")}
      </Title>
      {account.isPending && <Skeleton height={36} />}
      {account.isLoadingError && <ErrorState onRetry={() => void account.refetch()} error={account.error} />}
      {account.data?.linked && (
        <Group gap="sm">
          <Text>{t("console.hostUsers.companyAccount.linked", account.data.linked)}</Text>
          <ConfirmButton
            isBusy={change.isPending}
            label={t("console.hostUsers.companyAccount.unlink")}
            onConfirm={() => change.mutate(null)}
            question={t("console.hostUsers.companyAccount.unlinkQuestion")}
          />
        </Group>
      )}
      {account.data && !account.data.linked && (
        <>
          <Text c="dimmed">{t("console.hostUsers.companyAccount.none")}</Text>
          <Group align="end" gap="sm">
            <Select
              data={account.data.waiting.map((identity) => ({
                value: String(identity.id),
                label: t("console.hostUsers.companyAccount.linked", identity),
              }))}
              description={t("console.hostUsers.companyAccount.waitingHint")}
              label={t("console.hostUsers.companyAccount.waiting")}
              onChange={setChosen}
              value={chosen}
            />
            <Button
              disabled={chosen === null}
              loading={change.isPending}
              onClick={() => change.mutate(Number(chosen))}
              variant="default"
            >
              {t("console.hostUsers.companyAccount.link")}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
