/** Secondary actions of a visit: edit, repeat, write a message, print the badge. */
import { Button, Group } from "@mantine/core";
import { IconClock, IconPencil, IconPrinter, IconSend, IconUserPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, scopeOf, useCurrentUser } from "../../lib/session.ts";

/** A form that replaces the details in the drawer. */
export type DrawerForm = "edit" | "when" | "address" | "message";

interface Props {
  readonly visit: VisitAnswer;
  readonly onForm: (form: DrawerForm) => void;
  /** Gets the focus back after a form. */
  readonly opener: Ref<HTMLButtonElement>;
}

export function VisitTools({ visit, onForm, opener }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  return (
    <Group gap="xs">
      {visit.actions.includes("edit") && (
        <>
          <Button
            leftSection={<IconPencil aria-hidden size={16} />}
            onClick={() => onForm("edit")}
            ref={opener}
            size="compact-sm"
            variant="default"
          >
            {t("console.action.edit")}
          </Button>
          <Button
            leftSection={<IconClock aria-hidden size={16} />}
            onClick={() => onForm("when")}
            size="compact-sm"
            variant="default"
          >
            {t("console.visit.when")}
          </Button>
        </>
      )}
      {visit.enteredAt !== null && may(user, "visits.reserve") && (
        <ButtonLink
          leftSection={<IconUserPlus aria-hidden size={16} />}
          search={{ again: visit.id }}
          size="compact-sm"
          to="/reserve"
          variant="default"
        >
          {t("console.visit.again")}
        </ButtonLink>
      )}
      {scopeOf(user, "sms") === "own" && !visit.unreachable && (
        <Button
          leftSection={<IconSend aria-hidden size={16} />}
          onClick={() => onForm("message")}
          size="compact-sm"
          variant="default"
        >
          {t("console.nav.compose")}
        </Button>
      )}
      {scopeOf(user, "sms") === "all" && !visit.unreachable && (
        <ButtonLink
          leftSection={<IconSend aria-hidden size={16} />}
          search={{ visit: visit.id }}
          size="compact-sm"
          to="/messages/new"
          variant="default"
        >
          {t("console.nav.compose")}
        </ButtonLink>
      )}
    </Group>
  );
}

const badgeStatuses = ["approved", "entered", "exited"];

/** Link to the printable badge. */
export function BadgeLink({ visit: { id, statusCode } }: { readonly visit: VisitAnswer }) {
  const t = useTranslate();
  if (!may(useCurrentUser(), "desk") || !badgeStatuses.includes(statusCode)) return null;
  return (
    <ButtonLink
      leftSection={<IconPrinter aria-hidden size={16} />}
      params={{ kind: "badge" }}
      search={{ visit: id }}
      size="compact-sm"
      to="/print/$kind"
      variant="default"
      w="fit-content"
    >
      {t("console.print.badgeButton")}
    </ButtonLink>
  );
}
