import { Alert, List, Text } from "@mantine/core";
import type { TrashRow } from "#contract/privacy-trash.ts";
import { ButtonLink } from "../../components/links.tsx";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import { type Moving, peopleOf, refusalText, type TrashMove } from "./trash-actions.ts";

interface Props {
  readonly moving: Moving;
  /** Undefined where it was done. */
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Why a row was left out. */
const reasonOf = (move: TrashMove, { blocked }: TrashRow): TextKey => {
  if (move === "restore") return "console.trash.notHidden";
  return blocked ? `console.trash.blocked.${blocked}` : "console.trash.alreadyHidden";
};

/** What became of it: how many it was done to, and what could not be done and why. */
export function TrashResult({ moving: { move, rows, left }, error, onClose }: Props) {
  const t = useTranslate();
  const people = peopleOf(rows);
  return (
    <Alert
      closeButtonLabel={t("console.frame.close")}
      color={error ? "orange" : "green"}
      onClose={onClose}
      role="status"
      title={
        error
          ? t(`console.trash.${move}Refused`)
          : t(`console.trash.${move}Done`, { visits: rows.length, people })
      }
      withCloseButton
    >
      {error ? <Text size="sm">{refusalText(error)}</Text> : null}
      {left.length > 0 && (
        <>
          <Text size="sm">{t("console.trash.left", { count: left.length })}</Text>
          <List size="sm">
            {left.map((row) => (
              <List.Item key={row.id}>
                {row.reserveNo} {row.name} · {t(reasonOf(move, row))}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {move === "destroy" && !error && (
        <ButtonLink mt="xs" size="compact-sm" to="/register" variant="default">
          {t("console.trash.toRegister")}
        </ButtonLink>
      )}
    </Alert>
  );
}
