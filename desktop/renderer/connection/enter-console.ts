/** Goes on to the console of the chosen server, another page of ours. */
export const enterConsole = (): void => window.location.assign("/dash/");
