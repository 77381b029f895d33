import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { RowActions } from "../../components/table/row-actions.tsx";
import { useTranslate } from "../../lib/language.ts";
import { VisitActions } from "./visit-actions.tsx";

interface Props {
  readonly visit: VisitAnswer;
  readonly onOpen: ((id: number) => void) | undefined;
}

/** Actions in the list of visits; check-in opens the drawer, which has the form. */
export function VisitRowActions({ visit, onOpen }: Props) {
  const t = useTranslate();
  if (visit.actions.every((action) => action === "edit" || action === "reveal")) return null;
  return (
    <RowActions name={visit.name}>
      {(close) => (
        <>
          {visit.actions.includes("issue") && (
            <OnlineButton
              onClick={() => {
                close();
                onOpen?.(visit.id);
              }}
              w="fit-content"
            >
              {t("console.action.issue")}
            </OnlineButton>
          )}
          <VisitActions onDone={close} visit={visit} />
        </>
      )}
    </RowActions>
  );
}
