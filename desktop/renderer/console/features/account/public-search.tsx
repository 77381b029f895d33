import { Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type CurrentUser, changeOwnPublicSearch } from "#contract/people/account.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { sessionQuery } from "../../lib/session.ts";

/** Whether visitors can find the user in the public host search; saved immediately. */
export function PublicSearch({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const change = useMutation({
    scope: { id: "publicSearch" },
    mutationFn: (inPublicSearch: boolean) => call(changeOwnPublicSearch, { body: { inPublicSearch } }),
    onSuccess: (after) => queryClient.setQueryData(sessionQuery().queryKey, after),
  });
  return (
    <Stack gap="xs">
      <Switch
        checked={change.isPending ? change.variables : user.inPublicSearch}
        description={t("console.hostUsers.inPublicSearchHint")}
        label={t("console.hostUsers.inPublicSearch")}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <Text c="dimmed" role="status" size="sm">
        {change.isSuccess && t("console.profile.saved")}
        {change.isError && t("console.profile.notSaved")}
      </Text>
    </Stack>
  );
}
