import { useNavigate } from "@tanstack/react-router";
import { toast } from "react-toastify/unstyled";
import type { Language } from "#browser/language.ts";
import { addVersion, changeVersion, type Terms, type TermsVersion } from "#contract/texts/managed-terms.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { PreviewFrame } from "../texts/preview-frame.tsx";
import { versionsQuery } from "../texts/queries.ts";
import { TextEditor } from "../texts/text-editor.tsx";
import { TextForm } from "../texts/text-form.tsx";
import { useTermsPreview } from "../texts/use-preview.ts";
import { useTextForm } from "../texts/use-text-form.ts";
import { isChecklist, isListedType } from "./labels.tsx";

interface VersionFormProps {
  readonly terms: Terms;
  /** Undefined for a new version. */
  readonly version?: TermsVersion;
  readonly start: { readonly body: string; readonly enBody: string };
}

/** Edits a draft in both languages, with a preview. */
export function VersionForm({ terms, version, start }: VersionFormProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const params = { id: String(terms.id) };
  const { form, unsaved, submit, field, conflict, isPending } = useTextForm({
    name: `terms-${terms.id}`,
    stored: version,
    start: { body: start.body, enBody: start.enBody },
    body: addVersion.body,
    send: (body, revision) =>
      version
        ? call(changeVersion, {
            params: { ...params, versionId: String(version.id) },
            body: { ...body, revision },
          })
        : call(addVersion, { params, body }),
    textsOf: ({ body, enBody }) => ({ body, enBody }),
    onSaved: (saved) => {
      queryClient.setQueryData(versionsQuery(terms.id).queryKey, (known = []) =>
        [saved, ...known.filter(({ id }) => id !== saved.id)].sort(
          (one, other) => other.version - one.version,
        ),
      );
      toast.success(t("console.terms.versionSaved", { version: saved.version }), {
        toastId: `version-${saved.id}`,
      });
      if (version) return;
      const to = { ...params, version: String(saved.id) };
      void navigate({ to: "/terms/$id/versions/$version", params: to, replace: true });
    },
  });
  const { body, enBody } = form.values;

  return (
    <TextForm
      form={form}
      isPending={isPending}
      isStored={version !== undefined}
      conflict={conflict}
      submit={submit}
      texts={[body, enBody]}
      unsaved={unsaved}
    >
      <TextEditor
        fields={{ ko: field("body"), en: field("enBody") }}
        hint={t(isChecklist(terms.contentType) ? "console.terms.checklistHint" : "console.terms.plainHint")}
        isRich={terms.renderHtml}
        preview={(language: Language) => (
          <TermsPreview body={body} enBody={enBody} language={language} terms={terms} />
        )}
      />
    </TextForm>
  );
}

interface TermsPreviewProps {
  readonly terms: Terms;
  readonly body: string;
  readonly enBody: string;
  readonly language: Language;
}

export function TermsPreview({ terms, body, enBody, language }: TermsPreviewProps) {
  const t = useTranslate();
  const { preview, isStale, retry } = useTermsPreview(terms.id, body, enBody);
  const isReplacedByPolicy = language === "en" && isListedType(terms.contentType);
  return (
    <PreviewFrame
      isStale={isStale}
      language={language}
      note={isReplacedByPolicy ? t("console.terms.policyInstead") : undefined}
      onRetry={retry}
      text={preview && { terms: preview[language] }}
    />
  );
}
