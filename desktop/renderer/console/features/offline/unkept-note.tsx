import { Alert, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Bridge } from "../../../../ipc.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

/** Tells users of the lists, while the server is reachable, that this computer keeps none for later. */
export function UnkeptNote({ app }: { readonly app: Pick<Bridge, "canKeepLists"> }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { data: canKeep = true } = useQuery({ queryKey: ["canKeepLists"], queryFn: app.canKeepLists });
  if (canKeep || !may(user, "desk") || !may(user, "visits.search")) return null;
  return (
    <Alert color="gray" px="sm" py={4} role="status" variant="light">
      <Group gap="sm">
        <Text size="sm">{t("console.offline.problem.unprotected")}</Text>
        <ButtonLink params={{ kind: "evacuation" }} size="compact-sm" to="/print/$kind" variant="default">
          {t("console.offline.printEvacuation")}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
