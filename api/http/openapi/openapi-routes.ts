/** The description of the calls. */
import { route } from "#api/http/bind-route.ts";
import { describeCalls } from "#api/http/openapi/openapi.ts";
import { endpoints } from "#contract/endpoints.ts";
import { getOpenApi } from "#contract/openapi.ts";

/** Built at the first question: most processes are never asked. */
let text: string | undefined;

export const openApiRoutes = [
  route(getOpenApi, async ({ ctx }) => {
    text ??= JSON.stringify(describeCalls(endpoints));
    ctx.type = getOpenApi.media;
    return text;
  }),
];
