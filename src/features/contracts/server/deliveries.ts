import { keptFiles } from '#server/files/own-files.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/call-off.ts'
import { type CallOffLine, type Ctx, demandedCallOff, invalid, record, SELLS, today } from './access.ts'
import { resultOf } from '../rules/team.ts'
import { acceptedWorth, addAccepted } from './dues.ts'
import { USE } from './files.ts'
import { activeMembers, missingIn, opinionsOf, teamOf } from './team-members.ts'

type AcceptBody = BodyOf<typeof calls.acceptDelivery>

/** What a supplier tells of its deliveries. */
export const deliveryRoutes: readonly Route[] = [
  implement(calls.noticeDelivery, SELLS, async (ctx, { params, body }) => {
    const { contract, callOff } = await demandedCallOff(ctx, params.callOffId, 'deliver')
    const { deliveredOn, carrier, note } = body
    if (deliveredOn > today(ctx)) throw invalid('deliveredOn', '到货日期不能晚于今天')
    if (deliveredOn < formatDate(callOff.createdAt)) throw invalid('deliveredOn', '到货日期不能早于下单日期')
    const lines = await ctx.many('call_off_line', { callOffId: callOff.id })
    if (new Set(body.lines.map(({ line }) => line)).size < body.lines.length) throw invalid('lines', '同一行标的重复')
    for (const [i, { line, quantity }] of body.lines.entries()) {
      const found = lines.find((one) => one.line === line)
      if (!found) throw invalid(`lines.${i}.line`, '订单没有该行标的')
      const left = openOf(found)
      if (new Exact(quantity).gt(left)) throw invalid(`lines.${i}.quantity`, `最多还可交货 ${left.toFixed()}`)
    }
    const files = await keptFiles(ctx, body.files, { use: USE })
    const before = await ctx.many('delivery', { callOffId: callOff.id }, { columns: ['no'] })
    const id = ctx.newId()
    await ctx.insert('delivery', {
      id,
      callOffId: callOff.id,
      no: before.length + 1,
      deliveredOn,
      carrier,
      note,
      files: JSON.stringify(files),
      state: 'sent',
      noticedByName: ctx.actor.name,
      noticedAt: ctx.clock.now(),
    })
    await ctx.insert(
      'delivery_line',
      body.lines.map((one) => ({ deliveryId: id, ...one })),
    )
    for (const { line, quantity } of body.lines) {
      const { delivered } = lines.find((one) => one.line === line)!
      const sofar = new Exact(delivered).plus(quantity).toFixed()
      await ctx.update('call_off_line', { callOffId: callOff.id, line }, { delivered: sofar })
    }
    await noteDelivered(ctx, callOff.id)
    record(ctx, contract, {
      action: 'deliver',
      summary: `供应商发出到货通知：订单 ${callOff.code} 第 ${before.length + 1} 批`,
      data: { deliveredOn, lines: body.lines },
    })
    ctx.emit({ kind: 'contract.delivered', payload: { callOffId: callOff.id, deliveryId: id } })
    return { deliveryId: id }
  }),
]

/** Judges a delivery, or a part of it; what is accepted is due from then on. */
export async function accept(
  ctx: Ctx,
  deliveryId: string,
  body: AcceptBody,
): Promise<{ acceptanceId: string; amount: string }> {
  const found = await ctx.one('delivery', { id: deliveryId }, { columns: ['callOffId'] })
  if (!found) throw new AppError('notFound')
  const { contract, callOff } = await demandedCallOff(ctx, found.callOffId, 'accept')
  const delivery = await ctx.expectOne('delivery', { id: deliveryId })
  if (delivery.state !== 'sent') throw new AppError('wrongState', '该批到货已验收')
  const founded = await foundedOn(ctx, deliveryId, body)
  const lines = await ctx.many('delivery_line', { deliveryId })
  const ordered = await ctx.many('call_off_line', { callOffId: callOff.id })
  const worths: string[] = []
  if (new Set(body.lines.map(({ line }) => line)).size < body.lines.length) throw invalid('lines', '同一行标的重复')
  const isNothing = ({ accepted, rejected }: AcceptBody['lines'][number]) => Number(accepted) + Number(rejected) === 0
  if (body.lines.every(isNothing)) throw invalid('lines', '请填写合格或不合格数量')
  for (const [i, { line, accepted, rejected, reason }] of body.lines.entries()) {
    const one = lines.find((other) => other.line === line)
    if (!one) throw invalid(`lines.${i}.line`, '该批到货没有该行标的')
    const left = new Exact(one.quantity).minus(one.accepted).minus(one.rejected)
    if (new Exact(accepted).plus(rejected).gt(left))
      throw invalid(`lines.${i}.accepted`, `合格与不合格合计不能超过待验收数量 ${left.toFixed()}`)
    if (Number(rejected) > 0 && reason.length < 2) throw invalid(`lines.${i}.reason`, '请说明不合格的原因')
    const of = ordered.find((other) => other.line === line)!
    worths.push(acceptedWorth(of.unitPrice, of.accepted, accepted))
    await ctx.update('delivery_line', { deliveryId, line }, plus(one, { accepted, rejected }))
    await ctx.update('call_off_line', { callOffId: callOff.id, line }, plus(of, { accepted, rejected }))
  }
  const amount = new Exact(sum(worths)).toFixed(2)
  const acceptanceId = ctx.newId()
  const judged = body.lines.filter((one) => !isNothing(one))
  await ctx.insert('acceptance', {
    id: acceptanceId,
    deliveryId,
    lines: JSON.stringify(judged),
    people: body.people,
    ...founded,
    note: body.note,
    files: JSON.stringify(await keptFiles(ctx, body.files, { use: USE })),
    amount,
    acceptedByName: ctx.actor.name,
    acceptedAt: ctx.clock.now(),
  })
  const name = `订单 ${callOff.code} 第 ${delivery.no} 批验收款`
  await addAccepted(ctx, contract, { acceptanceId, name, amount, deliveredOn: delivery.deliveredOn })
  await noteJudged(ctx, deliveryId)
  await noteDelivered(ctx, callOff.id)
  await noteDone(ctx, callOff.id)
  record(ctx, contract, {
    action: 'accept',
    summary: `验收订单 ${callOff.code} 第 ${delivery.no} 批`,
    data: {
      lines: judged,
      people: body.people,
      amount,
      ...(founded && { teamId: founded.teamId, opinions: founded.opinionsHash.toString('hex') }),
    },
  })
  const payload = { contractId: contract.id, callOffId: callOff.id, deliveryId, acceptanceId, amount }
  ctx.emit({ kind: 'contract.accepted', payload })
  if (judged.some(({ rejected }) => Number(rejected) > 0)) ctx.emit({ kind: 'contract.rejected', payload })
  return { acceptanceId, amount }
}

/** The opinions that an acceptance rests on; null: no team looked at the delivery, and whoever did is named. */
async function foundedOn(ctx: Ctx, deliveryId: string, { people, lines, overrideReason }: AcceptBody) {
  const team = await teamOf(ctx, deliveryId)
  if (!team) {
    if (people.length < 2) throw invalid('people', '请填写验收人员')
    return null
  }
  const missing = await missingIn(ctx, team)
  if (missing) throw new AppError('wrongState', missing)
  const verdicts = (await opinionsOf(ctx, await activeMembers(ctx, team.id))).map(({ verdict }) => verdict)
  const isAgainst = resultOf(verdicts) === 'fails' && lines.some(({ accepted }) => Number(accepted) > 0)
  if (isAgainst && overrideReason.length < 2)
    throw invalid('overrideReason', '验收小组多数意见为不通过，请说明仍予验收的理由')
  return { teamId: team.id, opinionsHash: team.opinionsHash!, overrideReason: isAgainst ? overrideReason : '' }
}

function plus(
  row: { accepted: string; rejected: string },
  { accepted, rejected }: { accepted: string; rejected: string },
) {
  return {
    accepted: new Exact(row.accepted).plus(accepted).toFixed(),
    rejected: new Exact(row.rejected).plus(rejected).toFixed(),
  }
}

/** What of an ordered line may still be delivered: what was rejected may come again. */
export function openOf({ quantity, delivered, rejected }: Pick<CallOffLine, 'quantity' | 'delivered' | 'rejected'>) {
  return new Exact(quantity).minus(delivered).plus(rejected)
}

async function noteJudged(ctx: Ctx, deliveryId: string): Promise<void> {
  const lines = await ctx.many('delivery_line', { deliveryId })
  const isWhole = lines.every((one) => new Exact(one.accepted).plus(one.rejected).eq(one.quantity))
  if (isWhole) await ctx.update('delivery', { id: deliveryId }, { state: 'judged' })
}

/** The day of the last delivery, while all of the order is there. */
async function noteDelivered(ctx: Ctx, callOffId: string): Promise<void> {
  const lines = await ctx.many('call_off_line', { callOffId })
  const deliveries = await ctx.many('delivery', { callOffId }, { columns: ['deliveredOn'] })
  const isWhole = lines.every((one) => openOf(one).lte(0))
  const last = deliveries
    .map(({ deliveredOn }) => deliveredOn)
    .toSorted()
    .at(-1)
  await ctx.update('call_off', { id: callOffId }, { deliveredOn: isWhole ? (last ?? null) : null })
}

async function noteDone(ctx: Ctx, callOffId: string): Promise<void> {
  const lines = await ctx.many('call_off_line', { callOffId })
  if (!lines.every((one) => new Exact(one.accepted).eq(one.quantity))) return
  await ctx.update('call_off', { id: callOffId }, { state: 'done', doneAt: ctx.clock.now() })
}
