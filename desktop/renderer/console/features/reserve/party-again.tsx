import { Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { maxCompanions } from "#contract/visits/visit-actions.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { currentLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { followersQuery } from "../visits/queries.ts";
import { companionsAgain } from "./again.ts";
import { isBlank } from "./people.ts";
import type { ReserveValues } from "./use-reserve.ts";

/** Who came along last time comes along again; nothing where the visitor who was taken came alone. */
export function PartyAgain({ form }: { readonly form: DraftForm<ReserveValues> }) {
  const t = useTranslate();
  const { previousVisit, companions } = form.values;
  const take = useMutation({
    mutationFn: (visit: number) => queryClient.query(followersQuery(visit, currentLanguage())),
    onSuccess: (followers) => {
      const known = companions.filter((one) => !isBlank(one));
      form.setFieldValue("companions", [...known, ...companionsAgain(followers)].slice(0, maxCompanions));
      if (previousVisit) form.setFieldValue("previousVisit", { ...previousVisit, companions: 0 });
    },
  });
  if (!previousVisit || previousVisit.companions === 0) return null;
  return (
    <Group>
      <Button
        leftSection={<IconUsers aria-hidden size={16} />}
        loading={take.isPending}
        onClick={() => take.mutate(previousVisit.id)}
        variant="light"
      >
        {t("console.reserve.takeParty", { count: previousVisit.companions })}
      </Button>
    </Group>
  );
}
