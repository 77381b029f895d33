/** Files of lists. */
import { Readable } from "node:stream";
import { route } from "#api/http/route.ts";
import { redactNumbers } from "#api/log.ts";
import { exportList } from "#contract/privacy/exports.ts";
import { EventEntry } from "#db/models/logs.ts";
import { beginExport } from "./exports.ts";

export const exportRoutes = [
  route(exportList, async (call) => {
    const { deps, me, ctx, body } = call;
    const { count, described, pieces } = await beginExport(call);
    // Before it goes out: nothing is exported without a trace.
    await EventEntry.query(deps.db).insert({
      ...{ kind: "export", hostUserId: me.id, address: ctx.state.address, call: `POST ${exportList.path}` },
      detail: redactNumbers(`${count} (${described}): ${body.reason}`),
    });
    ctx.type = "application/json";
    // half an answer is none: what breaks ends the connection
    return Readable.from(pieces()).on("error", (error) => ctx.res.destroy(error));
  }),
];
