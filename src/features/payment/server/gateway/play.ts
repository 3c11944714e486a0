import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Play } from '../../contract/gateway.ts'
import { providerNumber } from './number.ts'
import { FORGED } from './side.ts'
import { addNotice, addRefund } from './trades.ts'
import type { ProviderCode } from '../../rules/enums.ts'

type Ctx = Context<Actor | null>

/** The trade that the wallet holds for one of our payments. */
export async function tradeOf(ctx: Ctx, payCode: string) {
  const trade = await ctx.one('gateway_trade', { ourNo: payCode }, { orderBy: ['createdAt'], limit: 1 })
  if (!trade) throw new AppError('notFound', '网关中没有该笔支付，请稍候再试')
  return trade
}

/** How refunds of a payment go, where not as asked for. */
const REFUNDS: Partial<Record<Play, string>> = { 'refund-fails': 'fail', 'refund-waits': 'wait' }

/** The wallet pays, as asked; a payment that was paid can be paid once more by `twice` only. */
export async function play(ctx: Ctx, given: { payCode: string; play: Play; payerName: string }): Promise<void> {
  const { payCode, play: how, payerName } = given
  const { id, provider: code } = await tradeOf(ctx, payCode)
  const provider = code as ProviderCode
  const trade = await ctx.expectOne('gateway_trade', { id }, { lock: 'update' })
  const system = ctx as Context<null>
  if (trade.state === 'SUCCESS' && how !== 'twice') throw new AppError('wrongState', '该笔支付已完成')
  const now = ctx.clock.now()
  const change = how === 'less' ? '-0.01' : how === 'more' ? '0.01' : '0'
  const paidAmount = new Exact(trade.amount).plus(change).toFixed(2)
  if (trade.state !== 'SUCCESS') {
    await ctx.update(
      'gateway_trade',
      { id },
      {
        state: 'SUCCESS',
        paidAmount,
        paidAt: now,
        refunds: REFUNDS[how] ?? '',
      },
    )
  }
  if (how === 'silent') return
  const body = bodyOf(how, { provider, payerName })
  if (how === 'disorder')
    await addRefund(system, provider, { refundNo: `M${payCode}`, amount: paidAmount, ourNo: payCode })
  if (how === 'twice') {
    const second = ctx.newId()
    await ctx.insert('gateway_trade', {
      ...trade,
      id: second,
      providerNo: providerNumber(ctx, provider),
      state: 'SUCCESS',
      paidAmount: trade.amount,
      paidAt: now,
      createdAt: now,
    })
    await addNotice(system, provider, { about: `trade:${second}`, body })
  }
  for (let i = 0; i < (how === 'five' ? 5 : 1); i++) await addNotice(system, provider, { about: `trade:${id}`, body })
}

function bodyOf(how: Play, { provider, payerName }: { provider: ProviderCode; payerName: string }): string {
  if (provider === 'remittance')
    return JSON.stringify({
      payerName: how === 'stranger' ? '江州某商贸有限公司' : payerName,
      ...(how === 'unnamed' && { reference: '货款' }),
    })
  return how === 'forged' ? FORGED : ''
}
