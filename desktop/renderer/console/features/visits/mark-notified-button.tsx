import type { ButtonProps } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { markNotified } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { cacheVisits } from "./queries.ts";

interface Props extends Pick<ButtonProps, "size"> {
  readonly visit: VisitAnswer;
}

/** Records that the user has informed a visitor personally who cannot be reached by message. */
export function MarkNotifiedButton({ visit: { id }, size }: Props) {
  const t = useTranslate();
  const mark = useMutation({
    mutationFn: () => call(markNotified, { params: { id: String(id) }, body: {} }),
    onSuccess: (after) => {
      cacheVisits([after]);
      toast.success(t("console.done.told", { name: after.name }), { toastId: `told-${id}` });
    },
    // a colleague was faster, or the visit is over
    onError: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
  return (
    <OnlineButton
      leftSection={<IconCheck aria-hidden size={16} />}
      loading={mark.isPending}
      onClick={() => mark.mutate()}
      size={size}
      variant="default"
    >
      {t("console.visit.tell")}
    </OnlineButton>
  );
}
