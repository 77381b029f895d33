/** A choice of how the program starts, as the menu shows it. */
export interface StartChoice {
  readonly label: "startAtSignIn" | "startFullScreen";
  readonly isOn: () => boolean;
  /** IT laid it down */
  readonly isFixed: boolean;
  readonly change: (isOn: boolean) => Promise<void>;
}
