/** Every call there is. The routes are held against this list, and the OpenAPI document is made from it. */
import { changePassword, getCurrentUser, logIn, logOut } from "./account.ts";
import {
  addCompany,
  changeCompany,
  getAllCompanies,
  getCompaniesInUse,
  getCompanyOptions,
  listCompanies,
  removeCompany,
} from "./companies.ts";
import { getConfiguration } from "./configuration.ts";
import type { Endpoint } from "./endpoint.ts";
import { findHostUsers } from "./host-users.ts";
import { getLive } from "./live.ts";
import { getLogo } from "./logos.ts";
import { getOpenApi } from "./openapi.ts";
import { passCalls, vehiclePassCalls } from "./passes.ts";
import { getAppliedPolicy } from "./privacy-policies.ts";
import { applyForVisit, cancelRequest, searchRequests } from "./requests.ts";
import { getDeployedTerms } from "./terms.ts";
import { addCode, changeCode, getCodesInUse, listCodes, removeCode, sortCodes } from "./user-codes.ts";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  editVisit,
  getActiveVisits,
  getFollowers,
  getNotReturned,
  getOwnRequests,
  getOwnVisited,
  getProgress,
  getReservedVisits,
  getVisit,
  getVisitLogs,
  issueVisit,
  recoverVisit,
  rejectVisit,
  reserveVisit,
  revealVisit,
  revertVisit,
  searchVisits,
  undoVisit,
} from "./visits.ts";

export const endpoints: readonly Endpoint[] = [
  getConfiguration,
  getLogo,
  getDeployedTerms,
  getAppliedPolicy,
  getCodesInUse,
  getCompaniesInUse,
  findHostUsers,
  applyForVisit,
  searchRequests,
  cancelRequest,
  logIn,
  logOut,
  getCurrentUser,
  changePassword,
  getOpenApi,
  getLive,
  searchVisits,
  getNotReturned,
  getReservedVisits,
  getActiveVisits,
  getProgress,
  getOwnRequests,
  getOwnVisited,
  ...Object.values(passCalls),
  ...Object.values(vehiclePassCalls),
  listCompanies,
  getAllCompanies,
  getCompanyOptions,
  addCompany,
  changeCompany,
  removeCompany,
  listCodes,
  addCode,
  sortCodes,
  changeCode,
  removeCode,
  getVisit,
  getVisitLogs,
  getFollowers,
  approveVisit,
  rejectVisit,
  undoVisit,
  cancelVisit,
  closeVisit,
  reserveVisit,
  issueVisit,
  recoverVisit,
  revertVisit,
  editVisit,
  revealVisit,
];
