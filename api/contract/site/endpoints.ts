/** The calls about the site. */
import type { Endpoint } from "#contract/endpoint.ts";
import { addApiKey, changeApiKey, getApiKeys, revokeApiKey } from "./api-keys.ts";
import { changeSiteConfiguration, getConfiguration, getSiteConfiguration } from "./configuration.ts";
import { changeHoliday, getHolidays, restoreHoliday } from "./holidays.ts";
import { getLogo, putLogo, removeLogo } from "./logos.ts";
import { getSetUp, getTemplates } from "./set-up.ts";
import {
  addSignage,
  changeSignage,
  getFile,
  getFlowTexts,
  getPlaylist,
  listSignage,
  removeSignage,
  sortSignage,
} from "./signage.ts";
import { addCode, changeCode, getCodesInUse, listCodes, removeCode, sortCodes } from "./user-codes.ts";
import {
  addWebhook,
  changeWebhook,
  getWebhookDeliveries,
  getWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "./webhooks.ts";

export const siteEndpoints: readonly Endpoint[] = [
  getConfiguration,
  getLogo,
  getCodesInUse,
  listCodes,
  addCode,
  sortCodes,
  changeCode,
  removeCode,
  getSiteConfiguration,
  changeSiteConfiguration,
  putLogo,
  removeLogo,
  getHolidays,
  changeHoliday,
  restoreHoliday,
  getSetUp,
  getTemplates,
  getPlaylist,
  getFile,
  listSignage,
  getFlowTexts,
  addSignage,
  sortSignage,
  changeSignage,
  removeSignage,
  getWebhooks,
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  getWebhookDeliveries,
  resendDelivery,
  getApiKeys,
  addApiKey,
  changeApiKey,
  revokeApiKey,
];
