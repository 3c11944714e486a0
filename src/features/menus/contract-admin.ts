import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { WorkbenchName } from '#contract/workbench.ts'

const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, '代码由字母、数字和连字符组成')

export const GateFields = z.object({
  companyIds: z.array(Id).max(500).default([]),
  withHierarchy: z.boolean().default(false),
  features: z.array(Code).max(50).default([]),
  institutions: z.array(z.string().trim().min(1).max(60)).max(50).default([]),
  systemRight: z.string().max(60).nullable().default(null),
  substituteRight: z.string().max(60).nullable().default(null),
})

export interface AdminMenu {
  code: string
  name: string
  path: string | null
  rights: string[]
  /** Seen through its gate only. */
  gated: boolean
  gate: (z.output<typeof GateFields> & { companies: { companyId: string; name: string }[] }) | null
  children: AdminMenu[]
}
export const AdminMenu: z.ZodType<AdminMenu> = z.lazy(() =>
  z.object({
    code: z.string(),
    name: z.string(),
    path: z.string().nullable(),
    rights: z.array(z.string()).describe('labels'),
    gated: z.boolean(),
    gate: GateFields.required()
      .extend({ companies: z.array(z.object({ companyId: Id, name: z.string() })) })
      .nullable(),
    children: z.array(AdminMenu),
  }),
)

export const adminMenus = endpoint({
  method: 'GET',
  path: '/admin/menus',
  summary: "The menus of every workbench with this tenant's gates",
  returns: z.array(z.object({ workbench: WorkbenchName, label: z.string(), items: z.array(AdminMenu) })),
})

const params = z.object({ code: Code })

export const setGate = endpoint({
  method: 'PUT',
  path: '/admin/menus/{code}/gate',
  summary: 'Set the conditions of a menu item at this tenant; in force at once',
  params,
  body: GateFields,
})

export const removeGate = endpoint({
  method: 'DELETE',
  path: '/admin/menus/{code}/gate',
  summary: 'Remove the conditions of a menu item; one that is seen through its gate only is hidden from then on',
  params,
})

export const CompanySwitches = z.object({
  features: z.array(Code).max(50),
  supervise: z.array(z.string().trim().min(1).max(60)).max(20),
  systemRights: z.array(z.string().max(60)).max(50),
})
/** Null: every service of the tenant. */
const Services = z.array(z.string().max(60)).max(100).nullable()

export const switchPage = endpoint({
  method: 'GET',
  path: '/admin/menus/companies/page',
  summary: 'Companies of this tenant with their grey features, supervisors, granted rights and services',
  query: PageQuery.extend({ feature: Code.optional() }),
  returns: pageOf(
    CompanySwitches.extend({ companyId: Id, name: z.string(), creditCode: z.string(), services: Services }),
  ),
})

export const setSwitches = endpoint({
  method: 'PUT',
  path: '/admin/menus/companies/{companyId}',
  summary: "Set a company's grey features, supervisors, granted rights and services; its people see the effect at once",
  params: z.object({ companyId: Id }),
  body: CompanySwitches.extend({ services: Services.optional().describe('as they are when left out') }),
})

export const tenantServices = endpoint({
  method: 'GET',
  path: '/admin/menus/services',
  summary: 'Services of the platform, and which are on at this tenant',
  returns: z.array(z.object({ service: z.string(), label: z.string(), on: z.boolean(), rights: z.array(z.string()) })),
})

export const setTenantServices = endpoint({
  method: 'PUT',
  path: '/admin/menus/services',
  summary: 'Switch services of this tenant on and off; rights of those that are off are not effective',
  body: z.object({ on: z.array(z.string().max(60)).max(100) }),
})
