import { useMemo, useRef } from "react";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { actionsId } from "../../components/table/columns.ts";
import { RowActions } from "../../components/table/row-actions.tsx";
import type { ColumnFactory } from "../../components/table/use-table.ts";
import { hostUserColumns } from "./columns.tsx";
import { HostUserActions, type HostUserMode } from "./host-user-actions.tsx";
import type { Invited } from "./use-account-action.ts";

interface RowActionHandlers {
  /** Opens the drawer with one of its forms. */
  readonly onMode: (id: number, mode: HostUserMode) => void;
  /** Opens the drawer with an invitation that was just created. */
  readonly onInvited: (invited: Invited) => void;
}

/** The columns of the list, with a column of actions for administrators. */
export function useHostUserColumns(
  mayEdit: boolean,
  handlers: RowActionHandlers,
): ColumnFactory<HostUserAnswer> {
  const latest = useRef(handlers);
  latest.current = handlers;
  return useMemo(() => {
    if (!mayEdit) return hostUserColumns;
    return (t) => [
      ...hostUserColumns(t),
      {
        id: actionsId,
        header: t("console.choice.next"),
        enableHiding: false,
        cell: ({ row: { original } }) => (
          <RowActions name={original.name}>
            {(close) => (
              <HostUserActions
                onInvited={(invited) => {
                  close();
                  latest.current.onInvited(invited);
                }}
                onMode={(mode) => {
                  close();
                  latest.current.onMode(original.id, mode);
                }}
                onRemoved={close}
                user={original}
              />
            )}
          </RowActions>
        ),
      },
    ];
  }, [mayEdit]);
}
