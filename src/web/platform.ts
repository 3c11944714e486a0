/**
 * The calls and types the shell itself lives on: the one place, besides features.ts, where the web kernel names
 * features.
 */
export { currentTenant, serverTime, tenantDomain } from '#features/tenancy/contract.ts'
export {
  employeeOneself,
  enterCompany,
  exportTicket,
  joinedCompanies,
  loginStatus,
  logout,
  oneself,
  superviseInfo,
} from '#features/passport/contract.ts'
export { menus } from '#features/menus/contract.ts'
export type { ShownItem as MenuItem } from '#features/menus/contract.ts'
export type { Right } from '#features/passport/rules-rights.ts'
