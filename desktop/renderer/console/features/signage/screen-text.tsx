import { useLayoutEffect, useRef } from "react";
import styles from "./screen.module.css";

interface Props {
  readonly text: string;
  readonly enText: string;
}

/** Longer than this a single line is no headline. */
const longestHeadline = 60;
const largest = 1.35;
const smallest = 0.2;

/** A text as the lobby sets it: the first of several lines large, English below, all of it as large as there is room. */
export function ScreenText({ text, enText }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useLayoutEffect(() => {
    const [around, inside] = [place.current, lines.current];
    if (!around || !inside) return;
    const enlarge = () => {
      const { paddingTop, paddingBottom } = getComputedStyle(around);
      const room = around.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      for (let size = largest; size > smallest; size *= 0.94) {
        inside.style.setProperty("--fit", size.toFixed(3));
        if (inside.scrollHeight <= room + 1 && inside.scrollWidth <= inside.clientWidth + 1) return;
      }
    };
    const watching = new ResizeObserver(enlarge);
    watching.observe(around);
    enlarge();
    return () => watching.disconnect();
  }, [text, enText]);
  return (
    <div className={styles.text} ref={place}>
      <div className={styles.lines} ref={lines}>
        <Lines text={text} />
        {enText && (
          <div className={styles.english} lang="en">
            <Lines text={enText} />
          </div>
        )}
      </div>
    </div>
  );
}

function Lines({ text }: { readonly text: string }) {
  const [first = "", ...rest] = text.split("\n");
  const others = rest.join("\n").trim();
  return (
    <>
      <p className={others || first.length <= longestHeadline ? styles.headline : undefined}>{first}</p>
      {others && <p>{others}</p>}
    </>
  );
}
