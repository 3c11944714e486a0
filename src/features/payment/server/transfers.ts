import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type { RefundState } from '../rules/provider.ts'
import { isLocal, isOffered, providerOf } from './accounts.ts'
import { providerNumber } from './gateway/number.ts'
import { addNotice } from './gateway/trades.ts'

/** Has the bank send a transfer back to where it came from; asked again with the same code, it answers how that stands. */
export async function askTransferBack(
  kernel: Kernel,
  tenantId: number,
  transfer: { code: string; providerNo: string; amount: string; reason: string },
): Promise<RefundState> {
  const provider = await providerOf(kernel, tenantId, 'remittance')
  if (!provider) throw new Error('no bank is configured')
  return provider.refund({
    ...transfer,
    paymentCode: '',
    total: transfer.amount,
    madeAt: kernel.clock.now(),
    notifyUrl: '',
  })
}

/** Whether transfers to guarantee accounts can be taken at all. */
export function hasBank(ctx: Pick<Context<Actor | null>, 'config' | 'tenantId'>): boolean {
  return isOffered(ctx, ctx.tenantId, 'remittance')
}

/** Whether the bank is played by the local gateway. */
export function isBankLocal(ctx: Pick<Context<Actor | null>, 'config' | 'tenantId'>): boolean {
  return isLocal(ctx, ctx.tenantId, 'remittance')
}

/** Demonstration: the played bank takes a transfer to a guarantee account, and tells of it. */
export async function playTransferTo(
  ctx: Context<Actor>,
  { accountNo, amount, payerName }: { accountNo: string; amount: string; payerName: string },
): Promise<void> {
  if (!isBankLocal(ctx)) throw new AppError('notFound')
  const opened = await ctx.tx
    .selectFrom('gateway_trade')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('provider', '=', 'remittance')
    .where('ourNo', 'like', `V%${accountNo.slice(2)}`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  if (!opened) throw new AppError('notFound')
  const id = ctx.newId()
  const now = ctx.clock.now()
  const paid = { state: 'SUCCESS', amount, paidAmount: amount, paidAt: now, createdAt: now }
  await ctx.insert('gateway_trade', { ...opened, ...paid, id, providerNo: providerNumber(ctx, 'remittance') })
  const body = JSON.stringify({ payerName, reference: '投标保证金' })
  await addNotice(ctx as unknown as Context<null>, 'remittance', { about: `trade:${id}`, body })
}
