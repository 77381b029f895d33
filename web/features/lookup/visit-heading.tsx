import type { ReactNode } from "react";
import type { StatusCode } from "#contract/visits/status.ts";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useTranslate } from "../../lib/language.ts";

interface VisitHeadingProps {
  readonly statusCode: StatusCode;
  readonly status: { readonly name: string };
  /** the reservation number */
  readonly children: ReactNode;
}

/** Heading of a visit's card: reservation number and status. */
export function VisitHeading({ statusCode, status, children }: VisitHeadingProps) {
  const t = useTranslate();
  return (
    <header>
      <h2>
        <span className="visually-hidden">{t("visitor.result.reserveNo")}</span>
        {children}
      </h2>
      <StatusLabel code={statusCode} name={status.name} />
    </header>
  );
}
