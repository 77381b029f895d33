import { checklistLines, type DeployedTerms } from "#contract/texts/terms.ts";
import { Checkbox } from "../../components/form/checkbox.tsx";
import { lineKey } from "./consent.ts";

/** Lines of a checklist with the keys of their ticks. */
export const linesOf = (term: DeployedTerms) =>
  checklistLines(term.currentVersion.body).map((line, index) => ({ ...line, key: lineKey(term, index) }));

interface ChecklistLinesProps {
  readonly lines: ReturnType<typeof linesOf>;
  readonly ticks: Readonly<Record<string, boolean>>;
  /** Highlights unticked boxes. */
  readonly isMarked: boolean;
  readonly onTick: (line: string, on: boolean) => void;
}

/** Lines starting with `[]` are checkboxes, others paragraphs (docs/behaviour.md, "Request form"). */
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
