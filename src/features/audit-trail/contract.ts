import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

export const AuditRow = z.object({
  /** The record's hash: unique, and says nothing of how many there are. */
  hash: z.string(),
  prevHash: z.string(),
  at: Instant,
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  summary: z.string(),
  userName: z.string(),
  companyName: z.string(),
  workbench: z.string(),
  ip: z.string(),
  requestId: z.string(),
  /** What the fact carries besides, as it was recorded. */
  data: z.unknown(),
})
export type AuditRow = z.output<typeof AuditRow>

const AuditQuery = PageQuery.extend({
  entity: z.string().max(40).optional(),
  entityId: z.string().trim().max(60).optional(),
  action: z.string().trim().max(60).optional(),
  person: z.string().trim().max(60).optional().describe('part of the name of a person or company'),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const companyAuditPage = endpoint({
  method: 'GET',
  path: '/enterprise/audit/records/page',
  summary: 'What the people of the own company did, and the system with its orders; for its auditors, newest first',
  query: AuditQuery,
  returns: pageOf(AuditRow),
})

export const auditPage = endpoint({
  method: 'GET',
  path: '/admin/audit/records/page',
  summary: 'Audit records of this tenant, newest first; facts about bids only after their deadline',
  query: AuditQuery,
  returns: pageOf(AuditRow),
})

export const FAULTS = {
  missing: '记录缺失',
  order: '与前一条记录不衔接',
  content: '内容被改动',
  columns: '索引列与内容不一致',
  head: '链头缺失或被改动',
  signed: '与已签名并写入公开日志的链头不符',
  cut: '已签名的记录被删去',
} as const

export const verifyAudit = endpoint({
  method: 'POST',
  path: '/admin/audit/verify',
  summary:
    'Recompute the chain of audit records of this tenant; names the first fault, and what was acknowledged and is gone',
  returns: z.object({
    intact: z.boolean(),
    /** The database is older than what was acknowledged: no bids, no receipts, until an operator has accepted that. */
    isOnHold: z.boolean(),
    /** Hash of the last good record, hex: noted elsewhere, it proves later that nothing was cut off. */
    head: z.string(),
    checkedAt: Instant,
    fault: z.object({ kind: z.enum(Object.keys(FAULTS) as [keyof typeof FAULTS]), at: Instant.nullable() }).nullable(),
  }),
  once: false,
})
