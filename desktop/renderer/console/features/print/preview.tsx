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
  /** There is something to print. */
  readonly isReady: boolean;
  readonly onBack: () => void;
  /** What else can be chosen. */
  readonly tools?: ReactNode;
  /** Of badges: their paper can be chosen. */
  readonly view?: BadgeView | undefined;
  readonly children: ReactNode;
}

/** The sheet on the screen as it comes out of the printer, with what can be done with it above. */
export function Preview({ kind, isReady, onBack, tools, view, children }: Props) {
  const t = useTranslate();
  const badgePaper = usePaperName();
  const canPrint = isReady && (!view || view.isReady);
  return (
    <div className={styles.page}>
      <title>{t("console.print.page", { title: t(`console.print.${kind}`) })}</title>
      <header className={styles.bar}>
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
      {/* wider than a phone: it is moved with the keyboard, too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways takes the focus */}
      <main aria-label={t(`console.print.${kind}`)} className={styles.desk} tabIndex={0}>
        {children}
      </main>
    </div>
  );
}
