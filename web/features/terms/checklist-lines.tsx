import { checklistLines, type DeployedTerms } from "#contract/texts/terms.ts";
import { Checkbox } from "../../components/form/checkbox.tsx";
import { lineKey } from "./consent.ts";

/** The lines of a checklist, each with the key under which its tick is kept. */
export const linesOf = (term: DeployedTerms) =>
  checklistLines(term.currentVersion.body).map((line, index) => ({ ...line, key: lineKey(term, index) }));

interface ChecklistLinesProps {
  readonly lines: ReturnType<typeof linesOf>;
  readonly ticks: Readonly<Record<string, boolean>>;
  /** Boxes that are not ticked are marked as missing. */
  readonly isMarked: boolean;
  readonly onTick: (line: string, on: boolean) => void;
}

/** Lines that start with `[]` are boxes to tick, the others paragraphs (docs/behaviour.md, "Request form"). */
export function ChecklistLines({ lines, ticks, isMarked, onTick }: ChecklistLinesProps) {
  return lines.map(({ kind, key, text }) =>
    kind === "check" ? (
      <Checkbox
        checked={ticks[key] === true}
        id={key}
        invalid={isMarked && !ticks[key]}
        key={key}
        onChange={(on) => onTick(key, on)}
        required
      >
        {text}
      </Checkbox>
    ) : (
      <p key={key}>{text}</p>
    ),
  );
}
