import { Accordion, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { VisitConsentAnswer } from "#contract/visit-consents.ts";
import { Failure } from "../../components/empty-state.tsx";
import { type Translate, useLanguage, useTranslate } from "../../lib/language.ts";
import { kindOf } from "../terms/kinds.ts";
import { consentsQuery } from "./consent-queries.ts";
import { plainText } from "./plain-text.ts";
import styles from "./visits.module.css";

interface Props {
  readonly id: number;
  /** The desk took the visit, and nobody has agreed to anything yet. */
  readonly isMissing: boolean;
}

function nameOf({ contentType, version }: VisitConsentAnswer, t: Translate): string {
  if (contentType === null) return t("console.consents.policy");
  const kind = t(`console.terms.kind.${kindOf(contentType)}`);
  return version === null ? kind : `${kind} · ${t("console.consents.version", { version })}`;
}

/** Every text that was put to a visitor: which version, in which language, the answer and when; the text as it was. */
export function ConsentList({ id, isMissing }: Props) {
  const t = useTranslate();
  const consents = useQuery(consentsQuery(id, useLanguage()));
  if (consents.isPending) return <Skeleton height={80} />;
  if (consents.isError) return <Failure again={() => void consents.refetch()} error={consents.error} />;
  if (consents.data.length === 0)
    return (
      <Text c={isMissing ? "var(--status-entered)" : "dimmed"} size="sm">
        {t(isMissing ? "console.consents.missing" : "console.consents.none")}
      </Text>
    );
  return (
    <Accordion chevronPosition="left" multiple variant="contained">
      {consents.data.map((one) => (
        <Accordion.Item key={one.id} value={String(one.id)}>
          <Accordion.Control>
            <Text fw={600}>{one.title || t("console.consents.policy")}</Text>
            <Text c="dimmed" size="xs">
              {nameOf(one, t)}
            </Text>
            <Text
              c={one.agreed ? "var(--status-exited)" : "var(--status-rejected)"}
              className="tabular"
              fw={600}
              size="xs"
            >
              {t(one.agreed ? "console.consents.agreed" : "console.consents.refused")} · {one.agreedAt} ·{" "}
              {t(`console.consents.${one.language}`)}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <div className={styles.body} lang={one.language}>
              {one.renderHtml ? plainText(one.body) : one.body}
            </div>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
