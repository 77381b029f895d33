import { useEffect } from "react";
import type { LinkedVisitAnswer } from "#contract/visits/visit-links.ts";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { Button } from "../../components/form/button.tsx";
import { useTranslate } from "../../lib/language.ts";
import lookup from "../lookup/lookup.module.css";
import { VisitFacts } from "../lookup/visit-facts.tsx";
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
        <header>
          <h2>
            <span className="visually-hidden">{t("visitor.result.reserveNo")}</span>
            <span className="tabular nowrap">{visit.reserveNo}</span>
          </h2>
          <StatusLabel code={visit.statusCode} name={visit.status.name} />
        </header>
        <VisitFacts hasZone row={{ ...visit, leaderName: "" }} />
      </article>
      {visit.missing.length > 0 && <Complete missing={visit.missing} token={token} />}
      <Agree token={token} />
      <Button look="quiet" onClick={() => onEnd("left")}>
        {t("visitor.link.deskFinish")}
      </Button>
    </>
  );
}
