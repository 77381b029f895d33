/** Exports of lists. */
import { Readable } from "node:stream";
import { route } from "#api/http/route.ts";
import { redactNumbers } from "#api/log.ts";
import { redactVisitors } from "#api/redact.ts";
import { exportList } from "#contract/privacy/exports.ts";
import { EventEntry } from "#db/models/logs.ts";
import { startExport } from "./exports.ts";

export const exportRoutes = [
  route(exportList, async (call) => {
    const { deps, me, ctx, body } = call;
    const { count, described, chunks } = await startExport(call);
    // Logged before the response, so that nothing is exported without a log row.
    await EventEntry.query(deps.db).insert({
      kind: "export",
      hostUserId: me.id,
      address: ctx.state.clientNetwork,
      call: `POST ${exportList.path}`,
      detail: `${count} (${redactNumbers(described)}): ${await redactVisitors(deps.db, body.reason)}`,
    });
    ctx.type = "application/json";
    // Aborts the connection on an error, so that the client does not take a partial file for the whole.
    return Readable.from(chunks()).on("error", (error) => ctx.res.destroy(error));
  }),
];
