import { Button, Group, Stack, Title } from "@mantine/core";
import { useState } from "react";
import type { VisitAnswer } from "#contract/visits.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { HideButton } from "../trash/hide-button.tsx";
import { ConsentList } from "./consent-list.tsx";

interface Props {
  readonly visit: VisitAnswer;
  readonly onHidden: () => void;
}

/** What a visit's drawer says of its data: the consents, and where whoever answers for it goes on. */
export function VisitPrivacy({ visit, onHidden }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const [isShown, setIsShown] = useState(false);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("console.consents.title")}
      </Title>
      {isShown && <ConsentList id={visit.id} isMissing={visit.consentMissing} />}
      <Group gap="xs">
        {!isShown && (
          <Button onClick={() => setIsShown(true)} size="compact-sm" variant="default">
            {t("console.consents.show")}
          </Button>
        )}
        {may(user, "privacy.read") && (
          <ButtonLink search={{ visitId: visit.id }} size="compact-sm" to="/access-log" variant="default">
            {t("console.consents.accessLog")}
          </ButtonLink>
        )}
        {may(user, "privacy") && <HideButton onHidden={onHidden} visit={visit} />}
        {may(user, "privacy") && (
          <ButtonLink
            search={{ add: true, visit: visit.id }}
            size="compact-sm"
            to="/erasure-requests"
            variant="default"
          >
            {t("console.consents.erasure")}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}
