import { Alert, List, Text } from "@mantine/core";
import type { TrashRow } from "#contract/privacy/privacy-trash.ts";
import { ButtonLink } from "../../components/links.tsx";
import { failureText } from "../../lib/failures.ts";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import { countPeople, type TrashAction, type TrashRequest } from "./trash-actions.ts";

interface Props {
  readonly request: TrashRequest;
  /** Undefined after success. */
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Why a row was skipped. */
const reasonOf = (action: TrashAction, { blocked }: TrashRow): TextKey => {
  if (action === "restore") return "console.trash.notHidden";
  return blocked ? `console.trash.blocked.${blocked}` : "console.trash.alreadyHidden";
};

/** Result of an action, with the skipped rows and their reasons. */
export function TrashResult({ request: { action, rows, skipped }, error, onClose }: Props) {
  const t = useTranslate();
  const people = countPeople(rows);
  return (
    <Alert
      closeButtonLabel={t("console.shell.close")}
      color={error ? "orange" : "green"}
      onClose={onClose}
      role="status"
      title={
        error
          ? t(`console.trash.${action}Refused`)
          : t(`console.trash.${action}Done`, { visits: rows.length, people })
      }
      withCloseButton
    >
      {error ? <Text size="sm">{failureText(error)}</Text> : null}
      {skipped.length > 0 && (
        <>
          <Text size="sm">{t("console.trash.left", { count: skipped.length })}</Text>
          <List size="sm">
            {skipped.map((row) => (
              <List.Item key={row.id}>
                {row.reserveNo} {row.name} · {t(reasonOf(action, row))}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {action === "destroy" && !error && (
        <ButtonLink mt="xs" size="compact-sm" to="/register" variant="default">
          {t("console.trash.toRegister")}
        </ButtonLink>
      )}
    </Alert>
  );
}
