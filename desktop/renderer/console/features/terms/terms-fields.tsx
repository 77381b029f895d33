import { ColorInput, NativeSelect, Switch, TextInput } from "@mantine/core";
import type { ContentType } from "#contract/texts/terms.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { isChecklist, isListedType, kindOf, kinds, typeOf } from "./labels.tsx";

export type TermsValues = {
  title: string;
  enTitle: string;
  contentType: ContentType;
  renderHtml: boolean;
  modalDisplay: boolean;
  requestAgree: boolean;
  bgColor: string;
  confirmMsg: string;
  enConfirmMsg: string;
  inUse: boolean;
};

/** Pale colours that keep text readable. */
const swatches = ["#ffffff", "#f3f6fb", "#fff8e6", "#eef8f1", "#fdf0ef", "#f3f0fa"];

interface Props {
  readonly form: DraftForm<TermsValues>;
  /** The type of published terms cannot change, because visitors consented to them. */
  readonly isTypeFixed: boolean;
}

/** Settings that apply to the type of the terms. */
export function TermsFields({ form, isTypeFixed }: Props) {
  const t = useTranslate();
  const { contentType, modalDisplay } = form.values;
  const isListed = isListedType(contentType);
  const toggle = (field: "renderHtml" | "modalDisplay" | "requestAgree" | "inUse", hint?: string) => (
    <Switch
      description={hint}
      label={t(`console.terms.${field}`)}
      {...form.getInputProps(field, { type: "checkbox" })}
    />
  );
  const chooseType = (type: ContentType) => {
    form.setFieldValue("contentType", type);
    if (isChecklist(type)) form.setFieldValue("renderHtml", false);
  };

  return (
    <>
      <TextInput
        autoComplete="off"
        data-autofocus
        label={t("console.terms.title")}
        required
        {...form.getInputProps("title")}
      />
      <TextInput
        autoComplete="off"
        description={t("console.terms.enTitleHint")}
        label={t("console.terms.enTitle")}
        {...form.getInputProps("enTitle")}
      />
      <NativeSelect
        data={kinds.map((kind) => ({ value: kind, label: t(`console.terms.kind.${kind}`) }))}
        data-path="contentType"
        description={t(`console.terms.kindHint.${kindOf(contentType)}`)}
        disabled={isTypeFixed}
        error={form.errors.contentType}
        label={t("console.terms.contentType")}
        onChange={({ currentTarget: { value } }) => {
          const kind = kinds.find((known) => known === value);
          if (kind) chooseType(typeOf(kind));
        }}
        value={kindOf(contentType)}
      />
      {!isChecklist(contentType) && toggle("renderHtml", t("console.terms.renderHtmlHint"))}
      {isListed && toggle("modalDisplay", t("console.terms.modalDisplayHint"))}
      {isListed && !modalDisplay && toggle("requestAgree", t("console.terms.requestAgreeHint"))}
      {isListed && modalDisplay && (
        <>
          <TextInput
            autoComplete="off"
            description={t("console.terms.confirmMsgHint")}
            label={t("console.terms.confirmMsg")}
            {...form.getInputProps("confirmMsg")}
          />
          <TextInput
            autoComplete="off"
            label={t("console.terms.enConfirmMsg")}
            {...form.getInputProps("enConfirmMsg")}
          />
        </>
      )}
      {!isChecklist(contentType) && (
        <ColorInput
          closeOnColorSwatchClick
          // keep an invalid colour, so that the field shows its error
          fixOnBlur={false}
          description={t("console.terms.bgColorHint")}
          label={t("console.terms.bgColor")}
          placeholder={swatches[2]}
          swatches={swatches}
          withEyeDropper={false}
          withPicker={false}
          {...form.getInputProps("bgColor")}
        />
      )}
      {toggle("inUse", t("console.terms.inUseHint"))}
    </>
  );
}
