import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { isLetter, KINDS } from '../rules/kinds.ts'
import { neededUntil } from '../rules/letter.ts'
import { blockedFor, type Place } from './choose.ts'
import { endGiven } from './end.ts'
import { verifyDocument } from './issuer/document.ts'
import { trustedRoots } from './issuer/local.ts'
import { takeDocument } from './letter-documents.ts'
import { demandedOf } from './letters.ts'
import { recordSecret } from './order-bonds.ts'

/**
 * A letter that an issuer of the bidder's own choice has handed out: no issuer may be prescribed. It is looked at first;
 * what does not hold is refused with the reason, and leaves what was there as it is.
 */
export async function submitLetter(
  ctx: Context<Employee>,
  place: Place,
  content: string,
): Promise<{ givenId: string }> {
  const { order, trade, given } = place
  const now = ctx.clock.now()
  const blocked = blockedFor(place, now)
  if (blocked) throw new AppError('wrongState', blocked)
  const terms = OrderSettings.parse(order.settings).bond
  if (!terms.forms.includes('guarantee')) throw new AppError('wrongState', '采购文件不接受保函')
  const { companyId } = ctx.actor
  const of = { tradeId: trade.id, companyId, amount: order.bond, neededUntil: neededUntil(order, now) }
  const demanded = await demandedOf(ctx, of)
  const { letter, refusal } = verifyDocument(content, { demanded, roots: trustedRoots(ctx), now })
  if (refusal !== '' || !letter || !isLetter(letter.form)) {
    const message = refusal || '保函形式不正确'
    throw new AppError('invalid', message, [{ path: 'content', message }])
  }
  if (given) await endGiven(ctx, { givenId: given.id, reason: '已更换形式' })
  const [givenId, letterId] = [ctx.newId(), ctx.newId()]
  await ctx.insert('bond_given', {
    id: givenId,
    tradeId: trade.id,
    companyId,
    kind: letter.form,
    state: 'pending',
    demanded: order.bond,
    chosenByName: ctx.actor.name,
    chosenAt: now,
  })
  const row = {
    id: letterId,
    givenId,
    ...of,
    issuer: letter.issuer,
    fee: '0.00',
    state: 'issued',
    at: now,
  }
  await ctx.insert('guarantee_letter', row)
  recordSecret(ctx, trade.id, { action: 'chosen', summary: `提交${KINDS[letter.form].label}` })
  const stored = await ctx.expectOne('guarantee_letter', { id: letterId })
  await takeDocument(ctx, ctx, { letter: stored, content, demanded })
  return { givenId }
}
