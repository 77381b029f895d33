import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "react-toastify/unstyled";
import type { Language } from "#browser/language.ts";
import { addPolicy, changePolicy, type Policy } from "#contract/texts/privacy-policies.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { PreviewFrame } from "../texts/preview-frame.tsx";
import { policyQuery } from "../texts/queries.ts";
import { TextEditor } from "../texts/text-editor.tsx";
import { TextForm } from "../texts/text-form.tsx";
import { usePolicyPreview } from "../texts/use-preview.ts";
import { useTextForm } from "../texts/use-text-form.ts";

interface PolicyFormProps {
  /** Undefined for a new policy. */
  readonly policy?: Policy;
  readonly start: Pick<Policy, "title" | "content" | "enContent">;
}

/** Edits a draft in both languages, with a preview. */
export function PolicyForm({ policy, start }: PolicyFormProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { form, unsaved, submit, field, conflict, isPending } = useTextForm({
    name: "policy",
    stored: policy,
    start: { title: start.title, content: start.content, enContent: start.enContent },
    body: addPolicy.body,
    send: (body, revision) =>
      policy
        ? call(changePolicy, { params: { id: String(policy.id) }, body: { ...body, revision } })
        : call(addPolicy, { body }),
    textsOf: ({ title, content, enContent }) => ({ title, content, enContent }),
    onSaved: (saved) => {
      queryClient.setQueryData(policyQuery(saved.id).queryKey, saved);
      toast.success(t("console.policies.saved", { title: saved.title }), { toastId: `policy-${saved.id}` });
      if (!policy) void navigate({ to: "/policies/$id", params: { id: String(saved.id) }, replace: true });
    },
  });
  const { content, enContent } = form.values;

  return (
    <TextForm
      form={form}
      isPending={isPending}
      isStored={policy !== undefined}
      conflict={conflict}
      submit={submit}
      texts={[content, enContent]}
      unsaved={unsaved}
    >
      <TextInput
        autoComplete="off"
        description={t("console.policies.nameHint")}
        label={t("console.policies.name")}
        maw={560}
        required
        {...form.getInputProps("title")}
      />
      <TextEditor
        fields={{ ko: field("content"), en: field("enContent") }}
        isRich
        preview={(language: Language) => (
          <PolicyPreview content={content} enContent={enContent} language={language} />
        )}
      />
    </TextForm>
  );
}

interface PolicyPreviewProps {
  readonly content: string;
  readonly enContent: string;
  readonly language: Language;
}

export function PolicyPreview({ content, enContent, language }: PolicyPreviewProps) {
  const { preview, isStale, retry } = usePolicyPreview(content, enContent);
  return (
    <PreviewFrame
      isStale={isStale}
      language={language}
      onRetry={retry}
      text={preview && { policy: preview }}
    />
  );
}
