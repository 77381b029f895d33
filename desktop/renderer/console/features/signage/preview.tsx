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

/** What the lobby shows at this moment, in turn, on a drawn screen. */
export function Preview({ items, flowTexts, now }: Props) {
  const t = useTranslate();
  const [shape, setShape] = useState<ScreenShape>("wide");
  const isStill = useReducedMotion();
  const [wanted, setWanted] = useState<boolean>();
  const isPlaying = wanted ?? !isStill;
  const shown = items.filter((item) => stateOf(item, now) === "now");
  const { item, place, step } = useTurns(shown, isPlaying);
  const buttons = [
    { label: t("console.signage.previous"), Icon: IconPlayerTrackPrev, act: () => step(-1) },
    isPlaying
      ? { label: t("console.signage.pause"), Icon: IconPlayerPause, act: () => setWanted(false) }
      : { label: t("console.signage.play"), Icon: IconPlayerPlay, act: () => setWanted(true) },
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
          flowTexts={flowTexts.filter((each) => stateOf(each, now) === "now")}
          isPlaying={isPlaying}
          item={item}
          onEnd={shown.length > 1 ? () => step(1) : undefined}
          shape={shape}
          time={now.slice(11)}
        />
        <Group justify="space-between" wrap="nowrap">
          <Text c="dimmed" className="tabular" size="sm" truncate>
            {item
              ? t("console.signage.place", { place, count: shown.length, title: item.title })
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

interface Turns {
  readonly item: SignageItem | undefined;
  /** From 1 on; 0 where there is none. */
  readonly place: number;
  step(by: 1 | -1): void;
}

/** Items one after the other, each as long as it says, round and round; stays with an item that moves in the order. */
function useTurns(items: readonly SignageItem[], isPlaying: boolean): Turns {
  const [id, setId] = useState<number>();
  const found = items.findIndex((item) => item.id === id);
  const at = found < 0 ? 0 : found;
  const item = items[at];
  const idAfter = (by: number) => items.at((at + by) % items.length)?.id;
  const next = items.length > 0 ? idAfter(1) : undefined;
  const currentId = item?.id;
  const seconds = item?.seconds;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every item has its time from its beginning
  useEffect(() => {
    if (!isPlaying || seconds === undefined) return;
    const timer = setTimeout(() => setId(next), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, currentId, seconds, next]);
  return { item, place: item ? at + 1 : 0, step: (by) => setId(idAfter(by)) };
}
