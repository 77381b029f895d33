import { ColorSwatch, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeTerms, type Terms } from "#contract/texts/managed-terms.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { isListedType, kindOf } from "./labels.tsx";
import { TermsFields, type TermsValues } from "./terms-fields.tsx";

/** Settings of terms, read-only. */
export function TermsFacts({ terms }: { readonly terms: Terms }) {
  const t = useTranslate();
  const { contentType, modalDisplay, requestAgree, renderHtml, bgColor } = terms;
  const shown = modalDisplay ? "asDialog" : requestAgree ? "asQuestion" : "inPlace";
  return (
    <FactList
      facts={[
        [t("console.terms.contentType"), t(`console.terms.kind.${kindOf(contentType)}`)],
        [t("console.terms.enTitle"), terms.enTitle || t("console.terms.noEnTitle")],
        [t("console.terms.shown"), isListedType(contentType) && t(`console.terms.${shown}`)],
        [t("console.terms.text"), t(renderHtml ? "console.terms.formatted" : "console.terms.plain")],
        [t("console.terms.confirmMsg"), modalDisplay && terms.confirmMsg],
        [
          t("console.terms.bgColor"),
          bgColor && (
            <Group gap={6}>
              <ColorSwatch color={bgColor} size={16} />
              {bgColor}
            </Group>
          ),
        ],
        [t("console.terms.updatedAt"), terms.updatedAt],
      ]}
    />
  );
}

interface Props {
  readonly terms: Terms;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Edits the settings of terms, but not their text. */
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
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: changeTerms.body,
    bodyOf: (values) => values,
    send: (body) => call(changeTerms, { params: { id: String(terms.id) }, body }),
    onSaved: ({ id, title }) => {
      void queryClient.invalidateQueries({ queryKey: ["texts"] });
      toast.success(t("console.terms.saved", { title }), { toastId: `terms-${id}` });
      onClose();
    },
  });

  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <TermsFields form={form} isTypeFixed={terms.deployedVersion !== null} />
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t("console.texts.save")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
