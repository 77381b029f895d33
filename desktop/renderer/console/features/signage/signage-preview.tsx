import { ActionIcon, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { WallTime } from "#contract/dates.ts";
import type { SignageItem } from "#contract/site/signage.ts";
import { useTranslate } from "../../lib/language.ts";
import { stateOf } from "./item.ts";
import { Screen, type ScreenShape } from "./screen.tsx";

interface Props {
  readonly items: readonly SignageItem[];
  readonly flowTexts: readonly SignageItem[];
  /** Wall time. */
  readonly now: WallTime;
}

/** Plays what the lobby display currently shows. */
export function SignagePreview({ items, flowTexts, now }: Props) {
  const t = useTranslate();
  const [shape, setShape] = useState<ScreenShape>("wide");
  const prefersReducedMotion = useReducedMotion();
  const [playing, setPlaying] = useState<boolean>();
  const isPlaying = playing ?? !prefersReducedMotion;
  const shown = items.filter((item) => stateOf(item, now) === "now");
  const { item, position, step } = usePlayback(shown, isPlaying);
  const buttons = [
    { label: t("console.signage.previous"), Icon: IconPlayerTrackPrev, act: () => step(-1) },
    isPlaying
      ? { label: t("console.signage.pause"), Icon: IconPlayerPause, act: () => setPlaying(false) }
      : { label: t("console.signage.play"), Icon: IconPlayerPlay, act: () => setPlaying(true) },
    { label: t("console.signage.next"), Icon: IconPlayerTrackNext, act: () => step(1) },
  ];
  return (
    <Paper aria-label={t("console.signage.preview")} component="section" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {t("console.signage.preview")}
          </Title>
          <SegmentedControl
            aria-label={t("console.signage.shape")}
            data={[
              { value: "wide", label: t("console.signage.wide") },
              { value: "tall", label: t("console.signage.tall") },
            ]}
            onChange={(next) => setShape(next === "tall" ? "tall" : "wide")}
            size="xs"
            value={shape}
          />
        </Group>
        <Screen
          flowTexts={flowTexts.filter((flowText) => stateOf(flowText, now) === "now")}
          isPlaying={isPlaying}
          item={item}
          onEnd={shown.length > 1 ? () => step(1) : undefined}
          shape={shape}
          time={now.slice(11)}
        />
        <Group justify="space-between" wrap="nowrap">
          <Text c="dimmed" className="tabular" size="sm" truncate>
            {item
              ? t("console.signage.place", { place: position, count: shown.length, title: item.title })
              : t("console.signage.nothingNow")}
          </Text>
          {shown.length > 0 && (
            <Group gap={4} wrap="nowrap">
              {buttons.map(({ label, Icon, act }) => (
                <ActionIcon aria-label={label} key={label} onClick={act} variant="default">
                  <Icon aria-hidden size={16} />
                </ActionIcon>
              ))}
            </Group>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

interface Playback {
  readonly item: SignageItem | undefined;
  /** From 1; 0 without items. */
  readonly position: number;
  step(by: 1 | -1): void;
}

/** Loops through items, each for its own time. Follows the current item when the order changes. */
function usePlayback(items: readonly SignageItem[], isPlaying: boolean): Playback {
  const [id, setId] = useState<number>();
  const found = items.findIndex((item) => item.id === id);
  const index = found < 0 ? 0 : found;
  const item = items[index];
  const idAfter = (by: number) => items.at((index + by) % items.length)?.id;
  const next = items.length > 0 ? idAfter(1) : undefined;
  const currentId = item?.id;
  const seconds = item?.seconds;
  // biome-ignore lint/correctness/useExhaustiveDependencies: restart the timer for every item
  useEffect(() => {
    if (!isPlaying || seconds === undefined) return;
    const timer = setTimeout(() => setId(next), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, currentId, seconds, next]);
  return { item, position: item ? index + 1 : 0, step: (by) => setId(idAfter(by)) };
}
