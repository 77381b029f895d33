/** A start-up option in the menu. */
export interface StartOption {
  readonly label: "startAtSignIn" | "startFullScreen";
  readonly isOn: () => boolean;
  /** fixed by the policy */
  readonly isFixed: boolean;
  readonly change: (isOn: boolean) => Promise<void>;
}
