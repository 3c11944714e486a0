import { AppError } from '#contract/errors.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { CEREMONY_TYPE, type Ceremony, type Officer } from '#features/sealing/core/joint/ceremony.ts'
import type { Dealing } from '#features/sealing/core/joint/dealing.ts'
import { type Confirmation, JOINT_KEY_TYPE, type JointKey } from '#features/sealing/core/joint/joint-key.ts'
import type { JointCeremony } from '../contract.ts'
import { CEREMONY, CeremonyStatus, type CeremonyWho, type OfficerRole } from '../rules.ts'
import { type Any, type Attempt, factsOf, type OfficerRow } from './access.ts'

/** An attempt as people see it. `own`: the officer who looks, null for the owner of the order. */
export async function attemptView(
  ctx: Any,
  attempt: Attempt,
  { part, own }: { part: CeremonyWho['part']; own: OfficerRow | null },
): Promise<JointCeremony> {
  const { row, officers } = attempt
  const order = await orderRow(ctx, row.orderId)
  return {
    ceremonyId: row.id,
    orderId: row.orderId,
    orderCode: order.code,
    orderTitle: order.title,
    method: order.method,
    attempt: row.attempt,
    threshold: row.threshold,
    status: row.status,
    statusLabel: CeremonyStatus.label(row.status),
    officers: officers.map((officer) => ({
      index: officer.idx,
      userId: officer.userId,
      name: officer.name,
      companyName: officer.companyName,
      role: officer.role as OfficerRole,
      hasDevice: officer.device !== null,
      hasDealt: officer.dealing !== null,
      hasConfirmed: officer.confirmation !== null,
      isLiar: row.liars.includes(officer.idx),
      checkedAt: officer.checkedAt?.toISOString() ?? null,
      excused: officer.excusedAt && { at: officer.excusedAt.toISOString(), reason: officer.excuse },
      tie: '',
      actions: [],
    })),
    failure: row.failure,
    fingerprint: row.fingerprint,
    createdAt: row.createdAt.toISOString(),
    actions: CEREMONY.allowed(factsOf(attempt, own), { part }, ctx.clock.now().getTime()),
    warnings: [],
  }
}

/** The ceremony as the protocol has it; all devices must be there. */
export function ceremonyOf(ctx: Pick<Any, 'tenantId'>, { row, officers }: Attempt): Ceremony {
  return {
    type: CEREMONY_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: row.orderId,
    ceremonyId: row.id,
    threshold: row.threshold,
    officers: officers.map(({ idx, userId: officerId, device }) => {
      if (!device) throw new AppError('wrongState', '仍有保管人未登记设备')
      const { deviceKey, deviceProof } = device as Pick<Officer, 'deviceKey' | 'deviceProof'>
      return { index: idx, officerId, deviceKey, deviceProof }
    }),
  }
}

export function dealingsOf({ officers }: Attempt): Dealing[] {
  return officers.flatMap(({ dealing }) => (dealing ? [dealing as Dealing] : []))
}

/** The finished record, whose fingerprint the announcement publishes. */
export function recordOf(ctx: Pick<Any, 'tenantId'>, attempt: Attempt): JointKey {
  return {
    type: JOINT_KEY_TYPE,
    ceremony: ceremonyOf(ctx, attempt),
    dealings: dealingsOf(attempt),
    confirmations: attempt.officers.flatMap(({ confirmation }) => (confirmation ? [confirmation as Confirmation] : [])),
  }
}
