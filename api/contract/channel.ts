/** By which way somebody is written to; who has not what they chose is written to by the other. */
export const messageChannels = ["sms", "email", "both"] as const;

export type MessageChannel = (typeof messageChannels)[number];
