import { NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { addTerms } from "#contract/texts/managed-terms.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { templatesQuery } from "../texts/queries.ts";
import { typeOf } from "./labels.tsx";
import { TermsFields, type TermsValues } from "./terms-fields.tsx";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds terms, empty or from a template; then opens the editor of the first version. */
export function AddTerms({ isOpen, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t("console.terms.add")}>
      {isOpen && <AddForm onClose={onClose} />}
    </SideDrawer>
  );
}

const key = "terms-add";

const empty: TermsValues = {
  title: "",
  enTitle: "",
  contentType: typeOf("use"),
  renderHtml: true,
  modalDisplay: false,
  requestAgree: false,
  bgColor: "",
  confirmMsg: "",
  enConfirmMsg: "",
  inUse: true,
};

function AddForm({ onClose }: Pick<Props, "onClose">) {
  const t = useTranslate();
  const navigate = useNavigate();
  const templates = useQuery(templatesQuery).data?.terms ?? [];
  const [template, setTemplate] = useState("");
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial: empty,
    schema: addTerms.body,
    bodyOf: (values) => values,
    send: (body) => call(addTerms, { body }),
    onSaved: (terms) => {
      void queryClient.invalidateQueries({ queryKey: ["texts"] });
      toast.success(t("console.terms.added", { title: terms.title }), { toastId: `terms-${terms.id}` });
      void navigate({
        to: "/terms/$id/versions/$version",
        params: { id: String(terms.id), version: "new" },
        search: template === "" ? {} : { from: `template-${template}` },
      });
    },
  });
  const choose = (index: string) => {
    setTemplate(index);
    const chosen = templates[Number(index)];
    if (index === "" || !chosen) return;
    const { body: _, enBody: __, blanks: ___, ...fields } = chosen;
    form.setValues({ ...fields, inUse: true });
  };

  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          data={[
            { value: "", label: t("console.texts.noTemplate") },
            ...templates.map(({ title }, index) => ({ value: String(index), label: title })),
          ]}
          description={t("console.texts.templateHint")}
          label={t("console.texts.template")}
          onChange={(event) => choose(event.currentTarget.value)}
          value={template}
        />
        <TermsFields form={form} isTypeFixed={false} />
        <SubmitFooter isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t("console.terms.addAndWrite")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
