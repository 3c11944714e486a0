import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { performanceBonds } from '#features/contracts/server/public.ts'
import { isBankLocal, playTransferTo } from '#features/payment/server/public.ts'
import { bondInterest } from '#features/procurement/rules/bond.ts'
import { bondTermsInWords } from '#features/procurement/rules/bond-terms.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { ownTrade, supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/own.ts'
import { bondDeadline, returnInWords } from '../rules/due.ts'
import { BOND_KINDS, type BondKind, KINDS } from '../rules/kinds.ts'
import { LETTER_STATES, type LetterState } from '../rules/letter.ts'
import { rateOn } from '../rules/rates.ts'
import { type BondState, stateOf } from '../rules/states.ts'
import { blockedFor, choose, refusalOf } from './choose.ts'
import { submitLetter } from './hand-in.ts'
import { issuerOf } from './issuer/issuer.ts'
import { asksForBond, type Due, dueOf, isKnown, type Order } from './order-bonds.ts'
import type { GivenRow, RegisterRow } from './rows.ts'

type Ctx = Context<Employee>

/** A bidder's own bond; it knows of it what happens, the buyer's side does not before the opening. */
export const ownRoutes: readonly Route[] = [
  supplier(contract.ownBond, async (ctx, { params }) => {
    const place = await placeOf(ctx, params.orderId)
    const { order, trade, given, last, bond } = place
    const terms = OrderSettings.parse(order.settings).bond
    const shown = given ?? last
    const due = await dueOf(ctx, order)
    const returns = await returnsOf(ctx, { order, due, bond, given: shown, tradeId: trade.id })
    return {
      demanded: order.bond,
      deadline: bondDeadline(order.bidEnd, terms)?.toISOString() ?? null,
      terms: bondTermsInWords(terms, order.method),
      state: ownState({ bond, given, dueOn: returns.dueOn, isReturning: returns.isReturning }),
      performance: (await performanceBonds(ctx, order.id)).get(trade.id) ?? null,
      blocked: blockedFor(place, ctx.clock.now()),
      choices: await Promise.all(
        BOND_KINDS.map(async (kind) => {
          const { label, cost, time, back } = KINDS[kind]
          return { kind, label, cost, time, back, refusal: await refusalOf(ctx, place, kind) }
        }),
      ),
      given: shown ? givenOf(shown) : null,
      account: shown?.kind === 'cash' ? await accountOf(ctx, trade.id) : null,
      movements: await movementsOf(ctx, trade.id),
      letter: shown ? await letterOf(ctx, shown.id) : null,
      returns: returns.shown,
    }
  }),

  supplier(contract.chooseBond, async (ctx, { params, body }) => {
    const place = await placeOf(ctx, params.orderId, 'share')
    const { kind, ground, file = null } = body
    return choose(ctx, place, { kind, ground, file })
  }),

  supplier(contract.handInLetter, async (ctx, { params, body }) => {
    const place = await placeOf(ctx, params.orderId, 'share')
    return submitLetter(ctx, place, body.content)
  }),

  supplier(contract.playTransfer, async (ctx, { params, body }) => {
    const { trade } = await placeOf(ctx, params.orderId)
    const account = await ctx.one('sub_account', { companyId: ctx.actor.companyId, tradeId: trade.id, state: 'open' })
    if (!account) throw new AppError('notFound')
    const payerName = body.payer === 'own' ? ctx.actor.companyName : '江州某商贸有限公司'
    await playTransferTo(ctx, { accountNo: account.accountNo, amount: body.amount, payerName })
  }),
]

async function placeOf(ctx: Ctx, orderId: string, lock?: 'share') {
  const { order, trade } = await ownTrade(ctx, orderId, { passed: false, lock })
  // One choice at a time.
  if (lock) await ctx.expectOne('trade', { id: trade.id }, { columns: ['id'], lock: 'update' })
  const all = await ctx.many('bond_given', { tradeId: trade.id }, { orderBy: ['chosenAt desc', 'id desc'] })
  const given = all.find(({ state }) => state !== 'ended')
  const bond = await ctx.one('bond', { tradeId: trade.id })
  return { order, trade, given, last: all[0], bond, isRecorded: bond?.kind === 'offline' }
}

function ownState({
  bond,
  given,
  dueOn,
  isReturning,
}: {
  bond: RegisterRow | undefined
  given: GivenRow | undefined
  dueOn: string | null
  isReturning: boolean
}): BondState {
  if (bond) return stateOf(bond, { dueOn, isReturning })
  if (!given) return 'unpaid'
  return given.state === 'in-force' ? 'paid' : 'pending'
}

function givenOf(row: GivenRow) {
  const missing = new Exact(row.demanded).minus(row.amount)
  return {
    givenId: row.id,
    kind: row.kind as BondKind,
    label: KINDS[row.kind as BondKind].label,
    state: row.state as 'pending' | 'in-force' | 'ended',
    amount: row.amount,
    missing: row.kind === 'exemption' || !missing.gt(0) ? '0.00' : missing.toFixed(2),
    inForceAt: row.inForceAt?.toISOString() ?? null,
    endReason: row.endReason,
    ground: row.ground,
    chosenByName: row.chosenByName,
  }
}

async function accountOf(ctx: Ctx, tradeId: string) {
  const row = await ctx.one('sub_account', { companyId: ctx.actor.companyId, tradeId })
  if (!row) return null
  const { bank, accountName, accountNo } = row
  return { state: row.state as 'opening', bank, accountName, accountNo, isLocal: isBankLocal(ctx) }
}

/** What came in: what counts, and what did not, which is a case of the platform. */
async function movementsOf(ctx: Ctx, tradeId: string) {
  const counted = await ctx.many('bond_movement', { tradeId }, { orderBy: ['at', 'id'] })
  const account = await ctx.one('sub_account', { companyId: ctx.actor.companyId, tradeId }, { columns: ['id'] })
  const cases = account ? await ctx.many('suspense_case', { subAccountId: account.id }) : []
  const rows = [
    ...counted.map((one) => ({
      movementId: one.id,
      at: one.at,
      amount: one.amount,
      label: '计入保证金',
      isCounted: true,
      returnedAt: one.returnedAt?.toISOString() ?? null,
    })),
    ...cases.map((one) => ({
      movementId: one.id,
      at: one.openedAt,
      amount: one.amount,
      label: CASE_WORDS[one.kind] ?? '等待平台核实',
      isCounted: false,
      returnedAt: one.closing === 'refunded' ? (one.closedAt?.toISOString() ?? null) : null,
    })),
  ]
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((row) => ({ ...row, at: row.at.toISOString() }))
}

const CASE_WORDS: Readonly<Record<string, string>> = {
  payer: '付款人与报名单位不一致，等待平台核实',
  late: '截止后到账，原路退回',
  overpaid: '重复或多余的款项，原路退回',
  currency: '币种不符，等待平台核实',
}

async function letterOf(ctx: Ctx, givenId: string) {
  const row = await ctx.one('guarantee_letter', { givenId })
  if (!row) return null
  return {
    letterId: row.id,
    state: row.state,
    stateLabel: LETTER_STATES[row.state as LetterState],
    issuer: row.issuer,
    number: row.number,
    amount: row.amount,
    fee: row.fee,
    neededUntil: row.neededUntil,
    validUntil: row.validUntil,
    problem: row.problem,
    payOrderId: row.payOrderId,
    isLocal: issuerOf(ctx)?.isLocal ?? false,
  }
}

const EXAMPLE_DAYS = 90

async function returnsOf(
  ctx: Ctx,
  {
    order,
    due,
    bond,
    given,
    tradeId,
  }: {
    order: Order
    due: Due
    bond: RegisterRow | undefined
    given: GivenRow | undefined
    tradeId: string
  },
) {
  const last = given && (await ctx.one('bond_return', { givenId: given.id }, { orderBy: ['at desc'], limit: 1 }))
  // Before it is known who bids, no day of the order's is told beside the bond.
  const { from, dueOn } = isKnown(order) && asksForBond(order) ? due.of(tradeId) : { from: null, dueOn: null }
  const rate = bond?.rate ?? last?.rate ?? '0'
  const expected = Number(rate) > 0 ? rate : rateOn(dueOn ?? formatDate(ctx.clock.now()))
  const isCash = given?.kind === 'cash' && given.inForceAt !== null
  const paidOn = isCash ? formatDate(given.inForceAt) : ''
  const backOn = dueOn ?? (isCash ? formatDate(new Date(given.inForceAt!.getTime() + EXAMPLE_DAYS * DAY)) : '')
  const interest = isCash
    ? (bond?.interest ?? bondInterest({ amount: given.amount, rate: expected, paidOn, refundedOn: backOn }))
    : null
  const isReturning = last?.state === 'running'
  return {
    dueOn,
    isReturning,
    shown: {
      inWords: returnInWords(due),
      countsFrom: from,
      dueOn,
      interest,
      rate: expected,
      refundId: last?.id ?? null,
      refundedOn: bond?.refundedOn ?? (last?.doneAt && last.state === 'done' ? formatDate(last.doneAt) : null),
      keptReason: bond?.keptReason ?? '',
    },
  }
}
