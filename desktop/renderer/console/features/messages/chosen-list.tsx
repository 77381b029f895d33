import { CloseButton, Text, UnstyledButton } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import type { Addressee } from "./compose-values.ts";
import styles from "./messages.module.css";

interface Props {
  readonly addressees: readonly Addressee[];
  /** The one whose message is shown. */
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly onRemove: (index: number) => void;
  /** What is wrong with one of them. */
  readonly errorOf: (index: number) => string | undefined;
}

/** Whom the message goes to. Choosing one shows what they will read. */
export function ChosenList({ addressees, shown, onShow, onRemove, errorOf }: Props) {
  const t = useTranslate();
  return (
    <ul aria-label={t("console.compose.recipients")} className={styles.chosen}>
      {addressees.map(({ key, name, cellPhone }, index) => {
        const error = errorOf(index);
        return (
          <li className={styles.one} data-shown={index === shown || undefined} key={key}>
            <UnstyledButton
              aria-pressed={index === shown}
              className={styles.who}
              onClick={() => onShow(index)}
            >
              <Text component="span" fw={600} size="sm">
                {name}
              </Text>{" "}
              {cellPhone !== name && (
                <Text c="dimmed" className="tabular" component="span" size="sm">
                  {cellPhone || t("console.compose.noNumber")}
                </Text>
              )}
            </UnstyledButton>
            <CloseButton
              aria-label={t("console.compose.remove", { name })}
              onClick={() => onRemove(index)}
              size="sm"
            />
            {error && (
              <Text c="var(--mantine-color-error)" className={styles.wrong} role="alert" size="sm">
                {error}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
