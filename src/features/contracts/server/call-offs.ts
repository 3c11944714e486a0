import { AppError } from '#contract/errors.ts'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/call-off.ts'
import {
  type Any,
  BUYS,
  type CallOff,
  type Contract,
  type Ctx,
  demanded,
  demandedCallOff,
  drawCode,
  invalid,
  record,
  SELLS,
  today,
} from './access.ts'
import { linesOf } from './content.ts'
import { planDelivery } from './plan.ts'

interface Wanted {
  line: number
  quantity: string
}

/** Purchase orders until they are confirmed or fall away. */
export const callOffRoutes: readonly Route[] = [
  implement(calls.createCallOff, BUYS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.contractId, 'order')
    const { deliverBy, place, note, demandOrderId } = body
    if (deliverBy < today(ctx)) throw invalid('deliverBy', '交货日期不能早于今天')
    const demand = demandOrderId === null ? null : await askedDemand(ctx, row, demandOrderId)
    const lines = await priced(ctx, row, body.lines)
    const { callOffId } = await placeOrder(ctx, row, { deliverBy, place, note, byName: ctx.actor.name, lines })
    if (demand) {
      const answered = { answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() }
      await ctx.update('contract_demand', { id: demand.id }, { state: 'ordered', callOffId, ...answered })
    }
    return { callOffId }
  }),

  implement(calls.confirmCallOff, SELLS, async (ctx, { params }) => {
    const { contract, callOff, to } = await demandedCallOff(ctx, params.callOffId, 'confirm')
    await answer(ctx, callOff, { state: to })
    record(ctx, contract, { action: 'confirm-order', summary: `供应商确认采购订单 ${callOff.code}` })
    ctx.emit({ kind: 'contract.order-answered', payload: { callOffId: callOff.id, to } })
  }),

  implement(calls.refuseCallOff, SELLS, async (ctx, { params, body: { reason } }) => {
    const { contract, callOff, to } = await demandedCallOff(ctx, params.callOffId, 'refuse')
    await answer(ctx, callOff, { state: to, reason })
    await release(ctx, callOff)
    record(ctx, contract, { action: 'refuse-order', summary: `供应商拒绝采购订单 ${callOff.code}：${reason}` })
    ctx.emit({ kind: 'contract.order-answered', payload: { callOffId: callOff.id, to } })
  }),

  implement(calls.cancelCallOff, BUYS, async (ctx, { params, body: { reason } }) => {
    const { contract, callOff, to } = await demandedCallOff(ctx, params.callOffId, 'cancel')
    await ctx.update('call_off', { id: callOff.id }, { state: to, reason })
    await release(ctx, callOff)
    record(ctx, contract, { action: 'cancel-order', summary: `取消采购订单 ${callOff.code}：${reason}` })
    ctx.emit({ kind: 'contract.order-cancelled', payload: { callOffId: callOff.id } })
  }),
]

interface NewOrder {
  deliverBy: string
  place: string
  note: string
  byName: string
  /** With what was ordered of each line before. */
  lines: readonly { line: number; quantity: string; unitPrice: string; ordered: string }[]
}

/** Sends an order under a locked contract to its supplier; that it fits is the caller's matter. */
export async function placeOrder(
  ctx: Any,
  row: Contract,
  { deliverBy, place, note, byName, lines }: NewOrder,
): Promise<{ callOffId: string; code: string; amount: string }> {
  const id = ctx.newId()
  const code = await drawCode(ctx, 'CG')
  const amount = new Exact(sum(lines.map((one) => lineTotal(one.unitPrice, one.quantity)))).toFixed(2)
  await ctx.insert('call_off', {
    id,
    code,
    contractId: row.id,
    deliverBy,
    place,
    note,
    amount,
    state: 'sent',
    createdByName: byName,
    createdAt: ctx.clock.now(),
  })
  const asked = lines.map(({ line, quantity, unitPrice }) => ({ line, quantity, unitPrice }))
  await ctx.insert(
    'call_off_line',
    asked.map((one) => ({ callOffId: id, ...one })),
  )
  for (const { line, quantity, ordered } of lines) {
    const taken = new Exact(ordered).plus(quantity).toFixed()
    await ctx.update('contract_line', { contractId: row.id, line }, { ordered: taken })
  }
  await planDelivery(ctx, { id, deliverBy })
  record(ctx, row, { action: 'order', summary: `下达采购订单 ${code}`, data: { amount, lines: asked } })
  ctx.emit({ kind: 'contract.ordered', payload: { contractId: row.id, callOffId: id } })
  return { callOffId: id, code, amount }
}

async function answer(ctx: Ctx, { id }: CallOff, set: { state: string; reason?: string }): Promise<void> {
  await ctx.update('call_off', { id }, { ...set, answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() })
}

/** What a department has asked of this contract, and nobody has answered. */
async function askedDemand(ctx: Ctx, { id: contractId }: Contract, demandOrderId: string) {
  const demand = await ctx.one('contract_demand', { id: demandOrderId, contractId }, { lock: 'update' })
  if (!demand) throw new AppError('notFound')
  if (demand.state !== 'asked') throw new AppError('wrongState', '该需求已处理')
  return demand
}

/** Lines with their price now; never more than the contract leaves. The contract is locked: of two at once one sees the other. */
async function priced(ctx: Ctx, { id }: Contract, wanted: readonly Wanted[]) {
  const lines = await linesOf(ctx, id)
  if (new Set(wanted.map(({ line }) => line)).size < wanted.length) throw invalid('lines', '同一行标的重复')
  return wanted.map(({ line, quantity }, i) => {
    const found = lines.find((one) => one.line === line)
    if (!found) throw invalid(`lines.${i}.line`, '合同没有该行标的')
    const left = new Exact(found.quantity).minus(found.ordered)
    if (new Exact(quantity).gt(left))
      throw invalid(`lines.${i}.quantity`, `“${found.name}”最多还可订 ${left.toFixed()} ${found.unit}`)
    return { line, quantity, unitPrice: found.unitPrice, ordered: found.ordered }
  })
}

/** What is not to be delivered any more may be ordered again. */
async function release(ctx: Ctx, { id, contractId }: CallOff): Promise<void> {
  const lines = await linesOf(ctx, contractId)
  for (const { line, quantity } of await ctx.many('call_off_line', { callOffId: id })) {
    const { ordered } = lines.find((one) => one.line === line)!
    await ctx.update('contract_line', { contractId, line }, { ordered: new Exact(ordered).minus(quantity).toFixed() })
  }
}
