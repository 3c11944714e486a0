import { expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import { COMPANIES } from '#demo/companies.ts'
import { awardSheet, publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import { bestByLine } from '#features/procurement/rules/award-lines.ts'
import { text } from '#features/procurement/server/testing/tender.ts'
import { taskDetail } from '#features/workflow/contract/workflows.ts'
import { agree, approver, enable, taskFor } from '#features/workflow/server/testing/flows.ts'
import { orderRounds, startRound } from '../contract.ts'
import { oneQuote, ruleQuote } from '../contract-offer.ts'

test('lines chosen from real quotes wait for approval as they were chosen, and are awarded once', async () => {
  const { t, facts } = await fromState('quoted')
  const params = { orderId: facts.orderId }
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const head = await t.login('buyer2', { workbench: 'purchaser' })
  // The cheapest tubes come by the hundred thousand only.
  await submitQuote(await t.login('supplier4', { workbench: 'supplier' }), facts.orderId, {
    priceOf: atParts(['0.5', '0.99', '0.99', '0.99', '0.99', '0.99']),
    lineOf: ({ line }) => ({ brand: '品牌', deliveryDays: '7', ...(line === 1 && { minQuantity: '100000' }) }),
  })
  await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
  await awaitOpening(buyer, facts.orderId)

  const { items, offers } = await buyer.call(awardSheet, { params })
  const large = offers.find(({ tradeId }) => tradeId === facts.trades.supplier4)!
  expect([large.unitPrices[0], large.minQuantities[0]]).toEqual(['0.45', '100000'])
  const quoted = offers.map(({ tradeId, supplierName, unitPrices, minQuantities }) => ({
    tradeId,
    supplierName,
    lines: items.flatMap(({ itemId }, i) =>
      unitPrices[i] == null ? [] : [{ itemId, unitPrice: unitPrices[i], minQuantity: minQuantities[i] ?? null }],
    ),
  }))
  const awards = bestByLine(items, quoted).map(({ tradeId, lines }) => ({ tradeId, lines: [...lines] }))
  expect(awards.map(({ tradeId }) => tradeId)).not.toContain(large.tradeId)
  const sums = ['67,300.00', '66,744.00', '29,520.00']
  const names = [COMPANIES.supplier1, COMPANIES.supplier2, COMPANIES.supplier3].map(({ name }) => name)
  const content = text(`成交供应商：${names.map((name, i) => `${name} ${sums[i]} 元`).join('，')}`)
  const body = { awards, title: '成交结果公告', content, acceptWarnings: true }

  await enable(buyer, 'winner', [approver('lead', ['buyer2'])])
  const held = (await buyer.call(publishWinner, { params, body })) as { approval: { workflowId: string } }
  const { workflowId } = held.approval
  const task = JSON.stringify(await head.call(taskDetail, { params: { id: await taskFor(head, workflowId) } }))
  for (const part of [...names, ...sums, '移液吸头', '36.90']) expect(task).toContain(part)
  expect(foreignWords(comparison, task)).toEqual([])

  // Meanwhile nothing of it moves: neither the quotes, nor the rounds, nor the award.
  const [round] = (await buyer.call(orderRounds, { params })).rounds
  const { quoteId } = round!.quotes!.find(({ tradeId }) => tradeId === awards[0]!.tradeId)!
  const place = { ...params, roundId: round!.roundId, tradeId: awards[0]!.tradeId, quoteId: quoteId! }
  expect((await buyer.call(oneQuote, { params: place })).blocked).toContain('审批中')
  const deadline = new Date(t.kernel.clock.now().getTime() + 60 * MINUTE).toISOString()
  const refusals = [
    await buyer.refused(ruleQuote, { params: { ...params, quoteId: quoteId! }, body: { reason: '型号不符' } }),
    await buyer.refused(startRound, { params, body: { tradeIds: [awards[0]!.tradeId], deadline } }),
    await buyer.refused(publishWinner, { params, body: { ...body, reason: '再次提交' } }),
  ]
  for (const refused of refusals)
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('审批中') })
  expect((await buyer.call(winnerDetail, { params })).award).toBeNull()

  expect(await agree(head, workflowId)).toEqual({ status: 2, failure: null })
  const { award, versions } = await buyer.call(winnerDetail, { params })
  expect(award!.winners.map(({ supplierName }) => supplierName).toSorted()).toEqual(names.toSorted())
  expect(award).toMatchObject({ price: '163564.00', items: [] })
  expect(versions.length).toBe(1)
  await expect(agree(head, workflowId)).rejects.toThrow('no task')
})
