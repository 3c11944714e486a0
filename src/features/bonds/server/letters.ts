import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import { newNumber, PAID_EVENT, type Paid, refund, requestPayment } from '#features/payment/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { bondDeadline } from '../rules/due.ts'
import { KINDS, type LetterKind } from '../rules/kinds.ts'
import { type Demanded, LETTER_FEES, letterFee, neededUntil } from '../rules/letter.ts'
import { endGiven } from './end.ts'
import { issuerOf } from './issuer/issuer.ts'
import { takeDocument } from './letter-documents.ts'
import { type Order, recordSecret, tellBidder } from './order-bonds.ts'
import { ISSUE } from './kinds.ts'

type Any = Context<Actor | null>

/** What the cashier knows the fee of a letter by. */
export const LETTER_SUBJECT = 'guarantee-letter'

/** Asks for a letter: its fee goes through the cashier, and it is issued once that is paid. Gives the cashier's order. */
export async function apply(
  ctx: Any,
  { order, givenId, tradeId, kind }: { order: Order; givenId: string; tradeId: string; kind: LetterKind },
): Promise<string> {
  if (!issuerOf(ctx)) throw new AppError('wrongState', '平台尚未接入签发机构')
  const given = await ctx.expectOne('bond_given', { id: givenId })
  const { issuer, percent } = LETTER_FEES[kind]
  const id = ctx.newId()
  const fee = letterFee(kind, order.bond)
  const { orderId: payOrderId } = await requestPayment(ctx, {
    subject: { kind: LETTER_SUBJECT, id },
    payee: { companyId: null, purpose: 'income', name: issuer },
    buyerId: given.companyId,
    amount: fee,
    type: PaymentType.values.serviceFee,
    title: `${KINDS[kind].label}费用（${order.code}）`,
    reasons: [
      { label: '担保金额', value: `${formatAmount(order.bond)} 元` },
      { label: '费率', value: `${percent}%` },
    ],
  })
  const now = ctx.clock.now()
  await ctx.insert('guarantee_letter', {
    id,
    givenId,
    tradeId,
    companyId: given.companyId,
    issuer,
    amount: order.bond,
    fee,
    neededUntil: neededUntil(order, now),
    state: 'applied',
    payOrderId,
    at: now,
  })
  return payOrderId
}

/** The fee is paid: the letter is issued, unless it is not wanted any more. */
export const letterPaid: Subscriber = {
  name: 'bonds: have a letter of guarantee issued that was paid for',
  kind: PAID_EVENT,
  async handle(ctx, { payload }) {
    const { subjectKind, subjectId, orderId, amount } = payload as unknown as Paid
    if (subjectKind !== LETTER_SUBJECT) return
    const letter = await ctx.expectOne('guarantee_letter', { id: subjectId }, { lock: 'update' })
    if (letter.state === 'paid' && letter.payOrderId === orderId) return
    if (letter.state !== 'applied' || (await isTooLate(ctx, letter.tradeId))) {
      await giveFeeBack(ctx, { ...letter, orderId, amount, reason: '保函已不需要，费用退回' })
      return
    }
    await ctx.update('guarantee_letter', { id: letter.id }, { state: 'paid' })
    tellBidder(ctx, 'changed', { tradeId: letter.tradeId })
    await enqueue(ctx, ISSUE, letter.id)
  },
}

/** Dates have moved: letters that would end too early are made good for longer. */
export const extending: Subscriber = {
  name: 'bonds: make letters of guarantee good for longer when the opening is put off',
  kind: 'order.changed',
  async handle(ctx, { payload }) {
    const order = await orderRow(ctx, String(payload.orderId))
    const trades = await ctx.many('trade', { orderId: order.id }, { columns: ['id'] })
    const letters = await ctx.many('guarantee_letter', {
      tradeId: trades.map(({ id }) => id),
      state: ['applied', 'paid', 'verified', 'extended'],
    })
    const needed = neededUntil(order, ctx.clock.now())
    for (const letter of letters.filter((one) => one.neededUntil < needed)) {
      await ctx.update('guarantee_letter', { id: letter.id }, { neededUntil: needed })
      if (letter.validUntil !== null) await enqueue(ctx, ISSUE, letter.id)
    }
  },
}

/** Has the issuer issue a letter, or the one that makes it good for longer, and looks at what it sent. */
export const issuing: Worker = {
  kind: ISSUE,
  attempts: 5,
  async run(kernel, { tenantId, subject }) {
    const within = <T>(act: (ctx: Context<null>) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, act)
    const asked = await within((ctx) => askedOf(ctx, subject))
    if (!asked) return
    const issuer = issuerOf(kernel)
    if (!issuer) throw new Error('no issuer is configured')
    const content = await issuer.issue(asked)
    await within((ctx) => takeIssued(ctx, kernel, { letterId: subject, content, demanded: asked }))
  },
  giveUp: (kernel, { tenantId, subject }, reason) =>
    inContext(kernel, { tenantId, actor: null }, (ctx) => refuse(ctx, subject, `签发机构未能出具：${reason}`)),
}

async function askedOf(ctx: Any, id: string) {
  const letter = await ctx.one('guarantee_letter', { id })
  const isFirst = letter?.state === 'paid'
  const isLonger =
    letter !== undefined &&
    ['verified', 'extended'].includes(letter.state) &&
    letter.validUntil !== null &&
    letter.validUntil < letter.neededUntil
  if (!letter || !(isFirst || isLonger)) return null
  const given = await ctx.expectOne('bond_given', { id: letter.givenId })
  return {
    ...(await demandedOf(ctx, letter)),
    form: given.kind as LetterKind,
    number: newNumber(ctx, 'V').replace('V', 'BH'),
    extends: isLonger ? letter.number : '',
  }
}

/** What a letter must say. */
export async function demandedOf(
  ctx: Any,
  {
    tradeId,
    companyId,
    amount,
    neededUntil: until,
  }: { tradeId: string; companyId: string; amount: string; neededUntil: string },
): Promise<Demanded> {
  const { orderId } = await ctx.expectOne('trade', { id: tradeId }, { columns: ['orderId'] })
  const order = await orderRow(ctx, orderId)
  const nameOf = async (id: string) =>
    (await ctx.tx.selectFrom('company').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
  return {
    applicant: await nameOf(companyId),
    beneficiary: await nameOf(order.purchaserCompanyId),
    orderCode: order.code,
    amount,
    neededUntil: until,
  }
}

async function takeIssued(
  ctx: Context<null>,
  kernel: Kernel,
  { letterId, content, demanded }: { letterId: string; content: string; demanded: Demanded },
): Promise<void> {
  const letter = await ctx.expectOne('guarantee_letter', { id: letterId }, { lock: 'update' })
  if (!['paid', 'verified', 'extended'].includes(letter.state)) return
  if (letter.state === 'paid' && (await isTooLate(ctx, letter.tradeId))) return refuse(ctx, letterId, '截止前未能生效')
  const refusal = await takeDocument(ctx, kernel, { letter, content, demanded })
  if (refusal && letter.state === 'paid') await refuse(ctx, letterId, refusal)
}

/** The letter came to nothing: its fee goes back, and the bidder chooses anew. */
async function refuse(ctx: Any, id: string, problem: string): Promise<void> {
  const letter = await ctx.expectOne('guarantee_letter', { id }, { lock: 'update' })
  if (letter.state !== 'paid') return
  await ctx.update('guarantee_letter', { id }, { state: 'refused', problem, endedAt: ctx.clock.now() })
  recordSecret(ctx, letter.tradeId, { action: 'letter-refused', summary: `保函未生效：${problem}` })
  await endGiven(ctx, { givenId: letter.givenId, reason: problem })
  if (letter.payOrderId)
    await giveFeeBack(ctx, { ...letter, orderId: letter.payOrderId, amount: letter.fee, reason: problem })
}

async function giveFeeBack(
  ctx: Any,
  { orderId, amount, reason }: { orderId: string; amount: string; reason: string },
): Promise<void> {
  await refund(ctx, { orderId, amount, reason })
}

async function isTooLate(ctx: Any, tradeId: string): Promise<boolean> {
  const { orderId } = await ctx.expectOne('trade', { id: tradeId }, { columns: ['orderId'] })
  const order = await orderRow(ctx, orderId, 'share')
  const deadline = bondDeadline(order.bidEnd, OrderSettings.parse(order.settings).bond)
  return order.state !== 'publish.open' || (deadline !== null && ctx.clock.now() >= deadline)
}
