/** What of a site is there → the set-up list. */
import { type SetUpStep, setUpKeys } from "#contract/set-up.ts";
import type { SetUpState } from "#db/queries/set-up.ts";

/** What applications wait for; a place only where the form asks for one. */
const isNeeded = (key: SetUpStep["key"], { requestInputPlace }: SetUpState): boolean =>
  key === "places" ? requestInputPlace : key !== "company" && key !== "logo";

export const presentSetUp = (state: SetUpState): { ready: boolean; steps: SetUpStep[] } => ({
  ready: state.policy && state.terms && state.purposes,
  steps: setUpKeys.map((key) => ({ key, done: state[key], needed: isNeeded(key, state) })),
});
