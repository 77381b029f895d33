import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { fromInstant } from "#contract/dates.ts";
import { useTranslate } from "../../lib/language.ts";
import { snapshotQuery } from "./queries.ts";

/** The way to the lists that are kept on this computer, where there are some: an evacuation waits for no sign-in. */
export function KeptLists() {
  const t = useTranslate();
  const { snapshot } = useQuery(snapshotQuery).data ?? {};
  if (!snapshot) return null;
  const at = fromInstant(new Date(snapshot.readAt), snapshot.timezone);
  return (
    <Text p="xs" size="sm" ta="center">
      <Anchor component={Link} inherit to="/offline" underline="always">
        {t(snapshot.isLocked ? "console.gone.keptEvacuation" : "console.gone.open")}
      </Anchor>{" "}
      <Text c="dimmed" component="span" inherit>
        ({t("console.gone.asOf", { at })})
      </Text>
    </Text>
  );
}
