import { Button, Group, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Sheet } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./print.module.css";
import { AppPrintTools, BrowserPrintTools } from "./print-tools.tsx";
import { type BadgeView, usePaperName } from "./use-printing.ts";

interface Props {
  readonly kind: Sheet;
  /** Whether the data to print is loaded. */
  readonly isReady: boolean;
  readonly onBack: () => void;
  /** Additional controls in the header. */
  readonly tools?: ReactNode;
  /** Badges only: state of the preview. */
  readonly view?: BadgeView | undefined;
  readonly children: ReactNode;
}

/** Print preview with its toolbar. */
export function PrintPreview({ kind, isReady, onBack, tools, view, children }: Props) {
  const t = useTranslate();
  const badgePaper = usePaperName();
  const canPrint = isReady && (!view || view.isReady);
  return (
    <div className={styles.page}>
      <title>{t("console.print.page", { title: t(`console.print.${kind}`) })}</title>
      <header className={styles.toolbar}>
        <Button leftSection={<IconArrowLeft aria-hidden size={16} />} onClick={onBack} variant="default">
          {t("console.print.back")}
        </Button>
        <div className={styles.title}>
          <Title order={1} size="h5">
            {t(`console.print.${kind}`)}
          </Title>
          <Text c="dimmed" size="xs">
            {kind === "badge" ? badgePaper : t(`console.print.${kind}Paper`)}
          </Text>
        </div>
        <Group gap="xs">
          {tools}
          {desktopApp ? (
            <AppPrintTools app={desktopApp} isReady={canPrint} sheet={kind} view={view} />
          ) : (
            <BrowserPrintTools isReady={canPrint} view={view} />
          )}
        </Group>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <main aria-label={t(`console.print.${kind}`)} className={styles.sheets} tabIndex={0}>
        {children}
      </main>
    </div>
  );
}
