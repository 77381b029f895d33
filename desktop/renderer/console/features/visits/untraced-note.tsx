import { Alert } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";

/** Says that reading the list could not be logged. */
export function UntracedNote() {
  const t = useTranslate();
  return (
    <Alert color="gray" px="sm" py={4} role="status" variant="light">
      {t("console.visits.untraced")}
    </Alert>
  );
}
