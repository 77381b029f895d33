import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";

/** Endpoints of visitor or vehicle passes; both have the same requests and responses. */
export const callsOf = (isVehicle: boolean) => (isVehicle ? vehiclePassCalls : passCalls);
