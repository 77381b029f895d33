import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Language } from "#browser/language.ts";
import { type PreviewReady, type PreviewText, previewPath } from "#contract/site/previews.ts";
import { previewPage } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./texts.module.css";

interface Props {
  /** The text as the server would send it to visitors; undefined while loading. */
  readonly text: PreviewText["text"] | undefined;
  readonly language: Language;
  /** The preview is outdated, because the server could not be reached. */
  readonly isStale: boolean;
  readonly onRetry: () => void;
  /** Remark above the preview. */
  readonly note?: string | undefined;
}

/** The public site's page is considered unavailable after this time. */
const timeoutMs = 10_000;

const sandbox = "allow-scripts allow-modals allow-popups allow-popups-to-escape-sandbox";
/** In development the site has its own port, and its modules cannot be loaded from an opaque origin. */
const devSite: string | undefined = import.meta.env.DEV ? import.meta.env.VITE_SITE : undefined;
const page = devSite
  ? { src: devSite + previewPath, sandbox: `${sandbox} allow-same-origin` }
  : { src: desktopApp ? previewPage : previewPath, sandbox };

/** Shows a text in the public site's page, as visitors see it (docs/decisions/public-site/text-editor.md). */
export function PreviewFrame({ text, language, isStale, onRetry, note }: Props) {
  const t = useTranslate();
  const [isNarrow, setIsNarrow] = useState(true);
  const [attempt, setAttempt] = useState(0);
  return (
    <Paper aria-label={t("console.texts.preview")} component="section" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text component="h2" fw={600}>
            {t("console.texts.preview")}
          </Text>
          <SegmentedControl
            aria-label={t("console.texts.previewWidth")}
            data={[
              { value: "narrow", label: t("console.texts.narrow") },
              { value: "wide", label: t("console.texts.wide") },
            ]}
            onChange={(width) => setIsNarrow(width === "narrow")}
            size="xs"
            value={isNarrow ? "narrow" : "wide"}
          />
        </Group>
        {note && (
          <Text c="dimmed" size="sm">
            {note}
          </Text>
        )}
        {isStale && (
          <Group justify="space-between">
            <Text c="var(--mantine-color-error)" role="status" size="sm">
              {t("console.texts.previewStale")}
            </Text>
            <Button onClick={onRetry} size="compact-sm" variant="default">
              {t("console.shell.again")}
            </Button>
          </Group>
        )}
        <div className={styles.frameBox} data-narrow={isNarrow || undefined}>
          <Frame key={attempt} language={language} onRetry={() => setAttempt(attempt + 1)} text={text} />
        </div>
      </Stack>
    </Paper>
  );
}

interface FrameProps extends Pick<Props, "text" | "language"> {
  readonly onRetry: () => void;
}

function Frame({ text, language, onRetry }: FrameProps) {
  const t = useTranslate();
  const brandColor = useQuery(siteQuery).data?.brandColor ?? "";
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(() => {
    const timer = setTimeout(() => setState("failed"), timeoutMs);
    const onMessage = ({ data, source }: MessageEvent<PreviewReady>) => {
      if (source !== frame.current?.contentWindow || data.kind !== "preview-ready") return;
      clearTimeout(timer);
      setState("ready");
    };
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
    };
  }, []);

  useEffect(() => {
    if (state !== "ready" || !text) return;
    const message: PreviewText = { kind: "preview-text", language, brandColor, text };
    // The sandboxed page has an opaque origin, so the window identifies it instead.
    frame.current?.contentWindow?.postMessage(message, "*");
  }, [state, text, language, brandColor]);

  if (state === "failed") {
    return (
      <Stack align="center" gap="sm" justify="center" mih={240} role="alert" ta="center">
        <Text fw={600}>{t("console.texts.previewFailed")}</Text>
        <Button onClick={onRetry} variant="default">
          {t("console.shell.again")}
        </Button>
      </Stack>
    );
  }
  return (
    <>
      {(state === "loading" || !text) && <Skeleton className={styles.loading} radius="md" />}
      <iframe
        className={styles.frame}
        ref={frame}
        sandbox={page.sandbox}
        src={page.src}
        title={t("console.texts.previewFrame")}
      />
    </>
  );
}
