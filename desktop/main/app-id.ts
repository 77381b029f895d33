/** The app's id: bundle on macOS, shortcuts and notifications on Windows. Must never change. */
export const appId = "app.visitor.desk";
