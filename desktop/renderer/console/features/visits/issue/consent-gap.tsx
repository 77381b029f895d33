import { Text, TextInput } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { DraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";

interface Props {
  readonly form: Pick<DraftForm<Record<string, unknown>>, "getInputProps">;
  /** Who gets a pass. */
  readonly visits: readonly VisitAnswer[];
}

/**
 * Says that somebody has not agreed. Where the site asks for consent, they enter for a reason only, which the privacy officer
 * reads: one line, so that Enter sends it. Nobody agrees here: visitors do, by their link.
 */
export function ConsentGap({ form, visits }: Props) {
  const t = useTranslate();
  const names = visits.filter(({ consentRequired }) => consentRequired).map(({ name }) => name);
  if (names.length > 0)
    return (
      <TextInput
        autoComplete="off"
        description={t("console.issue.consentHint", { names: names.join(", ") })}
        label={t("console.issue.consentReason")}
        required
        {...form.getInputProps("consentReason")}
      />
    );
  if (!visits.some(({ consentMissing }) => consentMissing)) return null;
  return (
    <Text c="var(--status-entered)" size="sm">
      {t("console.visit.consentMissing")}
    </Text>
  );
}
