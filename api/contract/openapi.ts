/** The OpenAPI description of the API. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  permission: "public",
  recorded: "none",
  summary: "This document: every call in OpenAPI 3.1.",
  media: "application/json",
  response: z.unknown(),
});
