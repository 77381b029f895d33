import { useLocation, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { read, remove, write } from "./storage.ts";

/** Pages opened by links in messages, with the storage keys of their tokens. */
const keys = { "/v": "visitor.link", "/decide": "visitor.decide" } as const;

type LinkPage = keyof typeof keys;

/** Removes the page's token from the tab. */
export const forgetToken = (page: LinkPage): void => remove("sessionStorage", keys[page]);

/**
 * The token of the URL's fragment. It is removed from the address at once, where other users or screenshots could
 * expose it, and kept in the tab for reloads.
 */
export function useToken(page: LinkPage): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash || read("sessionStorage", keys[page]));

  useLayoutEffect(() => {
    if (!hash) return;
    write("sessionStorage", keys[page], hash);
    setToken(hash);
    void navigate({ to: page, replace: true });
  }, [hash, navigate, page]);

  return token;
}
