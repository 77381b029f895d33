import { useRef } from "react";
import type { StatusCode } from "#contract/visits/status.ts";
import type { LinkedVisitAnswer } from "#contract/visits/visit-links.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { useTranslate } from "../../lib/language.ts";
import lookup from "../lookup/lookup.module.css";
import { PassCode } from "../lookup/pass-code.tsx";
import { StatusTimeline } from "../lookup/status-timeline.tsx";
import { Fact, Reason, VisitFacts } from "../lookup/visit-facts.tsx";
import { VisitHeading } from "../lookup/visit-heading.tsx";
import { Agree } from "./agree.tsx";
import { Channel } from "./channel.tsx";
import { Complete } from "./complete.tsx";
import { OwnActions } from "./own-actions.tsx";
import { useCancelOwn } from "./use-own-visit.ts";

interface OwnVisitProps {
  readonly token: string;
  readonly visit: LinkedVisitAnswer;
}

const withPass: readonly StatusCode[] = ["approved", "entered", "exited"];

/** The visitor's visit: status, QR code and facts, then open actions. */
export function OwnVisit({ token, visit }: OwnVisitProps) {
  const t = useTranslate();
  const cancel = useCancelOwn(token);
  const agreement = useRef<HTMLDivElement>(null);
  const { statusCode, status } = cancel.data ?? visit;
  // A companion's page does not name the leader.
  const row = { ...visit, statusCode, status, leaderName: "" };
  const isCancelled = cancel.data !== undefined;
  const mustAgree = !isCancelled && visit.consent === "missing";
  return (
    <>
      {isCancelled && (
        <Notice isOutcome kind="success">
          {t("visitor.link.cancelled")}
        </Notice>
      )}
      {mustAgree && (
        <Notice kind="warning">
          <p>{t("visitor.link.notAgreed")}</p>
          <Button className={lookup.agreementLink} onClick={() => agreement.current?.focus()}>
            {t("visitor.link.toAgreement")}
          </Button>
        </Notice>
      )}
      <article className={lookup.card}>
        <VisitHeading status={status} statusCode={statusCode}>
          <span className="tabular nowrap">{row.reserveNo}</span>
        </VisitHeading>
        <StatusTimeline code={statusCode} />
        <Reason row={row} />
        {withPass.includes(statusCode) && (
          <div className={lookup.passCode}>
            <PassCode reserveNo={row.reserveNo} />
            <p>{t("visitor.result.qrText")}</p>
          </div>
        )}
        <VisitFacts hasZone row={row}>
          {visit.emailMasked && (
            <Fact label={t("visitor.request.email")}>
              {visit.emailMasked}
              {visit.emailBounced && <p>{t("visitor.link.emailBounced")}</p>}
            </Fact>
          )}
          {visit.consent === "given" && (
            <Fact label={t("visitor.link.consent")}>{t("visitor.link.consentGiven")}</Fact>
          )}
        </VisitFacts>
        {!isCancelled && <OwnActions cancel={cancel} row={row} token={token} />}
      </article>
      {mustAgree && (
        <div ref={agreement} tabIndex={-1}>
          <Agree token={token} />
        </div>
      )}
      {!isCancelled && visit.cellPhone && visit.emailMasked && !visit.emailBounced && (
        <Channel channel={visit.channel} token={token} />
      )}
      {!isCancelled && visit.missing.length > 0 && <Complete missing={visit.missing} token={token} />}
    </>
  );
}
