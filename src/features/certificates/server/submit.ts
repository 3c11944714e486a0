import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { holdCounts, lockAccount, releaseCount } from '#features/membership/server/public.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import {
  closeOrder,
  feePayments,
  PAID_EVENT,
  type Paid,
  refund,
  requestPayment,
} from '#features/payment/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { implement, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import * as contract from '../contract/company.ts'
import { APPLICATION } from '../rules/application.ts'
import { ACTS, KINDS } from '../rules/kinds.ts'
import { dueOf, priceOf, VOUCHER, VOUCHER_WORTH } from '../rules/prices.ts'
import {
  type Any,
  type ApplicationRow,
  type CertificateRow,
  type Ctx,
  HOLDER,
  note,
  ownApplication,
  tell,
} from './access.ts'
import { authorityFacts } from './authority.ts'
import { HANDED_IN } from './kinds.ts'
import { demandOwnKey } from './requests.ts'
import { revoke } from './revoke.ts'

/** What the cashier knows an application by: this kind, and its id. */
export const SUBJECT = 'ca-application'

/** From a draft to what the platform looks at: complete, and paid. */
export const submitRoutes: readonly Route[] = [
  implement(contract.submitApplication, HOLDER, async (ctx, { params, body: { useVoucher } }) => {
    const row = await ownApplication(ctx, params.applicationId, 'update')
    APPLICATION.next('submit', { record: row, who: null, now: ctx.clock.now().getTime() })
    if (!authorityFacts(ctx.config).isThere) throw new AppError('wrongState', '平台尚未接入证书机构，暂不能办理')
    await demandComplete(ctx, row)
    const former = await formerOf(ctx, row)
    await demandOwnKey(ctx, { ...row, keyHash: row.keyHash!, mayKeep: row.act === 'replace' ? null : row.formerId })
    // Whoever has lost a key must not wait for anybody before it stops counting.
    if (row.act === 'replace' && former!.revokedAt === null)
      await revoke(ctx, former!, { code: 'keyCompromise', reason: '密钥遗失，申请补办', by: ctx.actor.name })
    const price = priceOf(row)
    const due = dueOf(price, useVoucher)
    const { companyId, userId } = ctx.actor
    const use = { companyId, userId, product: VOUCHER, subjects: [row.id], isKept: true } as const
    const [useId = null] = useVoucher ? await holdCounts(ctx, use) : []
    if (useVoucher && !useId) throw new AppError('conflict')
    const isFree = !new Exact(due).gt(0)
    const payOrderId = isFree ? null : (await ask(ctx, row, { price, due, hasVoucher: useVoucher })).orderId
    const state = isFree ? ('pending' as const) : ('paying' as const)
    const now = ctx.clock.now()
    await ctx.update(
      'ca_application',
      { id: row.id },
      {
        state,
        price,
        due,
        useId,
        payOrderId,
        paidAt: null,
        refundId: null,
        reason: '',
        problem: '',
        decidedAt: null,
        decidedByName: '',
        submittedAt: isFree ? now : null,
      },
    )
    if (isFree) handIn(ctx, row)
    note(ctx, row, { action: 'submit', text: isFree ? '提交，抵用券抵扣全部费用' : `提交，待支付 ${due} 元` })
    tell(ctx, row)
    return { state, payOrderId }
  }),

  implement(contract.cancelPayment, HOLDER, async (ctx, { params }) => {
    const row = await ownApplication(ctx, params.applicationId, 'update')
    APPLICATION.next('cancel', { record: row, who: null, now: ctx.clock.now().getTime() })
    // Before the order: whoever pays with points locks them so.
    await lockAccount(ctx, row.companyId)
    await closeOrder(ctx, row.payOrderId!, '申请人取消')
    if (await isPaid(ctx, row)) throw new AppError('wrongState', '款项已支付，正在提交')
    await takeBack(ctx, row, '申请人取消支付')
    note(ctx, row, { action: 'cancel', text: '取消支付' })
  }),
]

/** What the cashier has taken brings an application before the platform, once; what belongs to none goes back. */
export const notePaid: Subscriber = {
  name: 'certificates: take what was paid for an application',
  kind: PAID_EVENT,
  async handle(ctx, { payload }) {
    const paid = payload as unknown as Paid
    if (paid.subjectKind !== SUBJECT) return
    const row = (await ctx.one('ca_application', { id: paid.subjectId }, { lock: 'update' })) as
      | ApplicationRow
      | undefined
    if (row?.payOrderId === paid.orderId && row.state !== 'paying') return
    if (row?.payOrderId !== paid.orderId) {
      await refund(ctx, { orderId: paid.orderId, amount: paid.amount, reason: '证书申请已取消，原路退还' })
      return
    }
    const paidAt = new Date(paid.paidAt)
    const submittedAt = ctx.clock.now()
    await ctx.update('ca_application', { id: row.id }, { state: 'pending', paidAt, submittedAt })
    handIn(ctx, row)
    note(ctx, row, { action: 'paid', text: `收到 ${paid.amount} 元（付款单 ${paid.orderCode}），待审核` })
    tell(ctx, row)
  },
}

/** Nobody paid in time: the application can be changed again, its voucher is free. */
export const noteClosed: Subscriber = {
  name: 'certificates: an order was not paid',
  kind: 'payment.closed',
  async handle(ctx, { payload }) {
    const { subjectKind, subjectId, orderId } = payload as unknown as Paid
    if (subjectKind !== SUBJECT) return
    const row = (await ctx.one('ca_application', { id: subjectId }, { lock: 'update' })) as ApplicationRow | undefined
    if (row?.state !== 'paying' || row.payOrderId !== orderId) return
    await takeBack(ctx, row, '付款单超时关闭')
    note(ctx, row, { action: 'closed', text: '未在时限内支付，退回待提交' })
  },
}

function handIn(ctx: Any, { id, code, companyName }: ApplicationRow): void {
  ctx.emit({ kind: HANDED_IN, payload: { applicationId: id, code, companyName } })
}

async function takeBack(ctx: Any, row: ApplicationRow, reason: string): Promise<void> {
  if (row.useId) await releaseCount(ctx, row.useId, reason)
  await ctx.update('ca_application', { id: row.id }, { state: 'saved', useId: null, payOrderId: null })
  tell(ctx, row)
}

async function isPaid(ctx: Any, { id, payOrderId }: ApplicationRow): Promise<boolean> {
  const orders = await feePayments(ctx, [{ kind: SUBJECT, id }])
  return orders.some((order) => order.id === payOrderId && order.state === 'paid')
}

function ask(
  ctx: Ctx,
  row: ApplicationRow,
  { price, due, hasVoucher }: { price: string; due: string; hasVoucher: boolean },
) {
  return requestPayment(ctx, {
    subject: { kind: SUBJECT, id: row.id },
    payee: { companyId: null, purpose: 'income', name: '平台' },
    buyerId: ctx.actor.companyId,
    amount: due,
    type: PaymentType.values.valueAdded,
    title: `数字证书${ACTS[row.act]}（${KINDS[row.kind]}）`,
    reasons: [
      { label: '申请编号', value: row.code },
      { label: '期限', value: row.years === 0 ? '至原证书到期' : `${row.years} 年` },
      { label: '价格', value: `${price} 元` },
      ...(hasVoucher ? [{ label: 'CA 抵用券', value: `抵 ${VOUCHER_WORTH} 元` }] : []),
    ],
  })
}

async function demandComplete(ctx: Ctx, row: ApplicationRow): Promise<void> {
  const isEmpty = (column: 'identity' | 'mobile') =>
    ctx.cipher.open(`ca_application.${column}`, row.id, row[column]) === ''
  const problems = [
    { path: 'personName', isMissing: row.personName === '', message: '请填写姓名' },
    { path: 'identity', isMissing: isEmpty('identity'), message: '请填写身份证号码' },
    { path: 'mobile', isMissing: isEmpty('mobile'), message: '请填写手机号码' },
    { path: 'letters', isMissing: (row.letters as StoredFile[]).length === 0, message: '请上传授权书' },
    { path: 'licences', isMissing: (row.licences as StoredFile[]).length === 0, message: '请上传营业执照' },
    { path: 'request', isMissing: row.request === null, message: '请生成密钥，或上传介质的证书请求' },
  ].filter(({ isMissing }) => isMissing)
  if (problems.length > 0)
    throw new AppError(
      'invalid',
      problems[0]!.message,
      problems.map(({ path, message }) => ({ path, message })),
    )
  const { name, creditCode } = await ctx.expectOne(
    'company',
    { id: row.companyId },
    { columns: ['name', 'creditCode'] },
  )
  if (creditCode === '') throw new AppError('wrongState', '没有统一社会信用代码的主体暂不能办理企业类证书')
  await ctx.update('ca_application', { id: row.id }, { companyName: name, creditCode })
}

/** The certificate that is changed, locked; null of a first one. Throws `wrongState` where it cannot be changed so any more. */
async function formerOf(ctx: Ctx, row: ApplicationRow): Promise<CertificateRow | null> {
  if (row.formerId === null) return null
  const former = (await ctx.expectOne('certificate', { id: row.formerId }, { lock: 'update' })) as CertificateRow
  if (former.untilAt <= ctx.clock.now()) throw new AppError('wrongState', '原证书已到期，请重新申请')
  if (former.revokedAt !== null && row.act !== 'replace')
    throw new AppError('wrongState', '原证书已吊销，请补办或重新申请')
  return former
}
