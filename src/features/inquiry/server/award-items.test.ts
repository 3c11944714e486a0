import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { messagePage } from '#features/messages/contract.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import { done } from '#features/workflow/rules/held.ts'
import * as register from '#features/bonds/contract/register.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as portal from '#features/procurement/contract/portal.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import {
  awarded,
  awarding,
  type AwardBody,
  type Awarding,
  CONTENDERS,
  inquiryWorld,
  sentence,
  split,
  SUMS,
} from './testing/award-items.ts'
import { text, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { unzip } from '#features/procurement/server/testing/unzip.ts'

/* Orders whose lines go to several suppliers: who may get what, who is told what, and what stays when one falls away. */

let world: TenderWorld
beforeAll(async () => {
  world = await inquiryWorld()
})

let waiting: Promise<Awarding> | undefined

/** Words of tenders, but for the title of the order. */
const foreign = (letter: string) => foreignWords(comparison, letter.replaceAll('第一标段', ''))

describe('an order is awarded line by line', () => {
  test('each winner has its lines at its own prices, and is told of them alone', async () => {
    const { t, buyer, suppliers } = world
    const { orderId, params, trades, noticeId } = await awarded(world)
    const { award } = await buyer.call(notice.winnerDetail, { params })
    const won = award!.winners.toSorted((x, y) => trades.indexOf(x.tradeId) - trades.indexOf(y.tradeId))
    expect(
      won.map(({ supplierName, price, lines }) => [
        supplierName,
        price,
        lines.map((l) => [l.line, l.quantity, l.unitPrice, l.amount]),
      ]),
    ).toEqual([
      [
        CONTENDERS[0],
        '382000.00',
        [
          [1, '4', '48000', '192000.00'],
          [2, '20', '9500', '190000.00'],
        ],
      ],
      [CONTENDERS[1], '282000.00', [[1, '6', '47000', '282000.00']]],
      [CONTENDERS[2], '5400.00', [[3, '3', '1800', '5400.00']]],
    ])
    expect(award).toMatchObject({
      price: '669400.00',
      items: [
        { line: 1, reason: '分两家供货，降低断供风险', unbought: '0' },
        { line: 3, reason: '', unbought: '2', unboughtReason: '科室需求减少' },
      ],
    })

    // Everybody sees its own part; who won nothing is told who did, as the notice says it.
    const ends = await Promise.all(suppliers.map((one) => one.call(tender.tenderDetail, { params })))
    expect(ends.map(({ result, award: own }) => [result?.outcome, own?.price])).toEqual([
      ['won', '382000.00'],
      ['won', '282000.00'],
      ['won', '5400.00'],
      ['lost', undefined],
    ])
    expect(ends[2]!.award!.lines).toMatchObject([{ name: '治疗车', quantity: '3', amount: '5400.00' }])
    const letters = await Promise.all(suppliers.slice(0, 3).map((one) => one.file(tender.ownAwardLetter, { params })))
    // Each names its own lines and sums, and nobody else's; none speaks of a tender.
    const said = await Promise.all(letters.map(({ content }) => pdfText(content)))
    const own = won.map(({ lines }) => lines.flatMap(({ name }) => name ?? []))
    const all = [...new Set(own.flat())]
    expect(said.map((letter) => all.filter((name) => letter.includes(name)))).toEqual(
      own.map((names) => all.filter((name) => names.includes(name))),
    )
    expect(said.map((letter) => SUMS.filter((sum) => letter.includes(sum)))).toEqual(SUMS.map((sum) => [sum]))
    for (const letter of said) expect(foreign(letter)).toEqual([])
    for (const [i, tradeId] of trades.slice(0, 3).entries())
      expect(
        (await buyer.file(notice.awardLetter, { params, query: { tradeId } })).content.equals(letters[i]!.content),
      ).toBe(true)
    expect((await suppliers[3]!.refused(tender.ownAwardLetter, { params })).status).toBe(404)
    expect((await suppliers[0]!.refused(tender.ownResultLetter, { params })).status).toBe(404)
    const other = await suppliers[3]!.file(tender.ownResultLetter, { params })
    expect(other.name).toContain('成交结果通知书')
    const result = await pdfText(other.content)
    expect(foreign(result)).toEqual([])
    for (const price of ['48,000', '9,500', '47,000', '1,800']) expect(result).not.toContain(price)
    expect(
      (await buyer.file(notice.awardLetter, { params, query: { tradeId: trades[3]! } })).content.equals(other.content),
    ).toBe(true)
    // Which of them is meant must be said.
    expect((await buyer.refused(notice.awardLetter, { params })).status).toBe(404)

    await t.settle()
    const told = async (client: typeof buyer) => {
      const { rows } = await client.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
      return rows.filter((row) => row.title === '成交通知书').map((row) => row.content)
    }
    for (const [i, one] of suppliers.slice(0, 3).entries()) {
      const mine = await told(one)
      expect(mine.some((content) => content.includes(SUMS[i]!))).toBe(true)
      for (const sum of SUMS.filter((_, j) => j !== i)) expect(mine.join()).not.toContain(sum)
    }
    expect(await told(suppliers[3]!)).toEqual([])

    // The public reads names and sums; lines by choice.
    const { data } = (
      await t.owner.query<{ data: { winners: { price: string; lines?: unknown }[]; unbought: unknown } }>(
        'select data from notice where id = $1',
        [noticeId],
      )
    ).rows[0]!
    expect(data.winners.map(({ price }) => price)).toEqual(['382000.00', '282000.00', '5400.00'])
    expect(data.winners.every((row) => !('lines' in row))).toBe(true)
    expect(data.unbought).toMatchObject([{ line: 3, quantity: '2', reason: '科室需求减少' }])
    expect((await t.client().call(portal.portalNotice, { params: { noticeId } })).title).toBe('成交结果公告')

    // The bonds of all three wait for the contract; the archive has a letter of each.
    const bonds = await buyer.call(register.orderBonds, { params })
    expect(
      bonds.rows
        .filter((row) => row.isWinner)
        .map((row) => row.tradeId)
        .toSorted(),
    ).toEqual(trades.slice(0, 3).toSorted())
    const total = await t.owner.query('select price::text, estimated::text from award_total where order_id = $1', [
      orderId,
    ])
    expect(total.rows).toEqual([{ price: '669400.00', estimated: '669400.00' }])
    await buyer.call(order.archiveOrder, { params, body: { confirm: true } })
    const names = [...(await unzip((await buyer.file(order.downloadArchive, { params })).content)).keys()]
    expect(names.filter((name) => name.startsWith('机器可读/order/award'))).toEqual([
      '机器可读/order/award.json',
      '机器可读/order/award-items.json',
    ])
    expect(names.filter((name) => /^07 候选人与结果\/成交通知书 0[123] /.test(name))).toHaveLength(3)
    expect(names).toContain('08 合同与保证金/合同与保证金登记表.pdf')
  })

  test('the sheet holds what was quoted, column by column', async () => {
    const { params, trades, items } = await awarding(world)
    const sheet = await world.buyer.call(notice.awardSheet, { params })
    expect(sheet.items.map(({ itemId, line, quantity }) => [itemId, line, quantity])).toEqual([
      [items[0], 1, '10'],
      [items[1], 2, '20'],
      [items[2], 3, '5'],
    ])
    expect(sheet.offers.slice(0, 3)).toEqual([
      expect.objectContaining({ tradeId: trades[0], rank: 1, unitPrices: ['48000', '9500', '1900'], isBarred: false }),
      expect.objectContaining({ unitPrices: ['47000', '9600', null], minQuantities: ['5', null, null] }),
      expect.objectContaining({ unitPrices: [null, null, '1800'] }),
    ])
    expect(sheet).toMatchObject({ budget: '1000000.00', ceiling: '900000.00', mustPublishLines: false })
  })

  test.each<[string, (made: Awarding) => Partial<AwardBody>, string]>([
    [
      'a quantity of zero',
      ({ trades, items }) => ({ awards: [{ tradeId: trades[0]!, lines: [{ itemId: items[0]!, quantity: '0' }] }] }),
      '数量须大于 0',
    ],
    [
      'more than was asked',
      ({ trades, items }) => ({
        awards: [{ tradeId: trades[0]!, lines: [{ itemId: items[0]!, quantity: '10.000001' }] }],
      }),
      '超出采购数量 0.000001',
    ],
    [
      'less than the minimum',
      ({ trades, items }) => ({ awards: [{ tradeId: trades[1]!, lines: [{ itemId: items[0]!, quantity: '4' }] }] }),
      '最小起订量为 5',
    ],
    [
      'what was not quoted',
      ({ trades, items }) => ({ awards: [{ tradeId: trades[2]!, lines: [{ itemId: items[0]!, quantity: '1' }] }] }),
      '未报价',
    ],
    [
      'one who is no candidate',
      ({ trades, items }) => ({ awards: [{ tradeId: trades[3]!, lines: [{ itemId: items[0]!, quantity: '1' }] }] }),
      '不能确定为成交供应商',
    ],
    [
      'a line of another order',
      ({ trades }) => ({ awards: [{ tradeId: trades[0]!, lines: [{ itemId: trades[0]!, quantity: '1' }] }] }),
      '清单行不存在',
    ],
    ['nobody', () => ({ awards: [], unbought: [] }), '至少确定一家'],
    ['lines and the whole', ({ trades }) => ({ tradeId: trades[0]! }), '只能选择一种'],
    ['a rest of which nothing is said', () => ({ unbought: [] }), '尚有数量 2 未分配'],
    [
      'a rest without reason',
      ({ items }) => ({ unbought: [{ itemId: items[2]!, quantity: '2', reason: '' }] }),
      '请填写不采购的原因',
    ],
    ['another than the best price without reason', () => ({ reasons: [] }), '未选择最低价'],
    ['a text without a sum', () => ({ content: text(sentence.replace('282,000.00 元', '')) }), '282,000.00'],
    ['a text without a winner', () => ({ content: text(sentence.replace(CONTENDERS[1], '')) }), CONTENDERS[1]],
  ])('and refused: %s', async (_name, change, message) => {
    const made = await (waiting ??= awarding(world))
    const body = {
      ...split(made),
      title: '成交结果公告',
      content: text(sentence),
      acceptWarnings: true,
      ...change(made),
    }
    const refused = await world.buyer.refused(notice.publishWinner, { ...made, body })
    expect(refused).toMatchObject({ code: 10001, message: expect.stringContaining(message) })
    expect((await world.buyer.call(notice.winnerDetail, made)).award).toBeNull()
  })

  test('and not while a round is open', async () => {
    const made = await awarding(world, { isQuoting: true })
    const body = { ...split(made), title: '成交结果公告', content: text(sentence), acceptWarnings: true }
    expect(await world.buyer.refused(notice.publishWinner, { ...made, body })).toMatchObject({
      status: 409,
      message: '本轮报价尚未结束，结束后方可定标',
    })
  })

  test('whole to one that quoted all lines, or to nobody', async () => {
    const made = await awarding(world)
    const { draft } = await world.buyer.call(notice.winnerDetail, made)
    const whole = (tradeId: string) => ({ ...draft, tradeId, reason: '综合考虑', acceptWarnings: true })
    expect(await world.buyer.refused(notice.publishWinner, { ...made, body: whole(made.trades[1]!) })).toMatchObject({
      message: `${CONTENDERS[1]}未报全部清单行，请按行定标`,
    })
    done(await world.buyer.call(notice.publishWinner, { ...made, body: whole(made.trades[0]!) }))
    expect((await world.buyer.call(notice.winnerDetail, made)).award).toMatchObject({
      price: '679500.00',
      winners: [{ lines: [{ line: 1 }, { line: 2 }, { line: 3 }] }],
    })
  })

  test('above the budget only knowingly, and never with public money, whose notice names lines and prices', async () => {
    const { t, buyer } = world
    const [made, other] = [await awarding(world), await awarding(world)]
    await t.owner.query('update purchase_order set estimated_price = 600000 where id = any($1)', [
      [made.orderId, other.orderId],
    ])
    const bodyOf = (of: Awarding) => ({ ...split(of), title: '成交结果公告', content: text(sentence) })
    expect(await buyer.refused(notice.publishWinner, { ...made, body: bodyOf(made) })).toMatchObject({
      code: 10017,
      details: expect.arrayContaining([
        expect.objectContaining({ message: '成交金额 669,400.00 元超过采购预算 600,000.00 元' }),
      ]),
    })
    done(await buyer.call(notice.publishWinner, { ...made, body: { ...bodyOf(made), acceptWarnings: true } }))

    const underLaw = (regime: string) =>
      t.owner.query('update project set regime = $2 where id = (select project_id from purchase_order where id = $1)', [
        other.orderId,
        regime,
      ])
    await underLaw('government')
    const knowing = { ...bodyOf(other), acceptWarnings: true }
    expect(await buyer.refused(notice.publishWinner, { ...other, body: knowing })).toMatchObject({ code: 10019 })
    await t.owner.query('update purchase_order set estimated_price = 700000 where id = $1', [other.orderId])
    const { noticeId } = done(await buyer.call(notice.publishWinner, { ...other, body: knowing }))
    const { rows } = await t.owner.query<{ data: { winners: { lines: object[] }[] } }>(
      'select data from notice where id = $1',
      [noticeId],
    )
    expect(rows[0]!.data.winners[1]!.lines).toEqual([
      { line: 1, name: '监护仪', spec: '', unit: '台', quantity: '6', unitPrice: '47000', amount: '282000.00' },
    ])
  })

  test('once, however often it is asked for at once', async () => {
    const made = await awarding(world)
    const body = { ...split(made), title: '成交结果公告', content: text(sentence), acceptWarnings: true }
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        world.buyer.call(notice.publishWinner, { ...made, body: { ...body, reason: `第 ${i} 次` } }),
      ),
    )
    const refused = answers.filter((one) => one.status === 'rejected')
    expect(refused.length).toBe(9)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, body: { code: 10002 } })
    const { versions } = await world.buyer.call(notice.winnerDetail, made)
    expect(versions.length).toBe(1)
  })
})

test('a decision later than five working days is asked about under government procurement, and carried out once confirmed', async () => {
  const made = await awarding(world)
  const { params, orderId } = made
  const { owner } = world.t
  const setRegime = (regime: string) =>
    owner.query('update project set regime = $2 where id = (select project_id from purchase_order where id = $1)', [
      orderId,
      regime,
    ])
  const opened = new Date(world.t.kernel.clock.now().getTime() - 20 * DAY)
  await owner.query('update purchase_order set open_at = $2 where id = $1', [orderId, opened])
  const body = { ...split(made), title: '成交结果公告', content: text(sentence), acceptWarnings: false }
  await setRegime('government')
  const refusal = await world.buyer.refused(notice.publishWinner, { params, body })
  expect(refusal.code).toBe(10017)
  expect(JSON.stringify(refusal)).toContain('decide-inquiry')
  done(await world.buyer.call(notice.publishWinner, { params, body: { ...body, acceptWarnings: true } }))
  const { rows } = await owner.query(
    `select body from audit_entry where body->>'entityId' = $1 and body->>'action' = 'order.award'`,
    [orderId],
  )
  expect(JSON.stringify(rows)).toContain('5 个工作日')
})
