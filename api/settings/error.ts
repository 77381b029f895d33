/** Invalid settings, described for the operator. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
