import { Text, TextInput } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { DraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";

interface Props {
  readonly form: Pick<DraftForm<Record<string, unknown>>, "getInputProps">;
  readonly visits: readonly VisitAnswer[];
}

/**
 * Warns about missing consents. If the site requires consent, checking in without it needs a reason, which the privacy
 * officer reviews. The reason is a single line, so that Enter submits.
 */
export function MissingConsent({ form, visits }: Props) {
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
