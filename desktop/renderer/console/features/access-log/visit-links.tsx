import { Group } from "@mantine/core";
import { TextLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Visits by their numbers. One that was destroyed is nowhere any more, and its drawer says so. */
export function VisitLinks({ ids }: { readonly ids: readonly number[] }) {
  const t = useTranslate();
  return (
    <Group gap="xs">
      {ids.map((id) => (
        <TextLink
          aria-label={t("console.access.openVisit", { id })}
          className="tabular"
          key={id}
          search={{ visit: id }}
          to="/visits"
        >
          {id}
        </TextLink>
      ))}
    </Group>
  );
}
