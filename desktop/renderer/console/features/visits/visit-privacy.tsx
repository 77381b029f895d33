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

/** Consents of a visit, with links and actions for the privacy officer. */
export function VisitPrivacy({ visit, onHidden }: VisitPrivacyProps) {
  const t = useTranslate();
  const user = useCurrentUser();
  const [isShown, setIsShown] = useState(false);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("console.consents.title")}
      </Title>
      {isShown && <ConsentList visit={visit} />}
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

function nameOf({ contentType, version }: VisitConsentAnswer, t: Translate): string {
  if (contentType === null) return t("console.consents.policy");
  const kind = t(`console.terms.kind.${kindOf(contentType)}`);
  return version === null ? kind : `${kind} · ${t("console.consents.version", { version })}`;
}

/** Every text presented to the visitor, with version, language, answer and time. */
function ConsentList({ visit }: Pick<VisitPrivacyProps, "visit">) {
  const t = useTranslate();
  const isMissing = visit.consentMissing;
  const consents = useQuery(consentsQuery(visit, useLanguage()));
  if (consents.isPending) return <Skeleton height={80} />;
  if (consents.isLoadingError)
    return <ErrorState onRetry={() => void consents.refetch()} error={consents.error} />;
  if (consents.data.length === 0)
    return (
      <Text c={isMissing ? "var(--status-entered)" : "dimmed"} size="sm">
        {t(isMissing ? "console.consents.missing" : "console.consents.none")}
      </Text>
    );
  return (
    <Accordion chevronPosition="left" multiple variant="contained">
      {consents.data.map((consent) => (
        <Accordion.Item key={consent.id} value={String(consent.id)}>
          <Accordion.Control>
            <Text fw={600}>{consent.title || t("console.consents.policy")}</Text>
            <Text c="dimmed" size="xs">
              {nameOf(consent, t)}
            </Text>
            <Text
              c={consent.agreed ? "var(--status-exited)" : "var(--status-rejected)"}
              className="tabular"
              fw={600}
              size="xs"
            >
              {t(consent.agreed ? "console.consents.agreed" : "console.consents.refused")} ·{" "}
              {consent.agreedAt} · {t(`console.consents.${consent.language}`)} ·{" "}
              {t(`console.consents.channel_${consent.channel}`, { name: consent.handedOverBy })}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <div className={styles.consentText} lang={consent.language}>
              {consent.renderHtml ? plainText(consent.body) : consent.body}
            </div>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** Fetched once on request and not by live changes, because each reading is recorded in the access log. */
const consentsQuery = ({ id, consentMissing }: VisitAnswer, language: Language) =>
  queryOptions({
    // again when the visitor agrees
    queryKey: ["consents", id, consentMissing, language],
    queryFn: ({ signal }) => read(getVisitConsents, { params: { id: String(id) } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const blocks = "p, div, li, tr, h1, h2, h3, h4, h5, h6, br, hr, blockquote, caption";

/** Text without formatting, which would need inline styles that the CSP forbids. @param html sanitised by the server */
function plainText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const block of page.querySelectorAll(blocks)) block.append("\n");
  for (const cell of page.querySelectorAll("td, th")) cell.append(" ");
  return (page.body.textContent ?? "")
    .replaceAll(/(?<![ \t])[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
