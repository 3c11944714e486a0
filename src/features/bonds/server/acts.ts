import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { turnProblem } from '#features/contracts/server/public.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import { awardsOf, ownersOrder } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as contract from '../contract/register.ts'
import { isLetter } from '../rules/kinds.ts'
import { KEEP_GROUNDS } from '../rules/states.ts'
import { returnMoney } from './end.ts'
import { dueOf, type Order, record, tellBidder, tellOwner } from './order-bonds.ts'
import { openBond, type RegisterRow } from './rows.ts'

type Ctx = Context<Employee>

/** Gives these bonds back: one batch, each with a payout of its own. One that cannot go back refuses the batch. */
export async function returnBatch(
  ctx: Ctx,
  orderId: string,
  { tradeIds }: Pick<BodyOf<typeof contract.returnBonds>, 'tradeIds'>,
): Promise<{ asked: number }> {
  const { order } = await ownersOrder(ctx, orderId, 'update')
  const bonds: RegisterRow[] = []
  for (const tradeId of new Set(tradeIds)) {
    const bond = await openBond(ctx, order, tradeId)
    if (bond.kind === 'offline') throw new AppError('wrongState', '线下登记的保证金请凭凭证登记退还')
    bonds.push(bond)
  }
  const batchId = ctx.newId()
  await ctx.insert('bond_batch', { id: batchId, orderId, requestedByName: ctx.actor.name, at: ctx.clock.now() })
  const reason = `退还${say(order, '{bond}')}（${order.code}）`
  for (const bond of bonds) await returnMoney(ctx, { givenId: bond.givenId!, reason, batchId })
  record(ctx, order, {
    action: 'return-asked',
    summary: `退还${say(order, '{bond}')} ${bonds.length} 笔`,
    data: { batchId, tradeIds: bonds.map(({ tradeId }) => tradeId) },
  })
  tellOwner(ctx, orderId)
  return { asked: bonds.length }
}

/** Keeps a bond for a lawful reason; what the platform holds or guarantees is paid to the purchaser. */
export async function keep(
  ctx: Ctx,
  { orderId, tradeId }: { orderId: string; tradeId: string },
  { ground, reason }: Pick<BodyOf<typeof contract.keepBond>, 'ground' | 'reason'>,
): Promise<object> {
  const { order } = await ownersOrder(ctx, orderId, 'update')
  const bond = await openBond(ctx, order, tradeId)
  // 财政部令第74号第三十四条; 财库〔2014〕214号第二十二条.
  if ((await dueOf(ctx, order)).leftOn(tradeId))
    throw new AppError('wrongState', '该供应商在提交最后报价前退出，保证金应当退还')
  if (bond.kind !== 'offline') {
    if (!ground) throw new AppError('invalid', '请选择法定依据', [{ path: 'ground', message: '请选择法定依据' }])
    await payOver(ctx, order, bond)
  }
  const keptReason = ground ? `${KEEP_GROUNDS[ground]}：${reason}` : reason
  await ctx.update(
    'bond',
    { tradeId },
    {
      keptReason,
      refundByName: ctx.actor.name,
      refundRecordedAt: ctx.clock.now(),
    },
  )
  record(ctx, order, { action: 'kept', summary: `不予退还${say(order, '{bond}')}：${keptReason}`, data: { tradeId } })
  tellBidder(ctx, 'kept', { tradeId, reason: keptReason })
  tellOwner(ctx, orderId)
  return {}
}

/** The winner's bond becomes the performance bond: its money stays where it is until the contract is done. */
export async function turn(ctx: Ctx, { orderId, tradeId }: { orderId: string; tradeId: string }): Promise<object> {
  const { order } = await ownersOrder(ctx, orderId, 'update')
  const bond = await openBond(ctx, order, tradeId)
  const isWinner = (await awardsOf(ctx, orderId)).some((award) => award.tradeId === tradeId)
  if (!isWinner) throw new AppError('wrongState', say(order, '仅{winner}的{bond}可转为履约保证金'))
  if (bond.form !== 'transfer') throw new AppError('wrongState', '仅以转账提交的保证金可转为履约保证金')
  if (bond.turnedOn) throw new AppError('wrongState', '该保证金已转为履约保证金')
  const problem = await turnProblem(ctx, { orderId, tradeId, amount: bond.amount })
  if (problem?.isBinding) throw new AppError('legalRule', problem.message)
  const turnedOn = formatDate(ctx.clock.now())
  await ctx.update('bond', { tradeId }, { turnedOn })
  record(ctx, order, {
    action: 'turned',
    summary: `${say(order, '{bond}')} ${bond.amount} 元转为履约保证金`,
    data: { tradeId, turnedOn },
  })
  tellBidder(ctx, 'turned', { tradeId })
  tellOwner(ctx, orderId)
  return {}
}

async function payOver(ctx: Ctx, order: Order, bond: RegisterRow): Promise<void> {
  const given = await ctx.expectOne('bond_given', { id: bond.givenId! }, { lock: 'update' })
  const { companyId, tradeId, kind } = given
  const facts = {
    id: given.id,
    provider: 'remittance',
    payee: { companyId: order.purchaserCompanyId, purpose: 'income' as const },
    bondOf: { companyId, tradeId },
    debtor: companyId,
    memo: `投标保证金不予退还（${order.code}）`,
  }
  // A guarantee is claimed up to what was demanded; cash is kept as it came.
  const amount = kind === 'cash' ? bond.amount : new Exact(given.demanded).toFixed(2)
  if (isLetter(kind)) {
    const letter = await ctx.expectOne('guarantee_letter', { givenId: given.id }, { lock: 'update' })
    if (!['verified', 'extended'].includes(letter.state)) throw new AppError('wrongState', '保函已失效，不能索赔')
    await ctx.update('guarantee_letter', { id: letter.id }, { state: 'claimed', endedAt: ctx.clock.now() })
    await post(ctx, journalOf('bond.claimed', { ...facts, amount, provider: 'guarantee' }))
  } else await post(ctx, journalOf(kind === 'cash' ? 'bond.kept' : 'bond.guaranteed', { ...facts, amount }))
}
