import type { Witnessed } from '#contract/draw-calls.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { policyAt, seenBy } from '#features/witnesses/server/public.ts'
import { recordProofs } from '#server/public-log.ts'
import type { Any, DrawRow } from './rows.ts'

/**
 * Which of the witnesses in use when the draw was frozen had seen the record that names its round, and whether enough of them
 * had before the round was out. Null: nobody names one, or nobody is to see it. A draw waits for no witness: whoever refuses
 * would stop it; so who looks at it is told.
 */
export async function witnessedOf(ctx: Any, row: DrawRow): Promise<Witnessed | null> {
  if (row.namedHash === null || row.dueAt === null) return null
  const policy = await policyAt(ctx, row.frozenAt!)
  if (!policy) return null
  const record = { type: 'draw', subject: row.subject, hash: row.namedHash.toString('hex') } as const
  const head = await recordProofs().firstHead(ctx, record)
  const seen = head ? await seenBy(ctx, policy, parseCheckpoint(head.checkpoint).size) : []
  const enough = seen[policy.threshold - 1]
  return {
    threshold: policy.threshold,
    of: policy.witnesses.length,
    seenBy: seen.map(({ title, at }) => ({ title, at: at.toISOString() })),
    isInTime: enough !== undefined && enough.at < row.dueAt,
  }
}
