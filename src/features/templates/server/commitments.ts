import { AppError } from '#contract/errors.ts'
import type { Filling, RichNode } from '#features/procurement/rules/rich-text.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Acceptance, Commitment } from '#features/procurement/contract/commitment.ts'
import { resolve } from '../rules/resolve.ts'
import { hashOf } from './hash.ts'
import type { Any, Picked } from './versions.ts'

/** A commitment as it is read and accepted. */
export function commitmentText(version: Picked<'integrity-commitment'>, values: Filling['values']): Commitment {
  const { scope, content } = version
  const template = { kind: 'integrity-commitment' as const, scope, content }
  const known = resolve(template, { values })
  const open = Object.fromEntries(known.missing.map(({ name }) => [name, '（未填写）']))
  const { content: text } = resolve({ ...template, content: known.content }, { values: open })
  const { title, body } = text as { title: string; body: RichNode }
  return {
    versionId: version.versionId,
    versionNo: version.versionNo,
    versionHash: version.contentHash,
    title,
    body,
    textHash: hashOf({ title, body }).toString('hex'),
  }
}

/**
 * Records the acceptance of a commitment by the person who asks, with the text as it was read. `accepted` is what came
 * with the request: missing → `invalid`; of another text than the one now in force → `conflict`, to be read again.
 */
export async function acceptCommitment(
  ctx: Context<Actor>,
  {
    commitment,
    accepted,
    by,
  }: {
    commitment: Commitment
    accepted: { versionId: string; textHash: string } | null
    by: { tradeId: string } | { reviewerId: string }
  },
): Promise<void> {
  if (!accepted) {
    const message = `请阅读并接受《${commitment.title}》`
    throw new AppError('invalid', message, [{ path: 'commitment', message }])
  }
  if (accepted.versionId !== commitment.versionId || accepted.textHash !== commitment.textHash)
    throw new AppError('conflict', `《${commitment.title}》内容已更新，请重新阅读后接受`)
  const { title, body } = commitment
  await ctx.insert('commitment_acceptance', {
    id: ctx.newId(),
    versionId: commitment.versionId,
    versionHash: Buffer.from(commitment.versionHash, 'hex'),
    text: JSON.stringify({ title, body }),
    textHash: Buffer.from(commitment.textHash, 'hex'),
    tradeId: 'tradeId' in by ? by.tradeId : null,
    reviewerId: 'reviewerId' in by ? by.reviewerId : null,
    companyId: ctx.actor.companyId,
    acceptedBy: ctx.actor.userId,
    acceptedAt: ctx.clock.now(),
  })
}

/** The newest acceptance of a trade or a reviewer; null when there is none. */
export async function acceptanceOf(
  ctx: Any,
  by: { tradeId: string } | { reviewerId: string },
): Promise<Acceptance | null> {
  const row = await ctx.tx
    .selectFrom('commitment_acceptance as a')
    .innerJoin('template_version as v', (j) =>
      j.onRef('v.tenantId', '=', 'a.tenantId').onRef('v.id', '=', 'a.versionId'),
    )
    .innerJoin('app_user as u', 'u.id', 'a.acceptedBy')
    .select(['a.versionId', 'a.versionHash', 'a.text', 'a.textHash', 'a.acceptedAt', 'v.versionNo', 'u.nickname'])
    .where('a.tenantId', '=', ctx.tenantId)
    .$if('tradeId' in by, (q) => q.where('a.tradeId', '=', (by as { tradeId: string }).tradeId))
    .$if('reviewerId' in by, (q) => q.where('a.reviewerId', '=', (by as { reviewerId: string }).reviewerId))
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { title, body } = row.text as { title: string; body: RichNode }
  return {
    versionId: row.versionId,
    versionNo: row.versionNo,
    versionHash: row.versionHash.toString('hex'),
    title,
    body,
    textHash: row.textHash.toString('hex'),
    acceptedBy: row.nickname,
    acceptedAt: row.acceptedAt.toISOString(),
  }
}
