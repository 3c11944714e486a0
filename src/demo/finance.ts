import { DAY, formatDate } from '#contract/time.ts'
import { askToJoin, decideJoin } from '#features/enterprise/contract/certification.ts'
import { bankCards } from '#features/enterprise/contract/services.ts'
import { managePage, updateEmployee } from '#features/organisation/contract/employees.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { decideCorrection, journalPage, proposeCorrection } from '#features/payment/contract/correction.ts'
import * as finance from '#features/payment/contract/finance.ts'
import { planBill } from '#features/payment/contract/gateway.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { NEWCOMERS } from './enterprise.ts'
import { PASSWORD } from './people.ts'
import { comes, payInWallet } from './play/wallet.ts'
import { enforceApprover } from './play/flows.ts'

/** What the provider's bill of yesterday has and nobody here knows of. */
const FOREIGN = [
  { ourNo: 'WX20260001', providerNo: '4200002026110100001', amount: '128.00' },
  { ourNo: 'WX20260002', providerNo: '4200002026110100002', amount: '66.60' },
  { ourNo: 'WX20260003', providerNo: '4200002026110100003', amount: '9.90' },
]

/** A refund that the bank takes its time for, and one that failed. */
export async function playRefunds(cast: Cast): Promise<void> {
  for (const [account, play] of [
    ['supplier5', 'refund-waits'],
    ['supplier6', 'refund-fails'],
  ] as const)
    await refunded(cast, account, play)
}

/**
 * Differences of yesterday's bill, which the provider has where it was used before: one is somebody's, one was booked and
 * is to be undone by a second person, one was undone and is open again.
 */
export async function playDifferences(cast: Cast, now: Date): Promise<void> {
  const admin = await cast.as('admin')
  const day = formatDate(new Date(now.getTime() - DAY))
  const lines = FOREIGN.map((line) => ({ kind: 'missing-here' as const, ...line }))
  await admin.call(planBill, { params: { day }, body: { lines } })
  await admin.call(finance.runReconciliation, { params: { day } })
  const differences = async () =>
    (await admin.call(finance.reconPage, {}))
      .flatMap((run) => run.lines)
      .filter(({ ourNo }) => FOREIGN.some((line) => line.ourNo === ourNo))
  if (!(await comes(async () => (await differences()).length === FOREIGN.length))) return
  const [owned, waiting, undone] = (await differences()).toSorted((a, b) => a.ourNo.localeCompare(b.ourNo))
  for (const { lineId } of [owned!, waiting!, undone!]) await admin.call(finance.takeDifference, { params: { lineId } })
  const corrections = []
  for (const { lineId } of [waiting!, undone!]) {
    const reason = '按账单暂记长款'
    await admin.call(finance.closeDifference, { params: { lineId }, body: { how: 'journal', reason } })
    const { rows } = await admin.call(journalPage, { query: {} })
    const { journalId } = rows.find((row) => row.isCorrectable && row.memo === reason)!
    const body = { reason: '经核对属其他商户款项，不应入账' }
    corrections.push(await admin.call(proposeCorrection, { params: { journalId }, body }))
  }
  const params = { correctionId: corrections[1]!.correctionId }
  await (await cast.as('admin2')).call(decideCorrection, { params, body: { approve: true } })
}

/** A fee for documents that the hospital means to give back: it waits for the second person of its finance. */
export async function holdRefund(cast: Cast): Promise<void> {
  const buyer = await cast.as('buyer')
  await enforceApprover(buyer, '退款复核', { type: 'finance', node: 'refund', title: '财务复核', by: 'finance1' })
  const query = { state: 'paid' as const, keyword: '招标文件', pageSize: 100 }
  const { rows } = await (await cast.as('admin')).call(finance.platformOrders, { query })
  const fee = PaymentType.label(PaymentType.values.documentFee)
  const { orderId, amount } = rows.find((row) => row.typeLabel === fee && row.payeeName === COMPANIES.hospital.name)!
  const body = { orderId, amount, reason: '供应商重复购买招标文件，申请退回' }
  await buyer.call(finance.requestRefund, { body })
}

/**
 * A bookkeeper whom a bidder has taken in means to take out the interest on the bidder's bond: that waits for its
 * administrator. Behind `loadEnterprise`, which brings the bookkeeper and a verified account.
 */
export async function holdWithdrawal(cast: Cast, base: string): Promise<void> {
  const [{ mobile, name }] = NEWCOMERS
  const { id: companyId } = COMPANIES.supplier5
  const principal = await cast.as('supplier5')
  const bookkeeper = new HttpClient(base)
  await bookkeeper.login(mobile, PASSWORD)
  const request = await bookkeeper.call(askToJoin, { body: { companyId, name, message: '代理记账，负责资金结算' } })
  await principal.call(decideJoin, { params: { id: request.id }, body: { accept: true } })
  const { rows } = await principal.call(managePage, { query: { keyword: name } })
  const params = { employeeId: rows[0]!.employeeId }
  await principal.call(updateEmployee, { params, body: { name, rights: ['finance'] } })
  await enforceApprover(principal, '提现审批', {
    type: 'finance',
    node: 'withdrawal',
    title: '负责人审批',
    by: 'supplier5',
  })
  const [card] = (await principal.call(bankCards, {})).cards
  await bookkeeper.call(enterCompany, { body: { companyId } })
  bookkeeper.workbench = 'supplier'
  const { balance } = await bookkeeper.call(finance.financeOverview, {})
  await bookkeeper.call(finance.requestWithdrawal, { body: { cardId: card!.id, amount: balance.available } })
}

/** A purchase of previews that the platform gives back, as the bank of the buyer lets it. */
async function refunded(
  cast: Cast,
  account: 'supplier5' | 'supplier6',
  play: 'refund-waits' | 'refund-fails',
): Promise<void> {
  const { id: skuId, price: amount } = PRODUCTS.find(({ code }) => code === 'preview')!.skus[0]!
  await payInWallet(await cast.as(account), { skuId }, { method: 'wechat', play })
  const admin = await cast.as('admin')
  const { rows } = await admin.call(finance.platformOrders, { query: { state: 'paid', pageSize: 100 } })
  const order = rows.find((row) => row.buyerName === COMPANIES[account].name && row.refundable !== null)
  if (!order) return
  const body = { orderId: order.orderId, amount, reason: '购买后未使用' }
  // What was paid is delivered a moment later, and not given back before.
  await comes(() =>
    admin.call(finance.platformRefund, { body }).then(
      () => true,
      () => false,
    ),
  )
}
