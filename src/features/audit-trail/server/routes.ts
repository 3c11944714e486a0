import { CompiledQuery } from 'kysely'
import { verifyChain } from '#server/audit-chain.ts'
import { auditKey } from '#server/audit-heads.ts'
import type { Feature } from '#server/feature.ts'
import { implement, implementForPerson } from '#server/implement.ts'
import { isOnHold } from '#server/marks/check.ts'
import { auditPage, companyAuditPage, verifyAudit } from '../contract.ts'
import { listRecords } from './records.ts'

const AUDITOR = { workbench: ['purchaser', 'agency', 'supplier'], right: 'auditing' } as const
const SUPERVISOR = { workbench: ['admin'], right: ['platform'] } as const

export const auditTrail: Feature = {
  name: 'audit-trail',
  routes: [
    implementForPerson(auditPage, SUPERVISOR, (ctx, { query }) => listRecords(ctx, query)),
    implement(companyAuditPage, AUDITOR, (ctx, { query }) => listRecords(ctx, query, ctx.actor.companyId)),
    implementForPerson(verifyAudit, SUPERVISOR, async (ctx) => {
      const { fault, head } = await verifyChain(
        {
          query: async <R>(text: string, values: unknown[]) => {
            const { rows } = await ctx.tx.executeQuery<R>(CompiledQuery.raw(text, values))
            return { rows }
          },
        },
        ctx.tenantId,
        auditKey(ctx.config),
      )
      ctx.audit({
        action: 'audit.verify',
        entity: 'audit',
        entityId: String(ctx.tenantId),
        summary: fault ? '校验审计链：发现异常' : '校验审计链：完整',
        data: { head },
      })
      const at = fault && (await timeOf(fault.seq))
      return {
        intact: fault === null,
        isOnHold: await isOnHold(ctx),
        head,
        checkedAt: ctx.clock.now().toISOString(),
        fault: fault && { kind: fault.kind, at: at ?? null },
      }

      async function timeOf(seq: number): Promise<string | undefined> {
        const row = await ctx.one('audit_record', { seq }, { columns: ['at'] })
        return row?.at.toISOString()
      }
    }),
  ],
}
