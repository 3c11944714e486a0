import { CeremonyStatus } from '../rules.ts'
import type { Any, Attempt } from './access.ts'

/** An attempt was begun, moved on or ended: {ceremonyId, orderId, status}. */
export const STEP_TAKEN = 'joint-key.step-taken'

/** Moves an attempt on; tells the pages of its officers and of the order. */
export async function advance(
  ctx: Any,
  { row }: Attempt,
  { status, fingerprint }: { status: CeremonyStatus; fingerprint?: string },
): Promise<void> {
  await ctx.update(
    'joint_ceremony',
    { id: row.id },
    { status, ...(fingerprint === undefined ? {} : { fingerprint, endedAt: ctx.clock.now() }) },
  )
  ctx.audit({
    action: 'joint-key.advance',
    entity: 'order',
    entityId: row.orderId,
    summary: `联合密钥：${CeremonyStatus.label(status)}${fingerprint ? `，指纹 ${fingerprint.slice(0, 16)}…` : ''}`,
    data: { ceremonyId: row.id, status, ...(fingerprint ? { fingerprint } : {}) },
  })
  stepTaken(ctx, row, status)
}

/** Ends an attempt that can no longer give a key, with the officers who lied. */
export async function failed(
  ctx: Any,
  { row, officers }: Attempt,
  { failure, liars }: { failure: string; liars: number[] },
): Promise<void> {
  await ctx.update(
    'joint_ceremony',
    { id: row.id },
    { status: CeremonyStatus.values.failed, failure, liars, endedAt: ctx.clock.now() },
  )
  const names = officers.filter((officer) => liars.includes(officer.idx)).map((officer) => officer.name)
  ctx.audit({
    action: 'joint-key.fail',
    entity: 'order',
    entityId: row.orderId,
    summary: `联合密钥作废：${failure}${names.length > 0 ? `（${names.join('、')}）` : ''}`,
    data: { ceremonyId: row.id, liars },
  })
  stepTaken(ctx, row, CeremonyStatus.values.failed)
  told(ctx, { row })
}

export function stepTaken(ctx: Any, row: { id: string; orderId: string }, status: CeremonyStatus): void {
  ctx.emit({ kind: STEP_TAKEN, payload: { ceremonyId: row.id, orderId: row.orderId, status } })
}

/** Events name the attempt only: pages refetch. */
export function told(ctx: Any, { row }: Pick<Attempt, 'row'>): void {
  const payload = { ceremonyId: row.id, orderId: row.orderId }
  ctx.emit({ kind: 'joint-key.changed', payload, topics: [`joint-key:${row.id}`, `order-owner:${row.orderId}`] })
}
