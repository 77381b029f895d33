/** What was kept of the lists for when the server is gone (main/snapshot.ts). Only in the desktop app. */
import { queryOptions } from "@tanstack/react-query";
import type { SnapshotAnswer } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";

/** In a browser nothing is kept. */
export const snapshotQuery = queryOptions({
  queryKey: ["snapshot"],
  queryFn: async (): Promise<SnapshotAnswer> => (await desktopApp?.readSnapshot()) ?? { problem: "none" },
  staleTime: 0,
  // about people: not kept longer than it is shown
  gcTime: 0,
});
