import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { softDelete } from "#contract/privacy/privacy-trash.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly onHidden: () => void;
}

const hideableStatuses: readonly string[] = ["ended", "exited", "cancelled", "rejected"];

/** Hides a closed visit everywhere except in the trash. */
export function HideButton({ visit, onHidden }: Props) {
  const t = useTranslate();
  const hide = useMutation({
    mutationFn: () => call(softDelete, { body: { ids: [visit.id] } }),
    onSuccess: ({ count }) => {
      onHidden();
      toast.success(t("console.trash.hidden", { name: visit.name, count }), { toastId: `hide-${visit.id}` });
      // the hidden visit itself can no longer be fetched
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== visit.id;
      void queryClient.invalidateQueries({ queryKey: ["visits"], predicate });
    },
  });
  if (!hideableStatuses.includes(visit.statusCode) || visit.pass || visit.carPass) return null;
  return (
    <Button loading={hide.isPending} onClick={() => hide.mutate()} size="compact-sm" variant="default">
      {t("console.trash.hideOne")}
    </Button>
  );
}
