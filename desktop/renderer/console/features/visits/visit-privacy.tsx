import { Accordion, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Language } from "#browser/language.ts";
import { getVisitConsents, type VisitConsentAnswer } from "#contract/visits/visit-consents.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { read } from "../../lib/api.ts";
import { type Translate, useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { kindOf } from "../terms/labels.tsx";
import { HideButton } from "../trash/hide-button.tsx";
import styles from "./visits.module.css";

interface VisitPrivacyProps {
  readonly visit: VisitAnswer;
  readonly onHidden: () => void;
}

/** What a visit's drawer says of its data: the consents, and where whoever answers for it goes on. */
export function VisitPrivacy({ visit, onHidden }: VisitPrivacyProps) {
  const t = useTranslate();
  const user = useCurrentUser();
  const [isShown, setIsShown] = useState(false);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("console.consents.title")}
      </Title>
      {isShown && <ConsentList id={visit.id} isMissing={visit.consentMissing} />}
      <Group gap="xs">
        {!isShown && (
          <Button onClick={() => setIsShown(true)} size="compact-sm" variant="default">
            {t("console.consents.show")}
          </Button>
        )}
        {may(user, "privacy.read") && (
          <ButtonLink search={{ visitId: visit.id }} size="compact-sm" to="/access-log" variant="default">
            {t("console.consents.accessLog")}
          </ButtonLink>
        )}
        {may(user, "privacy") && <HideButton onHidden={onHidden} visit={visit} />}
        {may(user, "privacy") && (
          <ButtonLink
            search={{ add: true, visit: visit.id }}
            size="compact-sm"
            to="/erasure-requests"
            variant="default"
          >
            {t("console.consents.erasure")}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

interface ConsentListProps {
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
function ConsentList({ id, isMissing }: ConsentListProps) {
  const t = useTranslate();
  const consents = useQuery(consentsQuery(id, useLanguage()));
  if (consents.isPending) return <Skeleton height={80} />;
  if (consents.isError) return <ErrorState onRetry={() => void consents.refetch()} error={consents.error} />;
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
              {t(`console.consents.${one.language}`)} ·{" "}
              {t(`console.consents.channel_${one.channel}`, { name: one.handedOverBy })}
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

/** What a visitor agreed to. Reading it is kept in the access log, so it is read when it is asked for only. */
const consentsQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["visits", "consents", id, language],
    queryFn: ({ signal }) => read(getVisitConsents, { params: { id: String(id) } }, signal),
  });

/** A text as it was shown, in words: what it looked like needs styles that this page's policy forbids. */
const blocks = "p, div, li, tr, h1, h2, h3, h4, h5, h6, br, hr, blockquote, caption";

/** @param html sanitised by the server */
function plainText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const block of page.querySelectorAll(blocks)) block.append("\n");
  for (const cell of page.querySelectorAll("td, th")) cell.append(" ");
  return (page.body.textContent ?? "")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
