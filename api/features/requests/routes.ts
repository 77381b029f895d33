/** Public endpoints of a request (docs/behaviour.md, "Request form"). */
import { presentOutcome } from "#api/http/language.ts";
import { route, routeByFields } from "#api/http/route.ts";
import { applicationBody, applyForVisit, requestSubmitCode } from "#contract/visits/requests.ts";
import { codeErrors, countNumber, sendCode } from "../lookup/codes.ts";
import { apply } from "../visits/apply.ts";

export const requestRoutes = [
  routeByFields(
    applyForVisit,
    applicationBody,
    async ({ deps, trx, fields, lang }) => presentOutcome(await apply(deps, trx, fields, lang), lang),
    {
      async before({ deps, ctx, fields, configuration }) {
        const application = fields.value;
        if (!application || !(await configuration()).submitCode) return;
        const { cellphone: cellPhone, code } = application;
        await countNumber(deps, cellPhone);
        const sender = { cellPhone, address: ctx.state.clientNetwork };
        Object.assign(fields.errors, await codeErrors(deps, "submitCode", sender, code));
      },
    },
  ),
  route(requestSubmitCode, async ({ deps, body: { cellphone: cellPhone }, lang, configuration }) => {
    await countNumber(deps, cellPhone);
    const site = await configuration();
    if (site.submitCode) await sendCode(deps, { purpose: "submitCode", cellPhone, lang, site });
  }),
];
