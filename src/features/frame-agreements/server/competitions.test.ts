import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { HOUR } from '#contract/time.ts'
import * as order from '#features/contracts/contract/call-off.ts'
import { inbox } from '#features/home/contract.ts'
import { titles } from '#features/suppliers/server/testing/supplier-world.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract/agreement.ts'
import * as m from '../contract/competition.ts'
import { agreementWorld, type AgreementWorld } from './testing/world.ts'

/* Mini-competitions: quotes below the agreed prices, sealed until their deadline. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }

let w: AgreementWorld
beforeAll(async () => {
  w = await agreementWorld()
})

const soon = (hours: number) => new Date(w.t.kernel.clock.now().getTime() + hours * HOUR)
const asking = (change: object = {}) => ({
  title: '十二月用纸',
  until: soon(2).toISOString(),
  deliverBy: w.inDays(20),
  place: '总务科库房',
  lines: [{ line: 1, quantity: '4' }],
  ...change,
})

/** An agreement whose orders are won, with a competition that runs. */
async function running(change: object = {}, asked: object = {}) {
  const made = await w.inForce({ rule: 'competition', ...change })
  const { competitionId } = await w.buyer.call(m.openCompetition, {
    ...w.at(made.agreementId),
    body: asking(asked),
  })
  await w.t.settle()
  return { ...made, competitionId, params: { agreementId: made.agreementId, competitionId } }
}

const at = (entryId: string, competitionId: string) => ({ params: { entryId, competitionId } })
const quote = (client: HttpClient, entryId: string, competitionId: string, unitPrice: string) =>
  client.call(m.submitQuote, { ...at(entryId, competitionId), body: { prices: [{ line: 1, unitPrice }] } })
const refusedQuote = (client: HttpClient, entryId: string, competitionId: string, unitPrice: string) =>
  client.refused(m.submitQuote, { ...at(entryId, competitionId), body: { prices: [{ line: 1, unitPrice }] } })
const over = () => w.t.advanceTo(soon(3))
const seen = (params: { agreementId: string; competitionId: string }) => w.buyer.call(m.competitionDetail, { params })

describe('a mini-competition', () => {
  test('makes an order of the lowest quote by the clock, and tells everybody', async () => {
    const { agreementId, first, second, competitionId, params } = await running()
    expect(await titles(w.supplier2)).toContain('二次竞价邀请')
    const labels = async (client: HttpClient) =>
      (await client.call(inbox, { query: { pageSize: 100 } })).rows.map(({ label }) => label)
    expect(await labels(w.supplier1)).toContain('二次竞价报价')
    await quote(w.supplier1, first, competitionId, '99')
    await quote(w.supplier2, second, competitionId, '97.5')
    expect(await labels(w.supplier1)).not.toContain('二次竞价报价')
    await over()
    const found = await seen(params)
    expect(found).toMatchObject({
      state: 'won',
      result: { amount: '390.00' },
      parties: [
        { entryId: second, rank: 1, quote: { amount: '390.00', prices: [{ line: 1, unitPrice: '97.5' }] } },
        { entryId: first, rank: 2, quote: { amount: '396.00' } },
      ],
    })
    expect(await w.callOff(w.supplier2, found.callOffId!)).toMatchObject({
      amount: '390.00',
      lines: [{ quantity: '4', unitPrice: '97.5' }],
    })
    const loser = await w.supplier1.call(m.ownCompetition, at(first, competitionId))
    expect(loser).toMatchObject({ isWon: false, rank: 2, callOffId: null, result: { amount: '390.00' } })
    expect(await w.supplier2.call(m.ownCompetition, at(second, competitionId))).toMatchObject({
      isWon: true,
      callOffId: found.callOffId,
    })
    expect(await titles(w.supplier1)).toContain('二次竞价结果')
    expect(await titles(w.supplier2)).toContain('二次竞价已成交')
    expect(await titles(w.buyer)).toContain('二次竞价结果')
    expect(await w.detail(agreementId)).toMatchObject({ ordered: '390.00', orders: 1 })
    await w.supplier2.call(order.confirmCallOff, { params: { callOffId: found.callOffId! } })
  })

  test('shows no figure to anybody before its deadline, not even that there is a quote', async () => {
    const { first, second, competitionId, params } = await running()
    await quote(w.supplier1, first, competitionId, '91.37')
    const open = await seen(params)
    expect(open.parties.map((one) => one.quote)).toEqual([null, null])
    const list = await w.buyer.call(m.competitionList, w.at(params.agreementId))
    const other = await w.supplier2.call(m.ownCompetition, at(second, competitionId))
    expect(JSON.stringify([open, list, other, await w.detail(params.agreementId)])).not.toMatch(/91\.37|365\.48/)
    const { rows } = await w.t.owner.query(`select body from audit_record union all select body from audit_intake`)
    expect(JSON.stringify(rows)).not.toMatch(/91\.37|365\.48/)
    const revealed = `select from frame_quote_revealed where competition_id = $1`
    expect((await w.t.owner.query(revealed, [competitionId])).rowCount).toBe(0)
    expect((await w.supplier1.call(m.ownCompetition, at(first, competitionId))).quote).toMatchObject({
      amount: '365.48',
    })
    await w.buyer.call(m.cancelCompetition, { params, body: { reason: '需求取消' } })
    // Called off, nobody ever learns them.
    expect((await seen(params)).parties.map((one) => one.quote)).toEqual([null, null])
    expect(await w.buyer.refused(m.cancelCompetition, { params, body: { reason: '再次取消' } })).toMatchObject(
      WRONG_STATE,
    )
    await over()
    expect((await seen(params)).state).toBe('cancelled')
    expect(await titles(w.supplier2)).toContain('二次竞价已取消')
  })

  test('takes a quote up to the agreed price, replaced or withdrawn until the deadline and not behind it', async () => {
    const { first, second, competitionId, params } = await running()
    expect((await refusedQuote(w.supplier1, first, competitionId, '100.01')).message).toContain('高于协议价')
    for (const price of ['0', '-1', '', 'x'])
      expect((await refusedQuote(w.supplier1, first, competitionId, price)).status).toBe(400)
    const twice = { prices: [1, 1].map((line) => ({ line, unitPrice: '90' })) }
    expect(
      (await w.supplier1.refused(m.submitQuote, { ...at(first, competitionId), body: twice })).details,
    ).toMatchObject([{ path: 'prices' }])
    await quote(w.supplier1, first, competitionId, '80')
    await quote(w.supplier1, first, competitionId, '100')
    await quote(w.supplier2, second, competitionId, '95')
    await w.supplier2.call(m.withdrawQuote, at(second, competitionId))
    expect(await w.supplier2.refused(m.withdrawQuote, at(second, competitionId))).toMatchObject(NOT_FOUND)
    await quote(w.supplier2, second, competitionId, '99')
    await over()
    expect((await seen(params)).parties).toMatchObject([
      { entryId: second, rank: 1, quote: { amount: '396.00' } },
      { entryId: first, rank: 2, quote: { amount: '400.00' } },
    ])
    expect(await refusedQuote(w.supplier1, first, competitionId, '50')).toMatchObject(WRONG_STATE)
    await expect(w.t.owner.query('update frame_quote set amount = 1')).rejects.toThrow('stays as it was handed in')
  })

  test('of two equal quotes takes the one handed in first', async () => {
    const { first, second, competitionId, params } = await running()
    await quote(w.supplier2, second, competitionId, '90')
    await w.t.advanceTo(soon(0.1))
    await quote(w.supplier1, first, competitionId, '90')
    await over()
    expect((await seen(params)).parties.map(({ entryId }) => entryId)).toEqual([second, first])
  })

  test('with one quote is the purchaser’s to decide; with none it fails', async () => {
    const one = await running()
    await quote(w.supplier1, one.first, one.competitionId, '88')
    const none = await running()
    const dropped = await running()
    await quote(w.supplier2, dropped.second, dropped.competitionId, '88')
    await over()
    expect(await seen(none.params)).toMatchObject({ state: 'failed', reason: '截止时没有供应商报价' })
    expect(await seen(one.params)).toMatchObject({ state: 'lone', parties: [{ quote: { amount: '352.00' } }, {}] })
    expect(await titles(w.buyer)).toContain('二次竞价待确定')
    const decide = (params: typeof one.params, accept: boolean) => ({ params, body: { accept, reason: '价格合理' } })
    expect(await w.colleague.refused(m.decideCompetition, decide(one.params, true))).toMatchObject(NO_RIGHT)
    const ten = await Promise.allSettled(
      Array.from({ length: 10 }, () => w.buyer.call(m.decideCompetition, decide(one.params, true))),
    )
    expect(ten.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await w.detail(one.agreementId)).toMatchObject({ orders: 1, ordered: '352.00' })
    expect(await seen(one.params)).toMatchObject({ state: 'won', reason: '价格合理' })
    await w.buyer.call(m.decideCompetition, decide(dropped.params, false))
    expect(await w.detail(dropped.agreementId)).toMatchObject({ orders: 0 })
    expect(await w.buyer.refused(m.decideCompetition, decide(dropped.params, true))).toMatchObject(WRONG_STATE)
  })

  test('leaves out a quote that cannot become an order any more', async () => {
    const { agreementId, first, second, competitionId, params } = await running()
    await quote(w.supplier1, first, competitionId, '10')
    await quote(w.supplier2, second, competitionId, '90')
    const suspend = { action: 'suspend' as const, reason: '交货不及时' }
    await w.buyer.call(c.actOnEntry, { params: { agreementId, entryId: first }, body: suspend })
    expect(await refusedQuote(w.supplier1, first, competitionId, '9')).toMatchObject(WRONG_STATE)
    await over()
    const found = await seen(params)
    expect(found.state).toBe('lone')
    expect(found.parties.find(({ entryId }) => entryId === first)).toMatchObject({
      rank: null,
      excluded: /暂停/ as never,
    })
  })

  test('is called off with the agreement', async () => {
    const { agreementId, params } = await running()
    await w.buyer.call(c.endAgreement, { ...w.at(agreementId), body: { reason: '改为集中采购' } })
    expect(await seen(params)).toMatchObject({ state: 'cancelled', reason: '框架协议已终止' })
  })
})

describe('who may open one', () => {
  test('keeps to what the agreement says and leaves', async () => {
    const { agreementId, first } = await running()
    const refused = async (change: object, of = agreementId) =>
      w.buyer.refused(m.openCompetition, { ...w.at(of), body: asking(change) })
    // Four of ten are asked for already.
    expect((await refused({ lines: [{ line: 1, quantity: '6.1' }] })).message).toContain('最多还可竞价 6')
    expect((await refused({ lines: [{ line: 2, quantity: '1' }] })).details).toMatchObject([{ path: 'lines' }])
    expect((await refused({ until: soon(0.9).toISOString() })).details).toMatchObject([{ path: 'until' }])
    expect((await refused({ until: soon(24 * 400).toISOString() })).details).toMatchObject([{ path: 'until' }])
    expect((await refused({ deliverBy: w.inDays(-1) })).details).toMatchObject([{ path: 'deliverBy' }])
    // Nothing is ordered past the competition.
    expect(
      (await w.buyer.refused(c.orderFromAgreement, { ...w.at(agreementId), body: w.ordering(first, '1') })).message,
    ).toContain('二次竞价')
    const suspend = { action: 'suspend' as const, reason: '交货不及时' }
    await w.buyer.call(c.actOnEntry, { params: { agreementId, entryId: first }, body: suspend })
    expect((await refused({ lines: [{ line: 1, quantity: '1' }] })).message).toContain('不足两家')
    const direct = await w.inForce()
    expect(await refused({}, direct.agreementId)).toMatchObject(NOT_FOUND)
    // Without a price competition is what stage two is for.
    const bare = { entries: w.terms().entries.map(({ companyId }) => ({ companyId, prices: [] })) }
    const unpriced = await running({ kind: 'supplier', rule: 'direct', ...bare })
    await quote(w.supplier1, unpriced.first, unpriced.competitionId, '500')
    await quote(w.supplier2, unpriced.second, unpriced.competitionId, '501')
    await over()
    expect(await seen(unpriced.params)).toMatchObject({ state: 'won', result: { amount: '2000.00' } })
  })

  test('belongs to its purchaser and the suppliers that were asked', async () => {
    const { agreementId, first, second, competitionId, params } = await running()
    const body = asking({ lines: [{ line: 1, quantity: '1' }] })
    expect(await w.supplier1.refused(m.openCompetition, { ...w.at(agreementId), body })).toMatchObject(NO_RIGHT)
    expect(await w.colleague.refused(m.openCompetition, { ...w.at(agreementId), body })).toMatchObject(NO_RIGHT)
    expect(await w.other.refused(m.competitionDetail, { params })).toMatchObject(NOT_FOUND)
    const stray = { ...params, competitionId: newId() }
    expect(await w.buyer.refused(m.competitionDetail, { params: stray })).toMatchObject(NOT_FOUND)
    const cancel = { params: { ...params, agreementId: newId() }, body: { reason: '需求取消' } }
    expect(await w.buyer.refused(m.cancelCompetition, cancel)).toMatchObject(NOT_FOUND)
    expect(await refusedQuote(w.supplier1, second, competitionId, '9')).toMatchObject(NOT_FOUND)
    expect(await w.supplier1.refused(m.ownCompetition, at(second, competitionId))).toMatchObject(NOT_FOUND)
    expect(await w.supplier1.refused(m.ownCompetitions, { params: { entryId: second } })).toMatchObject(NOT_FOUND)
    expect(await w.supplier1.call(m.ownCompetitions, { params: { entryId: first } })).toMatchObject([
      { competitionId, hasQuote: false, isWon: false },
    ])
    expect(await w.supplier1.refused(m.withdrawQuote, at(first, competitionId))).toMatchObject(NOT_FOUND)
  })
})
