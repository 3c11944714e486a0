import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Selectable } from 'kysely'
import type { Demanded } from '../rules/letter.ts'
import { verifyDocument } from './issuer/document.ts'
import { trustedRoots } from './issuer/local.ts'
import { recordSecret, tellBidder } from './order-bonds.ts'
import { EXPIRY } from './kinds.ts'

type Any = Context<Actor | null>
export type LetterRow = Selectable<Tables['guarantee_letter']>

/**
 * Keeps what an issuer signed, and looks at it. What holds makes the bond be in force, or the letter good for longer; of
 * anything else the reason is answered, '' otherwise. The letter is locked by the caller.
 */
export async function takeDocument(
  ctx: Any,
  kernel: Pick<Kernel, 'config'>,
  { letter: row, content, demanded }: { letter: LetterRow; content: string; demanded: Demanded },
): Promise<string> {
  const now = ctx.clock.now()
  const { letter, refusal } = verifyDocument(content, { demanded, roots: trustedRoots(kernel), now })
  await ctx.insert('guarantee_document', { id: ctx.newId(), letterId: row.id, content, refusal, at: now })
  if (refusal !== '' || !letter) {
    await ctx.update('guarantee_letter', { id: row.id }, { problem: refusal })
    return refusal
  }
  const isLonger = row.validUntil !== null
  await ctx.update(
    'guarantee_letter',
    { id: row.id },
    {
      state: isLonger ? 'extended' : 'verified',
      number: letter.number,
      issuer: letter.issuer,
      validUntil: letter.validUntil,
      verifiedAt: now,
      problem: '',
    },
  )
  if (!isLonger)
    await ctx.update('bond_given', { id: row.givenId }, { state: 'in-force', amount: letter.amount, inForceAt: now })
  await ctx.schedule(`${EXPIRY}:${row.id}`, new Date(`${letter.validUntil}T24:00:00+08:00`), {
    kind: EXPIRY,
    payload: { letterId: row.id },
  })
  recordSecret(ctx, row.tradeId, {
    action: isLonger ? 'letter-extended' : 'in-force',
    summary: `保函 ${letter.number} 验真通过，有效期至 ${letter.validUntil}`,
  })
  tellBidder(ctx, isLonger ? 'changed' : 'in-force', { tradeId: row.tradeId, amount: letter.amount, missing: '0.00' })
  return ''
}
