import { periodParts } from "#browser/formats.ts";

/** A local date and time; wraps between the two in narrow places. */
export function DateTime({ at }: { readonly at: string }) {
  return (
    <span className="tabular">
      <span className="nowrap">{at.slice(0, 10)}</span> <span className="nowrap">{at.slice(11)}</span>
    </span>
  );
}

/** A sentence with a date; never wraps within the date. */
export function DatedText({ children }: { readonly children: string }) {
  const start = children.search(/\d{4}-\d{2}-\d{2}/);
  if (start < 0) return children;
  return (
    <>
      {children.slice(0, start)}
      <span className="nowrap">{children.slice(start, start + 10)}</span>
      {children.slice(start + 10)}
    </>
  );
}

interface Props {
  /** Local times. */
  readonly start: string;
  readonly end: string;
}

/** A period; wraps between start and end, never within a date or time. */
export function Period({ start, end }: Props) {
  const [first, second] = periodParts(start, end);
  return (
    <span className="tabular">
      <span className="nowrap">{first}</span> <span className="nowrap">{second}</span>
    </span>
  );
}
