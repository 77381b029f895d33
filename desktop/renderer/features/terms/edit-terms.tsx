import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeTerms, type Terms } from "#contract/managed-terms.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { TermsFields, type TermsValues } from "./terms-fields.tsx";

interface Props {
  readonly terms: Terms;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Title, type and looks of terms; no part of their text. */
export function EditTerms({ terms, isOpen, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t("console.terms.settings")}>
      {isOpen && <EditForm onClose={onClose} terms={terms} />}
    </SideDrawer>
  );
}

const valuesOf = (terms: Terms): TermsValues => ({
  title: terms.title,
  enTitle: terms.enTitle,
  contentType: terms.contentType,
  renderHtml: terms.renderHtml,
  modalDisplay: terms.modalDisplay,
  requestAgree: terms.requestAgree,
  bgColor: terms.bgColor,
  confirmMsg: terms.confirmMsg,
  enConfirmMsg: terms.enConfirmMsg,
  inUse: terms.inUse,
});

function EditForm({ terms, onClose }: Omit<Props, "isOpen">) {
  const t = useTranslate();
  const key = `terms-edit-${terms.id}`;
  const [initial] = useState(() => valuesOf(terms));
  const form = useDraftForm(key, initial);
  const unsaved = useUnsaved(key, form);
  const change = useMutation({
    mutationFn: (body: TermsValues) => call(changeTerms, { params: { id: String(terms.id) }, body }),
    onSuccess: ({ id, title }) => {
      form.forget();
      void queryClient.invalidateQueries({ queryKey: ["texts"] });
      toast.success(t("console.terms.saved", { title }), { toastId: `terms-${id}` });
      onClose();
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(changeTerms.body, form.values);
    if (wrong) warn(form.show(wrong));
    else change.mutate(form.values);
  };

  return (
    <PlainForm isBusy={change.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <TermsFields form={form} isTypeFixed={terms.deployedVersion !== null} />
        <FormFoot unsaved={unsaved}>
          <Button disabled={!form.isChanged} loading={change.isPending} type="submit">
            {t("console.texts.save")}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
