import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { Revertible } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { warn } from "../../../lib/failures.ts";
import { useTranslate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { isReasonMissing, sendRevert } from "./use-revert.ts";

interface UndoToastProps {
  /** Success text of the action. */
  readonly text: string;
  readonly action: Revertible;
  readonly visits: readonly Pick<VisitAnswer, "id" | "name">[];
}

/** Shows a success toast with an undo button. */
export function toastWithUndo(props: UndoToastProps): void {
  const toastId = `${props.action}-${props.visits.map(({ id }) => id).join("-")}`;
  toast.success(<UndoToast {...props} onDone={() => toast.dismiss(toastId)} />, { toastId });
}

function UndoToast({ text, action, visits, onDone }: UndoToastProps & { readonly onDone: () => void }) {
  const t = useTranslate();
  const undo = useMutation({
    // one call per visit; a refused one does not stop the others
    async mutationFn() {
      const refused: unknown[] = [];
      for (const visit of visits)
        await sendRevert(visit, action).catch((error: unknown) => refused.push(error));
      if (refused.length > 0) throw refused[0];
    },
    onError: (error) => {
      if (isReasonMissing(error)) warn(t("console.undo.later"));
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
    onSettled: onDone,
  });
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button
        flex="none"
        loading={undo.isPending}
        onClick={() => undo.mutate()}
        size="compact-sm"
        variant="default"
      >
        {t("console.undo.press")}
      </Button>
    </Group>
  );
}
