/** Every call there is. The routes are held against this list, and the OpenAPI document is made from it. */

import type { Endpoint } from "./endpoint.ts";
import { getLive } from "./live.ts";
import {
  changeSmsTemplate,
  getMessageRecipients,
  getMessages,
  getSmsTemplates,
  retryMessage,
  sendMessages,
} from "./messages/sms.ts";
import { getOpenApi } from "./openapi.ts";
import { peopleEndpoints } from "./people/endpoints.ts";
import { privacyEndpoints } from "./privacy/endpoints.ts";
import { siteEndpoints } from "./site/endpoints.ts";
import { textEndpoints } from "./texts/endpoints.ts";
import { visitEndpoints } from "./visits/endpoints.ts";

export const endpoints: readonly Endpoint[] = [
  ...peopleEndpoints,
  ...privacyEndpoints,
  ...siteEndpoints,
  ...textEndpoints,
  ...visitEndpoints,
  getOpenApi,
  getLive,
  getMessageRecipients,
  getMessages,
  sendMessages,
  retryMessage,
  getSmsTemplates,
  changeSmsTemplate,
];
