import { Group, Switch, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { compareLines, countChanges, type Piece } from "./compare.ts";
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

const blocks = new Set(
  "P H1 H2 H3 H4 H5 H6 LI TR DIV UL OL DL DT DD TABLE CAPTION BLOCKQUOTE PRE HR BR".split(" "),
);

/** They stand on the line of their row. */
const cells = new Set(["TD", "TH"]);

/** @param html is written into no page: nothing of it is loaded or run */
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
    if (blocks.has(nodeName)) end();
    if (cells.has(nodeName)) line += `${line.trim() === "" ? "" : " | "}${node.textContent}`;
    else if (node.nodeType === Node.TEXT_NODE) line += node.textContent;
    else for (const child of node.childNodes) read(child);
    if (blocks.has(nodeName)) end();
  };
  read(new DOMParser().parseFromString(html, "text/html").body);
  end();
  return lines;
}

/** What a reader reads line by line, without its formatting. @param isHtml else its own lines count */
function textLines(text: string, isHtml: boolean): string[] {
  if (isHtml) return linesOfHtml(text);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
