import { useMantineTheme } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from "react";
import type { SignageItem } from "#contract/site/signage.ts";
import { useLanguage } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./screen.module.css";

export type ScreenShape = "wide" | "tall";
/** As much of an item as is seen. */
type Shown = Pick<SignageItem, "type" | "title" | "text" | "enText" | "file">;

interface ScreenProps {
  /** Nothing to show: whose house this is. */
  readonly item: Shown | undefined;
  /** What runs along the bottom. */
  readonly flowTexts: readonly Pick<SignageItem, "text" | "enText">[];
  readonly shape: ScreenShape;
  readonly isPlaying: boolean;
  /** Of the site's clock, "HH:mm". */
  readonly time: string;
  /** A video came to its end; without it begins again. */
  readonly onEnd?: (() => void) | undefined;
}

/** So long a text of no length takes from one side of the screen to the other, and so much longer with each letter. */
const crossingSeconds = 14;
const secondsPerLetter = 0.25;

/** A screen of the lobby, drawn as it looks there. */
export function Screen({ item, flowTexts, shape, isPlaying, time, onEnd }: ScreenProps) {
  const { customerCompany } = useSuspenseQuery(siteQuery).data;
  const { brand } = useMantineTheme().colors;
  const language = useLanguage();
  const words = flowTexts.flatMap(({ text, enText }) => (enText ? [text, enText] : [text])).join(" · ");
  const colours = { "--screen-brand": brand?.[8], "--screen-on-brand": "#fff" };
  return (
    <div className={styles.frame}>
      <div className={styles.screen} data-shape={shape} style={colours as CSSProperties}>
        <div className={styles.stage}>
          {item?.type === "text" && <ScreenText enText={item.enText} text={item.text} />}
          {item?.type === "image" && (
            <img alt={item.title} className={styles.media} key={item.file?.url} src={item.file?.url} />
          )}
          {item?.type === "video" && (
            <ScreenVideo isPlaying={isPlaying} item={item} key={item.file?.url} onEnd={onEnd} />
          )}
          {!item && <div className={styles.idle}>{customerCompany[language] || customerCompany.ko}</div>}
        </div>
        {words && (
          <div className={styles.ticker}>
            <span className={styles.track}>
              <span
                className={styles.run}
                data-still={isPlaying ? undefined : true}
                style={{ animationDuration: `${crossingSeconds + words.length * secondsPerLetter}s` }}
              >
                {words}
              </span>
            </span>
            <span className={styles.clock}>{time}</span>
          </div>
        )}
      </div>
    </div>
  );
}

interface VideoProps extends Pick<ScreenProps, "isPlaying"> {
  readonly item: Shown;
  readonly onEnd: (() => void) | undefined;
}

function ScreenVideo({ item, isPlaying, onEnd }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // refused where the browser is busy; the next press tries again
    if (isPlaying) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  }, [isPlaying]);
  return (
    <video
      aria-label={item.title}
      className={styles.media}
      loop={!onEnd}
      muted
      onEnded={onEnd}
      playsInline
      preload="metadata"
      ref={video}
      src={item.file?.url}
    />
  );
}

interface ScreenTextProps {
  readonly text: string;
  readonly enText: string;
}

/** Longer than this a single line is no headline. */
const longestHeadline = 60;
const largest = 1.35;
const smallest = 0.2;

/** A text as the lobby sets it: the first of several lines large, English below, all of it as large as there is room. */
function ScreenText({ text, enText }: ScreenTextProps) {
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
