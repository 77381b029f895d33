import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { CurrentUser } from "#contract/people/account.ts";
import { lazyCode } from "../components/lazy-code.tsx";
import { usePopup } from "../components/popup.tsx";
import { useTranslate } from "../lib/language.ts";
import { useLoadAhead } from "../lib/load-ahead.ts";
import { useShownName } from "../lib/session.ts";

const UserCard = lazyCode(async () => (await import("./user-card.tsx")).UserCard);

const ahead = [UserCard.load] as const;

/** Who is signed in; what opens holds what is their own, and the way out. */
export function UserMenu({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const name = useShownName(user);
  const { button, popup } = usePopup("dialog", UserCard.load);
  useLoadAhead(ahead);
  return (
    <>
      <Button
        {...button}
        aria-label={t("console.shell.account", { name })}
        px="xs"
        rightSection={<IconChevronDown aria-hidden size={16} />}
        variant="subtle"
      >
        {name}
      </Button>
      {popup && <UserCard popup={popup} user={user} />}
    </>
  );
}
