import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { performanceBonds, turnProblem } from '#features/contracts/server/public.ts'
import { claimSlip } from '#features/ledger/server/public.ts'
import { BOND_RULE, bondInterest } from '#features/procurement/rules/bond.ts'
import {
  buyer,
  buyerFile,
  fileAnswer,
  isAwarded,
  ownersOrder,
  participants,
} from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/register.ts'
import { kindLabel } from '../rules/kinds.ts'
import { type BondState, stateOf } from '../rules/states.ts'
import { demandFree, heldBonds } from './held.ts'
import {
  asksForBond,
  type Due,
  dueOf,
  isKnown,
  type Order,
  record,
  refundBlocked,
  takesPayments,
} from './order-bonds.ts'
import { openBond, type RegisterRow, tradeOf } from './rows.ts'

type Ctx = Context<Employee>

/** Bonds as the owner of an order knows them; what moves outside the platform is recorded by voucher. */
export const registerRoutes: readonly Route[] = [
  buyer(contract.orderBonds, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId)
    const due = await dueOf(ctx, order)
    const people = await participants(ctx, order.id)
    const held = await heldBonds(
      ctx,
      order.id,
      people.map(({ tradeId }) => tradeId),
    )
    const rows = await rowsOf(ctx, { order, due, people, held })
    return {
      bond: order.bond,
      contractSignedOn: due.contractOn,
      dueOn: due.of(due.winners[0] ?? '').dueOn,
      isOverdue: rows.some((row) => row.isOverdue),
      rule: { id: BOND_RULE, citation: due.citation },
      blocked: refundBlocked(order),
      mayRecordPayment: takesPayments(order),
      mayRecordContract: due.contractOn === null && isAwarded(order),
      isSealed: asksForBond(order) && !isKnown(order),
      isHeld: held.has(order.id),
      rows,
    }
  }),

  buyer(contract.recordBondPayment, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    if (!asksForBond(order)) throw new AppError('wrongState', '采购文件未要求保证金，不登记到账')
    if (!takesPayments(order)) throw new AppError('wrongState', '当前状态不能登记保证金到账')
    const trade = await tradeOf(ctx, order, params.tradeId)
    demandPast(ctx, body.paidOn, 'paidOn')
    if (Number(body.amount) <= 0)
      throw new AppError('invalid', '请输入到账金额', [{ path: 'amount', message: '请输入到账金额' }])
    const { slipAmount: whole } = body
    if (whole !== null && new Exact(whole).lt(body.amount))
      throw new AppError('invalid', '回单总额不得小于本次到账金额', [
        { path: 'slipAmount', message: '回单总额不得小于本次到账金额' },
      ])
    await demandOwnFiles(ctx, [body.voucher.fileId], { use: 'bond-voucher', by: 'company' })
    const added = await ctx.tx
      .insertInto('bond')
      .values({
        tenantId: ctx.tenantId,
        orderId: order.id,
        tradeId: trade.tradeId,
        amount: body.amount,
        form: body.form,
        paidOn: body.paidOn,
        paidVoucher: body.voucher.fileId,
        paidVoucherName: body.voucher.name,
        paidByName: ctx.actor.name,
        paidRecordedAt: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenantId', 'tradeId']).doNothing())
      .returning('tradeId')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '该供应商的保证金已登记')
    const title = `${order.title}：投标保证金到账`
    // One transfer of a bidder may pay the bonds of several lots.
    const share = { among: `${order.projectId} ${trade.companyId}`, part: body.amount, whole }
    await claimSlip(ctx, { kind: 'bond', recordId: trade.tradeId, title, files: [body.voucher], share })
    record(ctx, order, { action: 'paid', summary: '登记保证金到账', data: { tradeId: trade.tradeId, ...body } })
  }),

  buyer(contract.recordBondRefund, async (ctx, { params, body }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    await demandFree(ctx, order.id, [params.tradeId])
    const bond = await openBond(ctx, order, params.tradeId)
    if (bond.kind !== 'offline') throw new AppError('wrongState', '该保证金经平台缴纳，请在平台退还')
    demandPast(ctx, body.refundedOn, 'refundedOn')
    if (body.refundedOn < bond.paidOn)
      throw new AppError('invalid', '退还日期不得早于到账日期', [
        { path: 'refundedOn', message: '退还日期不得早于到账日期' },
      ])
    await demandOwnFiles(ctx, [body.voucher.fileId], { use: 'bond-voucher', by: 'company' })
    const title = `${order.title}：投标保证金退还`
    await claimSlip(ctx, { kind: 'bond-refund', recordId: bond.tradeId, title, files: [body.voucher] })
    const { refundedOn, rate } = body
    const interest = bondInterest({ amount: bond.amount, rate, paidOn: bond.paidOn, refundedOn })
    await ctx.update(
      'bond',
      { tradeId: bond.tradeId },
      {
        refundedOn,
        refunded: bond.amount,
        interest,
        rate,
        refundVoucher: body.voucher.fileId,
        refundVoucherName: body.voucher.name,
        refundByName: ctx.actor.name,
        refundRecordedAt: ctx.clock.now(),
      },
    )
    record(ctx, order, {
      action: 'refunded',
      summary: `登记退还投标保证金 ${bond.amount} 元及利息 ${interest} 元`,
      data: { tradeId: bond.tradeId, ...body, interest, rule: BOND_RULE },
    })
    return { interest }
  }),

  buyerFile(contract.bondVoucher, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId)
    const bond = await ctx.one('bond', { orderId: order.id, tradeId: params.tradeId })
    const files = [
      { fileId: bond?.paidVoucher, name: bond?.paidVoucherName ?? '' },
      { fileId: bond?.refundVoucher, name: bond?.refundVoucherName ?? '' },
    ]
    const file = files.find((one) => one.fileId === params.voucherId)
    if (!file?.fileId) throw new AppError('notFound')
    return { ...(await fileAnswer(ctx, { fileId: file.fileId, name: file.name })), inline: true }
  }),
]

interface Listed {
  order: Order
  due: Due
  people: Awaited<ReturnType<typeof participants>>
  held: ReadonlySet<string>
}

async function rowsOf(ctx: Ctx, { order, due, people, held }: Listed): Promise<contract.BondRow[]> {
  const bonds = await ctx.many('bond', { orderId: order.id })
  // Nothing of what goes on at the platform is read before quotes are open.
  const tradeIds = isKnown(order) ? people.map((one) => one.tradeId) : []
  const given = await ctx.many('bond_given', { tradeId: tradeIds, state: 'in-force' })
  const returns = await ctx.many('bond_return', { tradeId: tradeIds }, { orderBy: ['at desc'] })
  const letters = await ctx.many('guarantee_letter', { tradeId: tradeIds })
  const performance = await performanceBonds(ctx, order.id)
  const today = formatDate(ctx.clock.now())
  const turnProblems = await turnProblemsOf(
    ctx,
    bonds.filter(({ tradeId }) => due.winners.includes(tradeId)),
  )
  return people.map(({ tradeId, companyName }) => {
    const bond = bonds.find((one) => one.tradeId === tradeId)
    const isWinner = due.winners.includes(tradeId)
    const last = returns.find((one) => one.givenId === bond?.givenId)
    const { dueOn } = due.of(tradeId)
    const state = stateOf(bond, { dueOn, isReturning: last?.state === 'running' })
    const letter = letters.find((one) => one.givenId === bond?.givenId)
    const isHeld = bond !== undefined && (held.has(order.id) || held.has(tradeId))
    const leftOn = due.leftOn(tradeId)
    const isBlocked = due.blocked(tradeId) !== null
    const acts = isHeld ? [] : actsOf({ order, bond, state, isWinner, isBlocked, hasLeft: leftOn !== null })
    return {
      ...valuesOf(bond),
      tradeId,
      supplierName: companyName,
      isWinner,
      leftOn,
      state,
      dueOn: state === 'due' || state === 'returning' ? dueOn : null,
      isOverdue: (state === 'due' || state === 'returning') && dueOn !== null && today > dueOn,
      failReason: last?.state === 'failed' ? last.failReason : '',
      exemption: given.find((one) => one.tradeId === tradeId && one.kind === 'exemption')?.ground ?? '',
      performance: performance.get(tradeId) ?? null,
      turnProblem: acts.includes('turn') ? (turnProblems.get(tradeId) ?? null) : null,
      letter: letter ? `${letter.issuer} ${letter.number}，有效期至 ${letter.validUntil ?? '—'}` : '',
      isHeld: isHeld && isOpen(state),
      acts,
    }
  })
}

/** What keeps bonds of winners from becoming performance bonds, or is warned of. */
async function turnProblemsOf(ctx: Ctx, bonds: readonly RegisterRow[]) {
  const problems = new Map<string, contract.BondRow['turnProblem']>()
  for (const { orderId, tradeId, amount, turnedOn } of bonds)
    if (turnedOn === null) problems.set(tradeId, await turnProblem(ctx, { orderId, tradeId, amount }))
  return problems
}

/** Something may still become of it. */
function isOpen(state: BondState): boolean {
  return state === 'paid' || state === 'due' || state === 'turned'
}

function valuesOf(bond: RegisterRow | undefined) {
  const file = (id: string | null | undefined, name: string) => (id ? { fileId: id, name } : null)
  return {
    kind: bond?.kind ?? null,
    kindLabel: bond ? kindLabel(bond.kind) : '',
    amount: bond?.amount ?? null,
    form: (bond?.form as contract.BondRow['form'] | undefined) ?? null,
    paidOn: bond?.paidOn ?? null,
    paidVoucher: file(bond?.paidVoucher, bond?.paidVoucherName ?? ''),
    refundedOn: bond?.refundedOn ?? null,
    refunded: bond?.refunded ?? null,
    interest: bond?.interest ?? null,
    lateInterest: bond?.lateInterest ?? null,
    rate: bond?.rate ?? null,
    refundVoucher: file(bond?.refundVoucher, bond?.refundVoucherName ?? ''),
    keptReason: bond?.keptReason ?? '',
    recordedBy: bond?.refundByName || (bond?.paidByName ?? ''),
  }
}

function actsOf({
  order,
  bond,
  state,
  isWinner,
  isBlocked,
  hasLeft,
}: {
  order: Order
  bond: RegisterRow | undefined
  state: BondState
  isWinner: boolean
  isBlocked: boolean
  hasLeft: boolean
}): contract.BondAct[] {
  if (!bond) return takesPayments(order) ? ['record'] : []
  if (!isOpen(state) || isBlocked) return []
  const mayTurn = isWinner && state !== 'turned' && bond.form === 'transfer'
  const back = bond.kind === 'offline' ? 'refund' : 'return'
  return hasLeft ? [back] : [back, 'keep', ...(mayTurn ? (['turn'] as const) : [])]
}

function demandPast(ctx: Ctx, day: string, path: string): void {
  if (day > formatDate(ctx.clock.now()))
    throw new AppError('invalid', '日期不得晚于今天', [{ path, message: '日期不得晚于今天' }])
}
