import { ColorSwatch, Group } from "@mantine/core";
import type { Terms } from "#contract/managed-terms.ts";
import { FactList } from "../../components/fact-list.tsx";
import { useTranslate } from "../../lib/language.ts";
import { isListedType, kindOf } from "./kinds.ts";

/** How visitors meet the terms. */
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
