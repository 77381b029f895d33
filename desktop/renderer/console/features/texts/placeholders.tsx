import { Alert, Text } from "@mantine/core";
import { bracketsIn } from "#contract/set-up.ts";
import { useTranslate } from "../../lib/language.ts";

const mostNamed = 8;

/** Says which blanks of a template are still there, before visitors read them. */
export function Blanks({ texts }: { readonly texts: readonly string[] }) {
  const t = useTranslate();
  const blanks = bracketsIn(...texts);
  if (blanks.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      <Text fw={600}>{t("console.texts.blanks", { count: blanks.length })}</Text>
      {blanks.slice(0, mostNamed).join(" ")}
      {blanks.length > mostNamed && " …"}
    </Alert>
  );
}
