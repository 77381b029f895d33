import { Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { maxCompanions } from "#contract/visits/visit-actions.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { currentLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { followersQuery } from "../visits/queries.ts";
import { isBlank } from "./people.ts";
import { toCompanions } from "./repeat-visit.ts";
import type { ReserveValues } from "./use-reserve.ts";

/** Button that adds the companions of the previous visit; renders nothing if there were none. */
export function PreviousCompanions({ form }: { readonly form: DraftForm<ReserveValues> }) {
  const t = useTranslate();
  const { previousVisit, companions } = form.values;
  const add = useMutation({
    mutationFn: (visit: number) => queryClient.query(followersQuery(visit, currentLanguage())),
    onSuccess: (followers) => {
      const filled = companions.filter((person) => !isBlank(person));
      form.setFieldValue("companions", [...filled, ...toCompanions(followers)].slice(0, maxCompanions));
      if (previousVisit) form.setFieldValue("previousVisit", { ...previousVisit, companions: 0 });
    },
  });
  if (!previousVisit || previousVisit.companions === 0) return null;
  return (
    <Group>
      <Button
        leftSection={<IconUsers aria-hidden size={16} />}
        loading={add.isPending}
        onClick={() => add.mutate(previousVisit.id)}
        variant="light"
      >
        {t("console.reserve.takeParty", { count: previousVisit.companions })}
      </Button>
    </Group>
  );
}
