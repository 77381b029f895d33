import { useEffect } from "react";
import type { LinkedVisitAnswer } from "#contract/visits/visit-links.ts";
import { Button } from "../../components/form/button.tsx";
import { useTranslate } from "../../lib/language.ts";
import lookup from "../lookup/lookup.module.css";
import { VisitFacts } from "../lookup/visit-facts.tsx";
import { VisitHeading } from "../lookup/visit-heading.tsx";
import { Agree } from "./agree.tsx";
import { Complete } from "./complete.tsx";

/** How a page handed over by the desk ends. */
export type DeskEnd = "agreed" | "left" | "over";

interface DeskVisitProps {
  readonly token: string;
  readonly visit: LinkedVisitAnswer;
  readonly seconds: number;
  readonly onEnd: (end: DeskEnd) => void;
}

/** The visit as handed over by the desk: facts, missing details and texts to agree to. */
export function DeskVisit({ token, visit, seconds, onEnd }: DeskVisitProps) {
  const t = useTranslate();
  const isAgreed = visit.consent === "given";

  useEffect(() => {
    if (isAgreed) onEnd("agreed");
  }, [isAgreed, onEnd]);

  useEffect(() => {
    const timer = setTimeout(() => onEnd("over"), seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds, onEnd]);

  return (
    <>
      <article className={lookup.card}>
        <VisitHeading status={visit.status} statusCode={visit.statusCode}>
          <span className="tabular nowrap">{visit.reserveNo}</span>
        </VisitHeading>
        <VisitFacts hasZone row={{ ...visit, leaderName: "" }} />
      </article>
      {visit.missing.length > 0 && <Complete missing={visit.missing} token={token} />}
      <Agree token={token} />
      <Button onClick={() => onEnd("left")} variant="quiet">
        {t("visitor.link.deskFinish")}
      </Button>
    </>
  );
}
