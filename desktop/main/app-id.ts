/** The app's name for operating systems: the bundle on macOS, the shortcuts and notifications on Windows. Never change it. */
export const appId = "app.visitor.desk";
