import { Group, Switch, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { compareLines, countChanges, type Piece } from "./compare.ts";
import styles from "./texts.module.css";

interface Props {
  /** Language of the texts. */
  readonly title: string;
  readonly isHtml: boolean;
  readonly before: string;
  readonly after: string;
  /** Labels of the texts, such as "버전 1". */
  readonly beforeName: string;
  readonly afterName: string;
}

/** Two texts side by side, stacked on a phone, with their differences marked. */
export function Comparison({ title, isHtml, before, after, beforeName, afterName }: Props) {
  const t = useTranslate();
  const [hidesEqualLines, setHidesEqualLines] = useState(false);
  const lines = useMemo(
    () => compareLines(textLines(before, isHtml), textLines(after, isHtml)),
    [before, after, isHtml],
  );
  const { removed, added } = countChanges(lines);
  const isEqual = removed + added === 0;
  const differsInFormat = isEqual && before !== after;
  const shown = hidesEqualLines ? lines.filter(({ isSame }) => !isSame) : lines;

  return (
    <Section title={title}>
      <Group justify="space-between">
        <Text role="status" size="sm">
          {isEqual
            ? t(differsInFormat ? "console.compare.onlyFormat" : "console.compare.equal")
            : t("console.compare.count", { removed, added })}
        </Text>
        {!isEqual && (
          <Switch
            checked={hidesEqualLines}
            label={t("console.compare.short")}
            onChange={(event) => setHidesEqualLines(event.currentTarget.checked)}
          />
        )}
      </Group>
      <table aria-label={t("console.compare.of", { title })} className={styles.comparison}>
        <thead>
          <tr>
            <th scope="col">{beforeName}</th>
            <th scope="col">{afterName}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ before: left, after: right, isSame }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and are never reordered
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
    <td data-missing={pieces === undefined || undefined}>
      {pieces?.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be equal, and are never reordered
        <MarkedPiece key={index} piece={piece} />
      ))}
    </td>
  );
}

/** Marks a piece with `del` or `ins`, which are distinguishable without colour and by screen readers. */
function MarkedPiece({ piece: { kind, text } }: { readonly piece: Piece }) {
  if (kind === "removed") return <del className={styles.removed}>{text}</del>;
  if (kind === "added") return <ins className={styles.added}>{text}</ins>;
  return text;
}

const blockElements = new Set(
  "P H1 H2 H3 H4 H5 H6 LI TR DIV UL OL DL DT DD TABLE CAPTION BLOCKQUOTE PRE HR BR".split(" "),
);

/** Cells share the line of their row. */
const cellElements = new Set(["TD", "TH"]);

/** @param html parsed into an inert document: nothing of it is loaded or run */
function linesOfHtml(html: string): string[] {
  const lines: string[] = [];
  let line = "";
  const end = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text !== "") lines.push(text);
    line = "";
  };
  const read = (node: Node) => {
    const { nodeName } = node;
    if (blockElements.has(nodeName)) end();
    if (cellElements.has(nodeName)) line += `${line.trim() === "" ? "" : " | "}${node.textContent}`;
    else if (node.nodeType === Node.TEXT_NODE) line += node.textContent;
    else for (const child of node.childNodes) read(child);
    if (blockElements.has(nodeName)) end();
  };
  read(new DOMParser().parseFromString(html, "text/html").body);
  end();
  return lines;
}

/** Visible lines of a text, without formatting. */
function textLines(text: string, isHtml: boolean): string[] {
  if (isHtml) return linesOfHtml(text);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
