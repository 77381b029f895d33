import { Group, Switch, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { compareLines, countChanges, type Piece } from "./compare.ts";
import { textLines } from "./text-lines.ts";
import styles from "./texts.module.css";

interface Props {
  /** Which language is compared. */
  readonly title: string;
  readonly isHtml: boolean;
  readonly before: string;
  readonly after: string;
  /** What the two are called: "버전 1". */
  readonly beforeName: string;
  readonly afterName: string;
}

/** Two texts side by side, below each other on a phone; what went and what came is marked in more than colour. */
export function Comparison({ title, isHtml, before, after, beforeName, afterName }: Props) {
  const t = useTranslate();
  const [isShort, setIsShort] = useState(false);
  const lines = useMemo(
    () => compareLines(textLines(before, isHtml), textLines(after, isHtml)),
    [before, after, isHtml],
  );
  const { removed, added } = countChanges(lines);
  const isEqual = removed + added === 0;
  const isOnlyFormat = isEqual && before !== after;
  const shown = isShort ? lines.filter(({ isSame }) => !isSame) : lines;

  return (
    <Section title={title}>
      <Group justify="space-between">
        <Text role="status" size="sm">
          {isEqual
            ? t(isOnlyFormat ? "console.compare.onlyFormat" : "console.compare.equal")
            : t("console.compare.count", { removed, added })}
        </Text>
        {!isEqual && (
          <Switch
            checked={isShort}
            label={t("console.compare.short")}
            onChange={(event) => setIsShort(event.currentTarget.checked)}
          />
        )}
      </Group>
      <table aria-label={t("console.compare.of", { title })} className={styles.sides}>
        <thead>
          <tr>
            <th scope="col">{beforeName}</th>
            <th scope="col">{afterName}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ before: left, after: right, isSame }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and they never move by themselves
            <tr data-same={isSame || undefined} key={index}>
              <Side pieces={left} />
              <Side pieces={right} />
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Side({ pieces }: { readonly pieces: readonly Piece[] | undefined }) {
  return (
    <td data-nothing={pieces === undefined || undefined}>
      {pieces?.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be equal, and they never move by themselves
        <Marked key={index} piece={piece} />
      ))}
    </td>
  );
}

/** Struck out or underlined, with a sign in front: told apart without colours, and by those who listen. */
function Marked({ piece: { kind, text } }: { readonly piece: Piece }) {
  if (kind === "removed") return <del className={styles.removed}>{text}</del>;
  if (kind === "added") return <ins className={styles.added}>{text}</ins>;
  return text;
}
