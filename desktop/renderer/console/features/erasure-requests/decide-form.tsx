import { Button, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { decideErasureRequest, type ErasureRequestAnswer } from "#contract/privacy/erasure-requests.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { FormFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { OtherNames } from "./found-visit.tsx";

interface Props {
  readonly request: ErasureRequestAnswer;
  readonly onClose: () => void;
}

type Decision = "erase" | "refuse";

/** Grants a request, which erases all visits found, or refuses it. Final; a reason is required. */
export function DecideForm({ request, onClose }: Props) {
  const t = useTranslate();
  const key = `erasure-${request.id}`;
  const form = useDraftForm(key, { reason: "" });
  const unsaved = useUnsaved(key, form);
  const [otherIds, setOtherIds] = useState<readonly number[]>([]);
  const otherVisits = request.otherNames.filter(({ id }) => otherIds.includes(id));
  const erased = [...request.visits, ...otherVisits];
  const hasOpenVisits = erased.some(({ isOpen }) => isOpen);
  const bodyOf = (decision: Decision) => ({
    id: request.id,
    decision,
    reason: form.values.reason,
    otherVisitIDs: decision === "erase" ? otherVisits.map(({ id }) => id) : [],
  });
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      call(decideErasureRequest, { params: { id: String(request.id) }, body: bodyOf(decision) }),
    onSuccess: ({ requestNo, erasedVisits }, decision) => {
      form.forget();
      toast.success(t(`console.erasure.${decision}Done`, { no: requestNo, count: erasedVisits }), {
        toastId: key,
      });
    },
    onError: (error) => warn(form.showServerErrors(error)),
    // Erased data must not stay in the query cache.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
  const submit = (decision: Decision) => {
    const errors = checkBody(decideErasureRequest.body, bodyOf(decision));
    if (errors) warn(form.showErrors(errors));
    else if (!decide.isPending) decide.mutate(decision);
  };
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap="sm">
        <OtherNames chosen={otherIds} onChange={setOtherIds} visits={request.otherNames} />
        <Textarea
          autosize
          description={t("console.erasure.reasonHint")}
          label={t("console.erasure.reason")}
          maxRows={8}
          minRows={2}
          required
          {...form.getInputProps("reason")}
        />
        {hasOpenVisits && <Text size="sm">{t("console.erasure.held")}</Text>}
        <FormFooter unsaved={unsaved}>
          {!hasOpenVisits && erased.length > 0 && (
            <ConfirmButton
              confirmLabel={t("console.erasure.eraseYes")}
              isBusy={decide.isPending && decide.variables === "erase"}
              label={t("console.erasure.erase")}
              onConfirm={() => submit("erase")}
              question={t("console.erasure.eraseAsk", { count: erased.length })}
            />
          )}
          <Button
            loading={decide.isPending && decide.variables === "refuse"}
            onClick={() => submit("refuse")}
            variant="default"
          >
            {t("console.erasure.refuse")}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)} variant="subtle">
            {t("console.shell.close")}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  );
}
