import { Input, Select, Text } from "@mantine/core";
import type { CurrentUser } from "#contract/people/account.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { ownHosts, useShownName } from "../../lib/session.ts";
import { ownHostOf, type ReserveValues } from "./use-reserve.ts";

interface Props {
  readonly form: DraftForm<ReserveValues>;
  readonly user: CurrentUser;
}

/** Host of a reservation by a host: the user, or a host whose deputy the user is. */
export function OwnHost({ form, user }: Props) {
  const t = useTranslate();
  const ownName = useShownName(user);
  const hosts = ownHosts(user);
  const chosen = ownHostOf(form.values, user);
  const labelOf = ({ id, name }: NamedItem) =>
    id === user.id ? [ownName, user.department, user.position].filter(Boolean).join(" · ") : name;
  if (hosts.length < 2)
    return (
      <Input.Wrapper label={t("console.visit.host")} labelElement="div">
        <Text py={6}>{chosen && labelOf(chosen)}</Text>
      </Input.Wrapper>
    );
  return (
    <Select
      allowDeselect={false}
      data={hosts.map((host) => ({ value: String(host.id), label: labelOf(host) }))}
      data-path="hostUser"
      error={form.errors.hostUser}
      label={t("console.visit.host")}
      onChange={(id) => form.setFieldValue("hostUser", hosts.find((host) => String(host.id) === id) ?? null)}
      value={String(chosen?.id ?? "")}
    />
  );
}
