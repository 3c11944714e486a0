import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

export const ClientRow = z.object({
  clientId: Id,
  /** What its projects name as their purchaser. */
  companyId: Id,
  name: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  remark: z.string(),
  /** Certified here since: its people see its projects themselves. */
  isClaimed: z.boolean(),
  projects: z.number().int(),
  createdByName: z.string(),
  createdAt: Instant,
})

const more = {
  contact: z.string().trim().max(60).default(''),
  remark: z.string().trim().max(500).default(''),
}
const params = z.object({ clientId: Id })

export const clientPage = endpoint({
  method: 'GET',
  path: '/workbench/agency/clients/page',
  summary: 'Purchasers without an account that the own agency buys for',
  query: PageQuery,
  returns: pageOf(ClientRow),
})

export const clientDetail = endpoint({
  method: 'GET',
  path: '/workbench/agency/clients/{clientId}',
  summary: 'One of them',
  params,
  returns: ClientRow,
})

export const registerClient = endpoint({
  method: 'POST',
  path: '/workbench/agency/clients',
  summary: 'Register a purchaser without an account; whoever is certified with its code later takes over',
  body: z.object({
    name: z.string().trim().min(2, '请输入单位名称').max(100),
    creditCode: z.string().trim().toUpperCase(),
    ...more,
  }),
  returns: z.object({ clientId: Id, companyId: Id }),
  errors: ['wrongState'],
})

export const updateClient = endpoint({
  method: 'PUT',
  path: '/workbench/agency/clients/{clientId}',
  summary: 'Change who is asked there, and what is noted; name and code stay',
  params,
  body: z.object(more),
})

export const removeClient = endpoint({
  method: 'DELETE',
  path: '/workbench/agency/clients/{clientId}',
  summary: 'Remove a client without projects',
  params,
  errors: ['wrongState'],
})
