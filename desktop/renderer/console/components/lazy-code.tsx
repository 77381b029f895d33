import { Button, Center, Stack, Text } from "@mantine/core";
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from "react";
import { useTranslate } from "../lib/language.ts";

/** A part of the console whose code comes later than the page. */
export interface LazyCode<Props> extends FunctionComponent<Props> {
  /** Fetches the code. @throws where it cannot be fetched; the next call tries again */
  load(): Promise<void>;
  /** The same ahead of its use; a failure is said where it is used. */
  preload(): Promise<void> | undefined;
}

const retryMs = 3_000;

const failedStyles = new Set<HTMLLinkElement>();

addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  },
  true,
);

/**
 * Style sheets that failed are asked for again: Vite takes them for loaded once it has asked.
 * @throws where one of them fails again
 */
async function reloadFailedStyles(): Promise<void> {
  const failed = [...failedStyles];
  failedStyles.clear();
  await Promise.all(
    failed.map(async (old) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.crossOrigin = old.crossOrigin;
      link.href = old.href;
      old.replaceWith(link);
      await new Promise((resolve, reject) => {
        link.addEventListener("load", resolve);
        link.addEventListener("error", () => reject(new Error(`no style sheet at ${link.href}`)));
      });
    }),
  );
}

/** A newer version on the server has other files: where the server answers, only the page itself helps. */
async function reloadIfServerAnswers(): Promise<void> {
  const page = fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
  const answer = await page.catch(() => undefined);
  if (answer?.ok) location.reload();
}

/**
 * Unlike React's `lazy`, which keeps a failure for good and hands it to the screen around: what cannot be fetched is
 * said in its own place, and fetched again by itself every three seconds and when the browser is back online.
 * @param fetchCode gives the component
 * @param fallback stands there meanwhile
 */
export function lazyCode<Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyCode<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let hasFailed = false;

  const fetchOnce = async () => {
    try {
      if (hasFailed) await reloadFailedStyles();
      Loaded = await fetchCode();
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      loading = undefined;
    }
  };
  const load = async (): Promise<void> => {
    if (Loaded) return;
    loading ??= fetchOnce();
    await loading;
  };

  function Lazy(props: Props) {
    const [state, setState] = useState<"here" | "coming" | "missing">(Loaded ? "here" : "coming");
    const isHere = state === "here";
    useEffect(() => {
      if (isHere) return;
      let isMounted = true;
      const look = () =>
        load().then(
          () => isMounted && setState("here"),
          () => isMounted && setState("missing"),
        );
      void look();
      const timer = setInterval(look, retryMs);
      addEventListener("online", look);
      return () => {
        isMounted = false;
        clearInterval(timer);
        removeEventListener("online", look);
      };
    }, [isHere]);
    if (Loaded) return <Loaded {...props} />;
    const again = () => load().then(() => setState("here"), reloadIfServerAnswers);
    return state === "missing" ? <MissingCode again={again} /> : fallback;
  }

  return Object.assign(Lazy, {
    load,
    preload: () => (Loaded ? undefined : load().catch(() => undefined)),
  });
}

function MissingCode({ again }: { readonly again: () => Promise<unknown> }) {
  const t = useTranslate();
  const [isBusy, setIsBusy] = useState(false);
  const press = () => {
    setIsBusy(true);
    void again().finally(() => setIsBusy(false));
  };
  return (
    <Center mih={160} p="lg" role="alert">
      <Stack align="center" gap="sm" ta="center">
        <Text fw={600}>{t("console.failure.read")}</Text>
        <Text c="dimmed">{t("console.failure.code")}</Text>
        <Button loading={isBusy} onClick={press} variant="default">
          {t("console.shell.again")}
        </Button>
      </Stack>
    </Center>
  );
}
