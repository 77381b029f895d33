import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DecidableVisitAnswer } from "#contract/visits/decision-links.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { Checkbox } from "../../components/form/checkbox.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { CallError } from "../../lib/call.ts";
import { useTranslate } from "../../lib/language.ts";
import lookup from "../lookup/lookup.module.css";
import { VisitFacts } from "../lookup/visit-facts.tsx";
import { VisitHeading } from "../lookup/visit-heading.tsx";
import { refusalOf } from "../own-visit/use-own-visit.ts";
import { useDecide } from "./use-decision.ts";

interface DecideProps {
  readonly token: string;
  readonly visit: DecidableVisitAnswer;
}

/** A request, without phone numbers, with approve and reject buttons. */
export function Decide({ token, visit }: DecideProps) {
  const t = useTranslate();
  const decision = useDecide(token);
  const [isRejecting, setRejecting] = useState(false);
  const { data: outcome, error, isPending, mutate } = decision;
  const { statusCode, status } = outcome ?? visit;
  const row = { ...visit, leaderName: "", phone: "", cellPhone: "", reason: "", actions: [] };
  const fields = error instanceof CallError ? error.fields : undefined;
  const isDone = outcome !== undefined;
  return (
    <>
      {isDone && (
        <Notice isOutcome kind="success">
          {t(statusCode === "approved" ? "visitor.decide.approved" : "visitor.decide.rejected")}
        </Notice>
      )}
      <article className={lookup.card}>
        <VisitHeading status={status} statusCode={statusCode}>
          <span className="tabular nowrap">{visit.reserveNo}</span>
        </VisitHeading>
        <VisitFacts hasZone row={row} />
        {!isDone && visit.followersCnt > 0 && (
          <p>{t("visitor.decide.party", { count: visit.followersCnt })}</p>
        )}
        {error && !fields && <Notice kind="danger">{refusalOf(error) ?? t("visitor.request.failed")}</Notice>}
        {!isDone && !isRejecting && (
          <div className={lookup.actions}>
            <Button
              busy={isPending}
              onClick={() => !isPending && mutate({ action: "approve" })}
              variant="primary"
            >
              {t("visitor.decide.approve")}
            </Button>
            <Button onClick={() => setRejecting(true)}>{t("visitor.decide.reject")}</Button>
          </div>
        )}
        {!isDone && isRejecting && <Reject decision={decision} onBack={() => setRejecting(false)} />}
      </article>
    </>
  );
}

interface RejectProps {
  readonly decision: ReturnType<typeof useDecide>;
  readonly onBack: () => void;
}

/** Asks for the reason and whether to show it to the visitor. */
function Reject({ decision: { error, isPending, mutate, reset }, onBack }: RejectProps) {
  const t = useTranslate();
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [showReason, setShowReason] = useState(false);
  const fields = error instanceof CallError ? error.fields : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (fields?.reason) input.current?.focus();
  }, [error]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ action: "reject", reason, showReason });
  };
  return (
    <form className={lookup.rejectForm} noValidate onSubmit={send}>
      <Field
        error={fields?.reason}
        hint={t("visitor.decide.reasonHint")}
        label={t("visitor.decide.rejectTitle")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            // biome-ignore lint/a11y/noAutofocus: it appears by the press that asked for it
            autoFocus
            className={inputClass}
            onChange={({ currentTarget }) => {
              reset();
              setReason(currentTarget.value);
            }}
            ref={input}
            rows={3}
            value={reason}
          />
        )}
      </Field>
      <Checkbox checked={showReason} onChange={setShowReason}>
        {t("visitor.decide.showReason")}
      </Checkbox>
      <div className={lookup.actions}>
        <Button busy={isPending} type="submit" variant="primary">
          {t("visitor.decide.reject")}
        </Button>
        <Button onClick={onBack} variant="quiet">
          {t("visitor.decide.back")}
        </Button>
      </div>
    </form>
  );
}
