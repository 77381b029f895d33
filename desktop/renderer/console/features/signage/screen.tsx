import { useMantineTheme } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from "react";
import type { SignageItem } from "#contract/site/signage.ts";
import { useLanguage } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./screen.module.css";

export type ScreenShape = "wide" | "tall";
type VisibleItem = Pick<SignageItem, "type" | "title" | "text" | "enText" | "file">;

interface ScreenProps {
  /** Undefined shows the company name. */
  readonly item: VisibleItem | undefined;
  /** Tickers. */
  readonly flowTexts: readonly Pick<SignageItem, "text" | "enText">[];
  readonly shape: ScreenShape;
  readonly isPlaying: boolean;
  /** Time at the site, "HH:mm". */
  readonly time: string;
  /** Called at the end of a video; undefined loops the video. */
  readonly onEnd?: (() => void) | undefined;
}

/** Ticker speed: seconds to cross the screen, and per character. */
const crossingSeconds = 14;
const secondsPerCharacter = 0.25;

/** Drawing of a lobby display. */
export function Screen({ item, flowTexts, shape, isPlaying, time, onEnd }: ScreenProps) {
  const { customerCompany } = useSuspenseQuery(siteQuery).data;
  const { brand } = useMantineTheme().colors;
  const language = useLanguage();
  const tickerText = flowTexts.flatMap(({ text, enText }) => (enText ? [text, enText] : [text])).join(" · ");
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
        {tickerText && (
          <div className={styles.ticker}>
            <span className={styles.tickerTrack}>
              <span
                className={styles.tickerText}
                data-paused={isPlaying ? undefined : true}
                style={{
                  animationDuration: `${crossingSeconds + tickerText.length * secondsPerCharacter}s`,
                }}
              >
                {tickerText}
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
  readonly item: VisibleItem;
  readonly onEnd: (() => void) | undefined;
}

function ScreenVideo({ item, isPlaying, onEnd }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // the browser may refuse to play; the user can retry
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

/** Longer single lines are not a headline. */
const maxHeadlineLength = 60;
const maxFontScale = 1.35;
const minFontScale = 0.2;

/** Text layout of the lobby display: the first of several lines is a headline, English below, as large as fits. */
function ScreenText({ text, enText }: ScreenTextProps) {
  const container = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fit again when the text changes
  useLayoutEffect(() => {
    const [outer, inner] = [container.current, lines.current];
    if (!outer || !inner) return;
    const fitText = () => {
      const { paddingTop, paddingBottom } = getComputedStyle(outer);
      const height = outer.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      for (let scale = maxFontScale; scale > minFontScale; scale *= 0.94) {
        inner.style.setProperty("--fit", scale.toFixed(3));
        if (inner.scrollHeight <= height + 1 && inner.scrollWidth <= inner.clientWidth + 1) return;
      }
    };
    const observer = new ResizeObserver(fitText);
    observer.observe(outer);
    fitText();
    return () => observer.disconnect();
  }, [text, enText]);
  return (
    <div className={styles.text} ref={container}>
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
      <p className={others || first.length <= maxHeadlineLength ? styles.headline : undefined}>{first}</p>
      {others && <p>{others}</p>}
    </>
  );
}
