import { AppError } from '#contract/errors.ts'
import { hasBank, openSubAccount } from '#features/payment/server/public.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import { bondDeadline } from '../rules/due.ts'
import { type BondKind, isLetter, KINDS } from '../rules/kinds.ts'
import { endGiven } from './end.ts'
import { issuerOf } from './issuer/issuer.ts'
import { apply } from './letters.ts'
import { asksForBond, type Order, recordSecret, tellBidder } from './order-bonds.ts'
import { planEnd } from './plan-end.ts'
import { lockQuota, quotaFor } from './quota.ts'
import type { GivenRow } from './rows.ts'

type Ctx = Context<Employee>

/** What a bidder's choice looks at. */
export interface Place {
  order: Order
  trade: { id: string; status: number }
  /** What was chosen and is not over. */
  given: GivenRow | undefined
  /** The owner has put one on record that came in elsewhere. */
  isRecorded: boolean
}

/** Why nothing can be chosen now; null when it can. */
export function blockedFor({ order, trade, given, isRecorded }: Place, now: Date): string | null {
  if (!asksForBond(order)) return '采购文件未要求保证金'
  if (trade.status !== TradeStatus.values.passed) return '报名审核通过后可提交保证金'
  if (isRecorded) return '采购人已登记线下提交的保证金'
  const deadline = bondDeadline(order.bidEnd, OrderSettings.parse(order.settings).bond)
  if (order.state !== 'publish.open' || (deadline && now >= deadline)) return '保证金提交已截止'
  if (given?.kind === 'cash' && Number(given.amount) > 0) return '已有款项到账，不能更换形式'
  if (given && isLetter(given.kind) && given.state === 'in-force') return '保函已生效，不能更换形式'
  return null
}

/** Why one form cannot be taken; null when it can. */
export async function refusalOf(ctx: Ctx, { order }: Pick<Place, 'order'>, kind: BondKind): Promise<string | null> {
  const { forms } = OrderSettings.parse(order.settings).bond
  const { form } = KINDS[kind]
  if (form !== null && !forms.includes(form)) return '采购文件不接受此形式'
  if (kind === 'cash') return hasBank(ctx) ? null : '平台尚未开通'
  if (isLetter(kind)) return issuerOf(ctx) ? null : '平台尚未接入签发机构'
  if (kind === 'quota')
    return (await quotaFor(ctx, { companyId: ctx.actor.companyId, amount: order.bond })).reason || null
  return null
}

/** Chooses a form, once at a time: what was chosen before and is not in force ends. The order is locked by the caller. */
export async function choose(
  ctx: Ctx,
  place: Place,
  { kind, ground, file }: { kind: BondKind; ground: string; file: { fileId: string; name: string } | null },
): Promise<{ givenId: string; payOrderId: string | null }> {
  const { order, trade, given } = place
  // Chosen before: it stays as it is, with what has come in for it.
  if (given?.kind === kind && kind !== 'exemption') {
    const letter = await ctx.one('guarantee_letter', { givenId: given.id }, { columns: ['payOrderId'] })
    return { givenId: given.id, payOrderId: letter?.payOrderId ?? null }
  }
  if (kind === 'quota') await lockQuota(ctx, ctx.actor.companyId)
  const now = ctx.clock.now()
  const blocked = blockedFor(place, now) ?? (await refusalOf(ctx, place, kind))
  if (blocked) throw new AppError('wrongState', blocked)
  if (kind === 'exemption') await demandGround(ctx, { ground, file })
  if (given) await endGiven(ctx, { givenId: given.id, reason: '已更换形式' })
  const id = ctx.newId()
  const isAtOnce = kind === 'quota' || kind === 'exemption'
  await ctx.insert('bond_given', {
    id,
    tradeId: trade.id,
    companyId: ctx.actor.companyId,
    kind,
    state: isAtOnce ? 'in-force' : 'pending',
    demanded: order.bond,
    amount: kind === 'quota' ? order.bond : '0.00',
    ground: kind === 'exemption' ? ground : '',
    fileId: kind === 'exemption' ? file!.fileId : null,
    fileName: kind === 'exemption' ? file!.name : '',
    chosenByName: ctx.actor.name,
    chosenAt: now,
    inForceAt: isAtOnce ? now : null,
  })
  recordSecret(ctx, trade.id, { action: 'chosen', summary: `选择保证金形式：${KINDS[kind].label}` })
  tellBidder(ctx, 'changed', { tradeId: trade.id })
  const deadline = bondDeadline(order.bidEnd, OrderSettings.parse(order.settings).bond)
  await planEnd(ctx, { tradeId: trade.id, deadline })
  if (kind === 'cash')
    await openSubAccount(ctx, {
      companyId: ctx.actor.companyId,
      tradeId: trade.id,
      purpose: `投标保证金 ${order.code}`,
    })
  const payOrderId = isLetter(kind) ? await apply(ctx, { order, givenId: id, tradeId: trade.id, kind }) : null
  return { givenId: id, payOrderId }
}

async function demandGround(
  ctx: Ctx,
  { ground, file }: { ground: string; file: { fileId: string; name: string } | null },
): Promise<void> {
  const missing = [
    ...(ground.length < 5 ? [{ path: 'ground', message: '请说明免缴的依据' }] : []),
    ...(file ? [] : [{ path: 'file', message: '请上传证明材料' }]),
  ]
  if (missing.length > 0) throw new AppError('invalid', missing[0]!.message, missing)
  await demandOwnFiles(ctx, [file!.fileId], { use: 'bond-exemption', by: 'company' })
}
