import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";

/** The calls for the passes of people, or of vehicles. They take and give the same. */
export const callsOf = (isVehicle: boolean) => (isVehicle ? vehiclePassCalls : passCalls);
