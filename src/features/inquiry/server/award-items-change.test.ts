import { beforeAll, describe, expect, test } from 'vitest'
import { messagePage } from '#features/messages/contract.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import { proof } from '#features/procurement/server/testing/result-change.ts'
import { text, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import { awarded, CONTENDERS, inquiryWorld, sentence, split, SUMS } from './testing/award-items.ts'

/* What stays of an award by lines when a winner falls away. */

let world: TenderWorld
let evidence: Awaited<ReturnType<typeof proof>>
beforeAll(async () => {
  world = await inquiryWorld()
  evidence = await proof(world)
})

describe('a winner of some lines falls away', () => {
  const changed = (gone: string) =>
    text(`${gone}的成交资格取消。成交供应商：${CONTENDERS[0]} 670,000.00 元，${CONTENDERS[2]} 5,400.00 元`)

  test('its lines go to another or stay unbought; whoever stays keeps what it was awarded', async () => {
    const { t, buyer, suppliers } = world
    const made = await awarded(world)
    const { params, trades, items } = made
    const before = split(made)
    const change = {
      version: 1,
      cause: 'gaveUp' as const,
      reason: '成交人书面声明放弃成交。',
      evidence,
      excluded: [trades[1]!],
    }
    const base = { title: '成交结果变更公告', content: changed(CONTENDERS[1]), acceptWarnings: true, change }
    const all = {
      tradeId: trades[0]!,
      lines: [
        { itemId: items[0]!, quantity: '10' },
        { itemId: items[1]!, quantity: '20' },
      ],
    }
    const [, , third] = before.awards!
    const next = { ...base, awards: [all, third!], unbought: before.unbought }

    expect(await buyer.refused(notice.publishWinner, { params, body: { ...base, ...before } })).toMatchObject({
      message: '该供应商的成交资格已取消，不能再次确定为成交供应商',
    })
    const less = { ...next, awards: [all], unbought: [{ itemId: items[2]!, quantity: '5', reason: '需求取消' }] }
    expect(await buyer.refused(notice.publishWinner, { params, body: less })).toMatchObject({
      message: `第 3 行：${CONTENDERS[2]}已成交的数量不得减少`,
    })
    const { awards: _lines, unbought: _rest, ...whole } = { ...next, tradeId: trades[0]! }
    expect(await buyer.refused(notice.publishWinner, { params, body: whole })).toMatchObject({
      message: '其余成交供应商已成交的数量不得减少，请按行定标',
    })
    const stranger = { ...next, change: { ...change, excluded: [trades[3]!] } }
    expect(await buyer.refused(notice.publishWinner, { params, body: stranger })).toMatchObject({
      message: '所选供应商不是现行成交供应商',
    })
    expect(
      await buyer.refused(notice.publishWinner, { params, body: { ...next, change: { ...change, version: 2 } } }),
    ).toMatchObject({ status: 409 })

    await t.settle()
    const letters = async (i: number) =>
      (await suppliers[i]!.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })).rows.filter(
        (row) => row.title === '成交通知书',
      ).length
    const had = await letters(2)
    done(await buyer.call(notice.publishWinner, { params, body: next }))
    const { award, versions } = await buyer.call(notice.winnerDetail, { params })
    expect(award).toMatchObject({ price: '675400.00', reason: '成交人书面声明放弃成交。' })
    expect(award!.winners.map(({ tradeId }) => tradeId).toSorted()).toEqual([trades[0]!, trades[2]!].toSorted())
    expect(award!.items.find(({ line }) => line === 3)).toMatchObject({ unbought: '2', unboughtReason: '科室需求减少' })
    expect(versions.map(({ version, rows }) => [version, rows.length])).toEqual([
      [2, 2],
      [1, 3],
    ])
    const ends = await Promise.all(suppliers.map((one) => one.call(tender.tenderDetail, { params })))
    expect(ends.map(({ result }) => result?.outcome)).toEqual(['won', 'noWinnerAnyMore', 'won', 'lost'])
    expect((await suppliers[1]!.refused(tender.ownAwardLetter, { params })).status).toBe(404)
    await t.settle()
    // For the third nothing has changed.
    expect(await letters(2)).toBe(had)
    expect((await buyer.call(notice.awardSheet, { params })).offers.map(({ isBarred }) => isBarred)).toEqual([
      false,
      true,
      false,
    ])

    // Once fallen, always fallen.
    const again = { ...base, ...before, change: { ...change, version: 2, excluded: [trades[2]!] } }
    expect(await buyer.refused(notice.publishWinner, { params, body: again })).toMatchObject({
      message: '该供应商的成交资格已取消，不能再次确定为成交供应商',
    })
  })

  test('and nobody takes its place: its lines are unbought', async () => {
    const made = await awarded(world)
    const { params, trades, items } = made
    const { awards, unbought } = split(made)
    const body = {
      title: '成交结果变更公告',
      content: text(sentence.replace(`${CONTENDERS[1]} ${SUMS[1]} 元`, `${CONTENDERS[1]}的成交资格取消`)),
      acceptWarnings: true,
      awards: [awards![0]!, awards![2]!],
      unbought: [...unbought!, { itemId: items[0]!, quantity: '6', reason: '成交人放弃，另行采购' }],
      change: {
        version: 1,
        cause: 'gaveUp' as const,
        reason: '成交人书面声明放弃成交。',
        evidence,
        excluded: [trades[1]!],
      },
    }
    done(await world.buyer.call(notice.publishWinner, { params, body }))
    const { award } = await world.buyer.call(notice.winnerDetail, { params })
    expect(award).toMatchObject({
      price: '387400.00',
      items: [
        // The reason of before holds on for what is kept.
        { line: 1, reason: '分两家供货，降低断供风险', unbought: '6' },
        { line: 3, unbought: '2' },
      ],
    })
  })
})
