import type { ButtonProps } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { markTold } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { cacheVisits } from "./queries.ts";

interface Props extends Pick<ButtonProps, "size"> {
  readonly visit: VisitAnswer;
}

/** Keeps with the visit that one has told the visitor oneself: whom no message reaches, nobody has to tell twice. */
export function TellButton({ visit: { id }, size }: Props) {
  const t = useTranslate();
  const tell = useMutation({
    mutationFn: () => call(markTold, { params: { id: String(id) }, body: {} }),
    onSuccess: (after) => {
      cacheVisits([after]);
      toast.success(t("console.done.told", { name: after.name }), { toastId: `told-${id}` });
    },
    // Somebody was faster, or it is over.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
  return (
    <OnlineButton
      leftSection={<IconCheck aria-hidden size={16} />}
      loading={tell.isPending}
      onClick={() => tell.mutate()}
      size={size}
      variant="default"
    >
      {t("console.visit.tell")}
    </OnlineButton>
  );
}
