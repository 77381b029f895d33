import { IconPrinter } from "@tabler/icons-react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const wearers = ["approved", "entered", "exited"];

/** Leads to the badge of who may come in, or is in. */
export function BadgeLink({ visit: { id, statusCode } }: { readonly visit: VisitAnswer }) {
  const t = useTranslate();
  if (!may(useCurrentUser(), "desk") || !wearers.includes(statusCode)) return null;
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
