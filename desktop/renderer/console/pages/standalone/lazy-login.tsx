import { Center, Skeleton } from "@mantine/core";
import { lazyCode } from "../../components/lazy-code.tsx";

/**
 * The sign-in, whose code comes after the page. It is no screen that the router waits for: where a session ends, nothing of the
 * app shell may be drawn while code is on its way.
 */
export const LazyLogin = lazyCode(
  async () => (await import("./login.tsx")).LoginPage,
  <Center component="main" mih="100dvh" p="md">
    <Skeleton height={320} maw={400} radius="lg" />
  </Center>,
);

export const loginAhead = [LazyLogin.load] as const;
