import { expect, test, vi } from 'vitest'
import { Exact, sum } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import * as own from '#features/bonds/contract/own.ts'
import { orderBonds, returnBonds } from '#features/bonds/contract/register.ts'
import * as bill from '#features/charges/contract/bill.ts'
import { tenderFee, tenderFees } from '#features/charges/contract/monitor.ts'
import * as std from '#features/charges/contract/standard.ts'
import { PRESETS } from '#features/charges/rules/presets.ts'
import { applyInvoice } from '#features/invoices/contract/apply.ts'
import { askRedLetter, invoiceDetail, issueInvoice } from '#features/invoices/contract/invoice.ts'
import { checkLedger } from '#features/ledger/server/check.ts'
import { financeOverview, requestRefund, statementPage } from '#features/payment/contract/finance.ts'
import { orderDetail } from '#features/payment/contract/order.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { recordContractDate } from '#features/procurement/contract/follow-up.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { giveBond } from './bonds.ts'
import { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import * as buyers from './play/buyer.ts'
import { payFeeIfDue } from './play/document-fee.ts'
import { payInWallet } from './play/wallet.ts'
import { fromState } from './states/from-state.ts'
import * as states from './states/tender.ts'

/*
 * A whole tender with its money, over HTTP: a membership, the fee for documents and the platform's fee at the sign-up, bonds,
 * the award, fees of the winner, an invoice with its red letter, returns and a refund. In the end the ledger is computed
 * anew, and the statements and the monitor agree with it to the cent.
 */
test(
  'a whole tender with its money: ledger, statements and monitor agree to the cent',
  { timeout: 600_000 },
  async () => {
    const { t, facts: published } = await fromState('published')
    const { orderId } = published
    const params = { orderId }
    const cast = new Cast(t.base)
    const now = () => t.kernel.clock.now()
    const on = {
      system: t,
      owner: t.owner as never,
      cast,
      now,
      moveTo: (at: string | Date) => t.advanceTo(at),
      settle: () => t.settle(),
    }
    const goods = PRESETS[0]!.id
    const standard = async (account: 'admin' | 'buyer' | 'agent', config: object) => {
      const client = await cast.as(account)
      await client.call(std.addConfig, { body: { templateId: goods, ...config } as never })
      const { publicationId } = await client.call(std.publishStandard, { body: {} })
      await t.owner.query(
        `update charge_publication set published_at = (select published_at from purchase_order where id = $1) - interval '1 day'
       where id = $2`,
        [orderId, publicationId],
      )
    }
    // At the sign-up nobody has won yet: a fixed fee.
    const terms = { formula: 1 as const, elements: [{ type: 3 as const, value: '333.33' }] }
    const { templateId } = await (await cast.as('admin')).call(std.addTemplate, { body: { name: '报名收费', terms } })
    await standard('admin', { feeType: 1, setting: 1, templateId, memberDiscounts: { basic: '20' } })
    await standard('buyer', { feeType: 2, setting: 2 })
    await standard('agent', { feeType: 5, setting: 2 })
    await t.owner.query(
      `update purchase_order set document_fee = 500, settings = jsonb_set(settings, '{documentFeeBy}', '"online"') where id = $1`,
      [orderId],
    )

    // Sign-up: the member pays a fifth less of the platform's fee.
    const basic = PRODUCTS.find(({ code }) => code === 'basic')!.skus[0]!.id
    await payInWallet(await cast.as('supplier2'), { skuId: basic }, { method: 'alipay', play: 'pay' })
    let facts = await states.signUp({ ...on, facts: published })
    await t.settle()
    const platformDue = async (n: 1 | 2) => {
      const { rows } = await (await cast.as(`supplier${n}`)).call(bill.ownDues, { query: {} })
      return rows.find(({ feeType }) => feeType === 1)!
    }
    const [full, less] = [await platformDue(1), await platformDue(2)]
    expect(less.amount).toBe(new Exact(full.amount).times('0.8').toFixed(2))
    for (const account of states.BIDDERS) {
      const client = await cast.as(account)
      await payFeeIfDue(client, orderId)
      await payDues(client)
    }

    // Bonds: cash of three, a letter of one.
    for (const [i, account] of states.BIDDERS.entries()) {
      const client = await cast.as(account)
      await giveBond(client, orderId, i === 3 ? 'insurance' : 'cash')
      await vi.waitFor(async () => expect((await client.call(own.ownBond, { params })).state).toBe('paid'), PATIENT)
    }

    for (const step of [states.submit, states.open, states.beginReview, states.score, states.conclude])
      facts = await step({ ...on, facts })
    await buyers.publishCandidates(await cast.as('buyer'), orderId)
    // From here on the agency runs it.
    await t.owner.query('update project set agency_company_id = $1 where id = $2', [
      COMPANIES.agency.id,
      facts.projectId,
    ])
    await t.owner.query('update purchase_order set owner_company_id = $1 where id = $2', [COMPANIES.agency.id, orderId])
    await t.advanceTo(new Date(now().getTime() + 10 * DAY))
    const later = new Cast(t.base)
    const agent = await later.as('agent')
    await buyers.award(agent, orderId)
    await t.settle()
    const { rows: awards } = await t.owner.query<{ trade_id: string }>('select trade_id from award_in_force')
    const winnerAccount = states.BIDDERS.find((account) => facts.trades[account] === awards[0]!.trade_id)!
    const winner = await later.as(winnerAccount)

    // Fees of the award: the agency sends its own, all are paid by the cashier.
    const [draft] = (await agent.call(bill.agencyBills, { query: {} })).rows
    await agent.call(bill.sendBill, { params: { billId: draft!.billId }, body: {} })
    await payDues(winner)
    const dues = (await winner.call(bill.ownDues, { query: {} })).rows
    expect(dues.map(({ feeType, state }) => `${feeType} ${state}`).toSorted()).toEqual(['1 paid', '2 paid', '5 paid'])

    // The service fee is invoiced; its refund wants the red letter first.
    const service = await winner.call(bill.ownDue, {
      params: { billId: dues.find((due) => due.feeType === 2)!.billId },
    })
    const { rows: paidBy } = await t.owner.query<{ id: string }>(
      `select id from pay_order where subject_id = $1 and state = 'paid'`,
      [service.billId],
    )
    const payOrderId = paidBy[0]!.id
    const { invoiceId } = await winner.call(applyInvoice, {
      body: {
        orderIds: [payOrderId],
        kind: 1,
        titleKind: 1,
        title: COMPANIES[winnerAccount].name,
        taxNo: COMPANIES[winnerAccount].creditCode,
        email: 'finance@example.com',
      },
    })
    const buyer = await later.as('buyer')
    const becomes = (state: string) =>
      vi.waitFor(
        async () => expect((await buyer.call(invoiceDetail, { params: { invoiceId } })).state).toBe(state),
        PATIENT,
      )
    await buyer.call(issueInvoice, { params: { invoiceId }, body: { rate: 6 } })
    await becomes('issued')
    const giveBack = { body: { orderId: payOrderId, amount: '0.01', reason: '多收一分' } }
    expect((await buyer.refused(requestRefund, giveBack)).status).toBe(409)
    await buyer.call(askRedLetter, { params: { invoiceId }, body: { reason: '退款' } })
    await becomes('reversed')
    await buyer.call(requestRefund, giveBack)
    await vi.waitFor(
      async () => expect((await winner.call(orderDetail, { params: { id: payOrderId } })).refunded).toBe('0.01'),
      PATIENT,
    )

    // The contract is signed: all bonds go back.
    await agent.call(recordContractDate, { params, body: { signedOn: formatDate(now()) } })
    await t.advanceTo(new Date(now().getTime() + 2 * DAY))
    const tradeIds = (await agent.call(orderBonds, { params })).rows.map(({ tradeId }) => tradeId)
    await agent.call(returnBonds, { params, body: { tradeIds } })
    await vi.waitFor(
      async () =>
        expect(
          (await agent.call(orderBonds, { params })).rows.map(({ state, failReason }) => state + failReason).join(),
        ).toBe(tradeIds.map(() => 'refunded').join()),
      PATIENT,
    )
    await t.settle()

    // What the ledger says, computed anew.
    expect(await checkLedger(t.kernel, 1)).toEqual([])
    // How the fee is paid and who runs the order were set past the service above, and that alone is named.
    const altered = await findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })
    expect(altered.map(({ what }) => what)).toEqual(['order-terms', 'row'])
    const { rows: zero } = await t.owner.query<{ total: string }>(
      `select sum(case side when 'credit' then amount else -amount end)::text as total from ledger_entry`,
    )
    expect(Number(zero[0]!.total)).toBe(0)
    for (const account of ['buyer', 'agent', ...states.BIDDERS] as const) {
      const client = await later.as(account)
      const { balance, bonds } = await client.call(financeOverview, {})
      const { rows } = await client.call(statementPage, { query: { pageSize: 100 } })
      expect([account, rows[0]?.balance ?? '0.00', Number(bonds)]).toEqual([account, balance.total, 0])
    }
    const { rows: monitored } = await agent.call(tenderFees, { query: {} })
    expect(monitored).toMatchObject([{ orderId, agrees: true, refunded: '0.01' }])
    const { payments } = await agent.call(tenderFee, { params })
    const { rows: booked } = await t.owner.query<{ total: string }>(
      `select sum(p.amount)::text as total from payment p join pay_order o on o.id = p.order_id
     join ledger_journal j on j.subject = p.id::text and j.kind = 'payment.received'
     where p.status = 2 and o.type in (1, 2, 3) and o.subject_kind <> 'guarantee-letter'`,
    )
    expect(sum(payments.filter(({ state }) => state === 'paid').map(({ amount }) => amount))).toBe(booked[0]!.total)
    expect(monitored[0]!.paid).toBe(booked[0]!.total)
  },
)

/** Pays all that a company owes and was sent, by WeChat. */
async function payDues(client: HttpClient): Promise<void> {
  const { rows } = await client.call(bill.ownDues, { query: { state: 'open' } })
  for (const { billId } of rows) {
    const { payOrderId } = await client.call(bill.payDue, { params: { billId } })
    await payInWallet(client, { orderId: payOrderId }, { method: 'wechat', play: 'pay' })
    await vi.waitFor(
      async () => expect((await client.call(bill.ownDue, { params: { billId } })).state).toBe('paid'),
      PATIENT,
    )
  }
}
