import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { addNotice, agencyBills, chargeableAwards, makeBill, sendBill } from '#features/charges/contract/bill.ts'
import { recordIncome } from '#features/charges/contract/income.ts'
import { addConfig, publishStandard } from '#features/charges/contract/standard.ts'
import { FeeType, Setting } from '#features/charges/rules/enums.ts'
import { PRESETS } from '#features/charges/rules/presets.ts'
import { directPurchase } from '#features/procurement/methods/direct-purchase.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import { pdfOf } from './play/documents.ts'
import { enforceApprover } from './play/flows.ts'

const [goods] = PRESETS
const F = FeeType.values
/** Of the agency's charge, what came first, in yuan. */
const FIRST_PART = '500.00'
/** Transfers of so much and more are agreed to by a colleague. */
const LIMIT = '10000.00'

/** Who charges what, published before the first order: direct purchases alone, so that other scenes stay as they are. */
const STANDARDS = [
  ['admin', F.platform, { templateId: goods!.id, memberDiscounts: { basic: '10', advanced: '20', diamond: '40' } }],
  ['buyer', F.service, { templateId: goods!.id }],
] as const satisfies readonly [Account, number, object][]

/** The standards of platform and hospital. */
export async function publishStandards(cast: Cast): Promise<void> {
  for (const [account, feeType, more] of STANDARDS) {
    const client = await cast.as(account)
    const body = { feeType, setting: Setting.values.billing, methods: [directPurchase.code], ...more }
    await client.call(addConfig, { body })
    await client.call(publishStandard, { body: { note: '按参考标准计费' } })
  }
}

/**
 * The agency's standard, and its charge for an award, paid by two transfers: the second one waits for a colleague. And what the
 * platform tells those who owe.
 */
export async function playCharges(cast: Cast, now: Date): Promise<void> {
  const agent = await cast.as('agent')
  const config = { feeType: F.agency, setting: Setting.values.billing, templateId: goods!.id }
  await agent.call(addConfig, { body: config })
  await agent.call(publishStandard, { body: {} })
  const content = '服务费线上缴费通道每日 23:00 至次日 01:00 维护，请避开该时段支付；线下缴费请联系平台客服热线。'
  await (await cast.as('admin')).call(addNotice, { body: { content, from: now.toISOString() } })
  const [award] = (await agent.call(chargeableAwards, {})).awards
  if (!award) return
  const dueAt = new Date(now.getTime() + 15 * DAY).toISOString()
  const body = { tradeId: award.tradeId, templateId: goods!.id, payer: 'winner' as const, dueAt }
  const { billId } = await agent.call(makeBill, {
    body: { ...body, discount: '10', discountReason: '年度合作优惠' },
  })
  await agent.call(sendBill, { params: { billId }, body: {} })
  const [bill] = (await agent.call(agencyBills, { query: {} })).rows
  const payer = Object.values(COMPANIES).find(({ name }) => name === bill!.debtorName)!
  const paidIn = async (given: { amount: string; share: string; reference: string; remark?: string }) => {
    const transfer = `服务费 ${given.amount} 元，流水号 ${given.reference}`
    const slip = { title: '电子回单', org: payer.name, parts: [{ heading: '转账', paragraphs: [transfer] }] }
    const { fileId } = await agent.upload('charge-voucher', '电子回单.pdf', await pdfOf(slip, now))
    const { share, ...facts } = given
    const voucher = { fileId, name: '电子回单.pdf' }
    const shares = [{ billId, amount: share }]
    await agent.call(recordIncome, {
      body: { ...facts, payerId: payer.id, receivedAt: now.toISOString(), voucher, shares },
    })
  }
  await paidIn({ amount: FIRST_PART, share: FIRST_PART, reference: '20260001' })
  const { employeeId } = PEOPLE.multi.jobs.find(({ company }) => company === 'agency')!
  const step = { type: 'charges', node: 'receipt', title: '收款复核', by: { employeeId }, from: LIMIT }
  await enforceApprover(agent, '大额线下收款复核', step)
  const rest = new Exact(bill!.amount).minus(FIRST_PART)
  await paidIn({
    amount: rest.plus(LIMIT).toFixed(2),
    share: rest.toFixed(2),
    reference: '20260002',
    remark: '含预付后续标段代理服务费一万元',
  })
}
