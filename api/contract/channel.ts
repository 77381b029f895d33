/** How a visitor receives messages. Where the chosen channel has no address, the other one is used. */
export const messageChannels = ["sms", "email", "both"] as const;

export type MessageChannel = (typeof messageChannels)[number];
