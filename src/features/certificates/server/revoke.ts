import { implement, type Route } from '#server/implement.ts'
import { inContext } from '#server/context.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import type { Reason } from '../core/build.ts'
import * as contract from '../contract/company.ts'
import { CERTIFICATE, REVOKE_REASONS, type RevokeReason } from '../rules/application.ts'
import { type Any, type CertificateRow, HOLDER, ownCertificate } from './access.ts'
import { authorityOf } from './authority.ts'
import { factsOf } from './rows.ts'
import { renewRevocations } from './local-ca.ts'

/** Work that tells a remote authority of a revocation. */
export const TELL_REVOKED = 'certificates.revoke'

export const revokeRoute: Route = implement(contract.revokeCertificate, HOLDER, async (ctx, { params, body }) => {
  const row = await ownCertificate(ctx, params.certificateId, 'update')
  const now = ctx.clock.now()
  CERTIFICATE.next('revoke', {
    record: { ...(await factsOf(ctx, row)), now: now.getTime() },
    who: null,
    now: now.getTime(),
  })
  await revoke(ctx, row, { ...body, by: ctx.actor.name })
  return { revokedAt: now.toISOString() }
})

/**
 * Revokes a certificate, on its locked row: it counts for nothing that is done from now on. Of the demonstration's authority the list
 * is signed anew at once; another authority is told beside the request, and asked until it has taken it.
 */
export async function revoke(
  ctx: Any,
  row: CertificateRow,
  { code, reason, by }: { code: RevokeReason; reason: string; by: string },
): Promise<void> {
  await ctx.update(
    'certificate',
    { id: row.id },
    {
      revokedAt: ctx.clock.now(),
      revokeCode: code,
      revokeReason: reason,
      revokedByName: by,
      revocationTold: row.isDemo,
    },
  )
  if (row.isDemo) {
    await renewRevocations(ctx, row.suite)
  } else await enqueue(ctx, TELL_REVOKED, row.id)
  ctx.audit({
    action: 'certificate.revoke',
    entity: 'certificate',
    entityId: row.id,
    summary: `吊销证书 ${row.serial}（${row.holder}）：${REVOKE_REASONS[code]}，${reason}`,
  })
}

export const revocationTeller: Worker = {
  kind: TELL_REVOKED,
  leaseMs: 60_000,
  async run(kernel, { tenantId, subject }) {
    const scope = { tenantId, actor: null }
    const row = await inContext(kernel, { ...scope, readOnly: true }, (ctx) =>
      ctx.expectOne('certificate', { id: subject }),
    )
    if (row.revocationTold || !row.revokedAt) return
    const authority = authorityOf(kernel, tenantId)
    if (!authority || authority.isDemo) throw new Error('no authority is connected')
    const { serial, suite, revokeCode, revokedAt } = row as CertificateRow
    await authority.revoke({ serial, suite, reason: revokeCode as Reason, at: revokedAt! })
    await inContext(kernel, scope, (ctx) => ctx.update('certificate', { id: subject }, { revocationTold: true }))
  },
}
