import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import * as objections from '#features/procurement/contract/objection.ts'
import { declareAbortive, orderDetail } from '#features/procurement/contract/order.ts'
import { portalNotice } from '#features/procurement/contract/portal.ts'
import * as supplier from '#features/procurement/contract/supplier.ts'
import { sayText } from '#features/procurement/methods/say.ts'
import { bestByLine } from '#features/procurement/rules/award-lines.ts'
import { proposalChangeText } from '#features/procurement/rules/result-change.ts'
import { proof } from '#features/procurement/server/testing/result-change.ts'
import { taskDetail } from '#features/workflow/contract/workflows.ts'
import { done } from '#features/workflow/rules/held.ts'
import { agree, approver, enable, taskFor } from '#features/workflow/server/testing/flows.ts'
import { orderRounds, startRound } from '../contract.ts'
import { ruleQuote } from '../contract-offer.ts'

/* What a buyer proposes is public before it is awarded, where the documents ask for it. */

type World = Awaited<ReturnType<typeof opened>>
type Body = InputOf<typeof notice.publishCandidates>['body']

const [FIRST, SECOND, THIRD] = [COMPANIES.supplier1.name, COMPANIES.supplier2.name, COMPANIES.supplier3.name]

/** Three have quoted, the first not all lines; the documents ask for a publicity of three days. */
async function opened(quote: object) {
  const { t, facts } = await fromState('toPublicise')
  await t.owner.query(
    `update purchase_order set settings = jsonb_set(settings, '{quote}', settings->'quote' || $2) where id = $1`,
    [facts.orderId, JSON.stringify(quote)],
  )
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers = []
  for (const account of ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const)
    suppliers.push(await t.login(account, { workbench: 'supplier' }))
  return { t, buyer, suppliers, trades: facts.trades, params: { orderId: facts.orderId } }
}

/** Every line to its best price: the first three suppliers each win some. */
async function bestOf({ buyer, params }: World): Promise<Body> {
  const { items, offers } = await buyer.call(notice.awardSheet, { params })
  const quoted = offers.map(({ tradeId, supplierName, unitPrices }) => ({
    tradeId,
    supplierName,
    lines: items.flatMap(({ itemId }, i) => (unitPrices[i] == null ? [] : [{ itemId, unitPrice: unitPrices[i] }])),
  }))
  const { draft, publicityDays } = await buyer.call(notice.candidateDraft, { params })
  return {
    title: draft.title,
    content: draft.content,
    publicityDays,
    awards: bestByLine(items, quoted).map(({ tradeId, lines }) => ({ tradeId, lines: [...lines] })),
    acceptWarnings: true,
  }
}

const dataOf = async ({ t }: World, noticeId: string) =>
  (await t.owner.query<{ data: Record<string, unknown> }>('select data from notice where id = $1', [noticeId])).rows[0]!
    .data

describe('an order whose lines go to several', () => {
  let world: World
  let body: Body
  let noticeId: string
  beforeAll(async () => {
    world = await opened({})
    body = await bestOf(world)
  })

  test('ranks offers with the word of which are partial, until it proposes who delivers what', async () => {
    const { buyer, params } = world
    const { rows } = await buyer.call(notice.candidateDraft, { params })
    expect(new Map(rows.map(({ supplierName, partial }) => [supplierName, partial]))).toEqual(
      new Map([
        [FIRST, { lines: 5, of: 6 }],
        [SECOND, null],
        [THIRD, null],
      ]),
    )
  })

  test('is not awarded before its proposal is public', async () => {
    const { buyer, params } = world
    const detail = await buyer.call(orderDetail, { params })
    expect(detail.rail.map(({ label }) => label)).toContain('预成交公示')
    expect(detail.actions.map(({ action }) => action)).toContain('publishCandidates')
    expect(detail.actions.map(({ action }) => action)).not.toContain('award')
    const award = { awards: body.awards, title: '成交结果公告', content: body.content, acceptWarnings: true }
    expect(await buyer.refused(notice.publishWinner, { params, body: award })).toMatchObject({ status: 409 })
    expect(
      await buyer.refused(notice.publishCandidates, { params, body: { ...body, publicityDays: 2 } }),
    ).toMatchObject({
      status: 400,
      message: '公示期不得少于 3 日',
    })
    const { awards, ...nothing } = body
    expect((await buyer.refused(notice.publishCandidates, { params, body: nothing })).status).toBe(400)
    expect(
      (await buyer.refused(notice.publishCandidates, { params, body: { ...body, awards: awards!.slice(1) } })).message,
    ).toContain('未分配')
    const other = await world.t.login('agent', { workbench: 'agency' })
    expect((await other.refused(notice.publishCandidates, { params, body })).status).toBe(404)
  })

  test('an approver reads who shall deliver what; then it is public once, whoever asks twice', async () => {
    const { t, buyer, params } = world
    await enable(buyer, 'candidates', [approver('lead', ['buyer2'])])
    const head = await t.login('buyer2', { workbench: 'purchaser' })
    const held = (await buyer.call(notice.publishCandidates, { params, body })) as { approval: { workflowId: string } }
    const { workflowId } = held.approval
    const task = JSON.stringify(await head.call(taskDetail, { params: { id: await taskFor(head, workflowId) } }))
    for (const part of [FIRST, SECOND, THIRD, '移液吸头', '36.90', '拟成交金额']) expect(task).toContain(part)
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) =>
        buyer.call(notice.publishCandidates, { params, body: { ...body, title: `预成交公示 ${i}` } }),
      ),
    )
    for (const one of attempts)
      expect(one).toMatchObject({ status: 'rejected', reason: { status: 409, body: { code: 10002 } } })
    expect(await agree(head, workflowId)).toEqual({ status: 2, failure: null })
    const draft = await buyer.call(notice.candidateDraft, { params })
    noticeId = draft.notice!.noticeId
    expect(draft.versions.map(({ version, rows }) => [version, rows.length])).toEqual([[1, 3]])
    expect(draft.rows.map(({ partial }) => partial)).toEqual([null, null, null])
    expect((await buyer.refused(notice.publishCandidates, { params, body })).status).toBe(409)
  })

  test('everybody reads names, sums and numbers of lines; nobody a price of a line', async () => {
    const { t, buyer, suppliers, params } = world
    const { candidates } = (await dataOf(world, noticeId)) as { candidates: Record<string, unknown>[] }
    expect(candidates.map(({ supplierName, lineCount }) => [supplierName, lineCount])).toEqual([
      [THIRD, 1],
      [SECOND, 3],
      [FIRST, 2],
    ])
    expect(candidates.flatMap((one) => Object.keys(one))).not.toContain('lines')
    const shown = JSON.stringify(await t.client().call(portalNotice, { params: { noticeId } }))
    const { proposal } = await buyer.call(notice.candidateDraft, { params })
    for (const { supplierName, price } of proposal!.winners) {
      expect(shown).toContain(supplierName)
      expect(shown).toContain(formatAmount(price))
    }
    for (const { unitPrice } of proposal!.winners.flatMap(({ lines }) => lines))
      expect(shown).not.toContain(`"${unitPrice}"`)
    const ends = await Promise.all(suppliers.map((one) => one.call(supplier.tenderDetail, { params })))
    expect(ends.map(({ result, award, stage }) => [result, award, stage])).toEqual([
      ...[0, 1, 2].map(() => [{ outcome: 'candidate', rank: null }, null, '预成交公示']),
      [{ outcome: 'notCandidate', rank: null }, null, '预成交公示'],
    ])
    for (const { actions } of ends) expect(actions.map(({ action }) => action)).toContain('object')
    for (const one of suppliers) {
      expect((await one.refused(supplier.ownAwardLetter, { params })).status).toBe(404)
      expect((await one.refused(supplier.ownResultLetter, { params })).status).toBe(404)
    }
  })

  test('no quote is ruled on and no round begins any more', async () => {
    const { t, buyer, params, trades } = world
    const { rounds } = await buyer.call(orderRounds, { params })
    const { quoteId } = rounds[0]!.quotes!.find(({ tradeId }) => tradeId === trades.supplier1)!
    const deadline = new Date(t.kernel.clock.now().getTime() + HOUR).toISOString()
    for (const refused of [
      await buyer.refused(ruleQuote, { params: { ...params, quoteId: quoteId! }, body: { reason: '型号不符' } }),
      await buyer.refused(startRound, { params, body: { tradeIds: [trades.supplier1], deadline } }),
    ])
      expect(refused.status).toBe(409)
  })

  test('an objection holds the award up beyond the end; then the proposal is awarded, and nothing else', async () => {
    const { t, buyer, suppliers, params, trades } = world
    const objection = { subject: '对报价的异议', content: '移液吸头的报价低于成本，请核实。' }
    const outsider = await t.login('supplier5', { workbench: 'supplier' })
    expect((await outsider.refused(supplier.createObjection, { params, body: objection })).status).toBe(404)
    const { objectionId } = await suppliers[3]!.call(supplier.createObjection, { params, body: objection })
    const { publicityEnd, draft } = await buyer.call(notice.winnerDetail, { params })
    const sums = (await buyer.call(notice.candidateDraft, { params })).proposal!.winners
    const told = sums.map(({ supplierName, price }) => `${supplierName} ${formatAmount(price)} 元`).join('；')
    const content = {
      type: 'doc',
      content: [...(draft.content.content ?? []), { type: 'paragraph', content: [{ type: 'text', text: told }] }],
    }
    const award = { title: draft.title, content, acceptWarnings: true }
    expect((await buyer.refused(notice.publishWinner, { params, body: award })).message).toContain('期满后方可定标')
    await t.advanceTo(new Date(new Date(publicityEnd!).getTime() + MINUTE))
    expect((await suppliers[3]!.refused(supplier.createObjection, { params, body: objection })).message).toBe(
      '公示期已满',
    )
    expect((await buyer.refused(notice.publishWinner, { params, body: award })).message).toContain('异议')
    await buyer.call(objections.answerObjection, {
      params: { objectionId },
      body: { outcome: 'rejected', answer: '经核实，报价有效。' },
    })

    const lines = body.awards!.find(({ tradeId }) => tradeId === trades.supplier3)!.lines
    const moved = body.awards!.flatMap((part) => {
      if (part.tradeId === trades.supplier3) return []
      return [part.tradeId === trades.supplier2 ? { ...part, lines: [...part.lines, ...lines] } : part]
    })
    for (const other of [{ awards: moved }, { tradeId: trades.supplier2 }])
      expect(
        await buyer.refused(notice.publishWinner, { params, body: { ...award, ...other, reason: '集中供货' } }),
      ).toMatchObject({ status: 400, message: '与预成交公示的内容不一致，须重新公示后确定成交供应商' })
    done(await buyer.call(notice.publishWinner, { params, body: award }))
    const { award: made, versions } = await buyer.call(notice.winnerDetail, { params })
    expect(versions.length).toBe(1)
    expect(made!.winners.map(({ price }) => price).toSorted()).toEqual(sums.map(({ price }) => price).toSorted())
    const ends = await Promise.all(suppliers.map((one) => one.call(supplier.tenderDetail, { params })))
    expect(ends.map(({ result }) => result?.outcome)).toEqual(['won', 'won', 'won', 'lost'])
  })

  test('a winner that gives up is replaced by anybody who quoted', async () => {
    const { buyer, params, trades } = world
    const { items, offers } = await buyer.call(notice.awardSheet, { params })
    const third = offers.find(({ tradeId }) => tradeId === trades.supplier3)!
    // It was proposed one line, and quoted them all.
    expect(third.unitPrices.filter((price) => price !== null).length).toBe(items.length)
  })
})

describe('an order that goes to one', () => {
  let world: World
  let body: Omit<Body, 'awards'>
  let evidence: Awaited<ReturnType<typeof proof>>
  beforeAll(async () => {
    world = await opened({ award: 'whole', isPartial: false })
    evidence = await proof(world)
    const { draft, publicityDays } = await world.buyer.call(notice.candidateDraft, { params: world.params })
    body = { title: draft.title, content: draft.content, publicityDays, acceptWarnings: true }
  })

  test('publicises a ranking with the one that shall win on top; another than the first for a reason', async () => {
    const { buyer, suppliers, params, trades } = world
    const { rows } = await buyer.call(notice.candidateDraft, { params })
    expect(rows.map(({ supplierName }) => supplierName)).toEqual([THIRD, SECOND, FIRST])
    const other = { ...body, tradeId: trades.supplier2 }
    expect((await buyer.refused(notice.publishCandidates, { params, body: other })).message).toContain('须填写原因')
    expect(
      (await buyer.refused(notice.publishCandidates, { params, body: { ...body, tradeId: trades.supplier4 } })).status,
    ).toBe(400)
    const { noticeId } = done(
      await buyer.call(notice.publishCandidates, { params, body: { ...other, reason: '供货周期更短' } }),
    )
    const { candidates } = (await dataOf(world, noticeId)) as { candidates: { rank: number; supplierName: string }[] }
    expect(candidates.map(({ rank, supplierName }) => [rank, supplierName])).toEqual([
      [1, SECOND],
      [2, THIRD],
      [3, FIRST],
    ])
    const own = await suppliers[2]!.call(supplier.tenderDetail, { params })
    expect(own.result).toEqual({ outcome: 'candidate', rank: 2 })
  })

  test('is publicised anew without who falls away, or corrected; each version stays', async () => {
    const { t, buyer, suppliers, params, trades } = world
    const content = (names: string[]) => {
      const before = { code: 'XB-03', publishedAt: '2026-11-23' }
      return sayText({ method: 7 }, proposalChangeText({ names, notice: before, cause: '原因' }))
    }
    const change = { version: 1, reason: '经核实，原公示内容有误，予以更正。', evidence, excluded: [] as string[] }
    const again = (over: object, names: string[] = []) => ({
      params,
      body: {
        ...body,
        title: '预成交公示变更',
        content: content(names),
        tradeId: trades.supplier3,
        change: { ...change, ...over },
      } as Body,
    })
    expect((await buyer.refused(notice.publishCandidates, again({ cause: 'withdrawn' }))).message).toBe(
      '请选择不再作为候选人的供应商',
    )
    expect((await buyer.refused(notice.publishCandidates, again({ cause: 'corrected', version: 2 }))).status).toBe(409)
    done(await buyer.call(notice.publishCandidates, again({ cause: 'corrected' })))
    const gone = { cause: 'withdrawn', version: 2, excluded: [trades.supplier3] }
    // Who falls away cannot be proposed, and is named.
    expect((await buyer.refused(notice.publishCandidates, again(gone, [THIRD]))).status).toBe(400)
    const next = again(gone, [THIRD])
    done(await buyer.call(notice.publishCandidates, { ...next, body: { ...next.body, tradeId: trades.supplier2 } }))
    const { versions, rows, publicityEnd } = await buyer.call(notice.candidateDraft, { params })
    expect(versions.map(({ version, rows: of }) => [version, of.map((row) => row.supplierName)])).toEqual([
      [3, [SECOND, FIRST]],
      [2, [THIRD, SECOND, FIRST]],
      [1, [SECOND, THIRD, FIRST]],
    ])
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2])
    expect((await suppliers[2]!.call(supplier.tenderDetail, { params })).result?.outcome).toBe('noCandidateAnyMore')
    const back = again({ cause: 'corrected', version: 3 })
    expect((await buyer.refused(notice.publishCandidates, back)).status).toBe(400)

    await t.advanceTo(new Date(new Date(publicityEnd!).getTime() + MINUTE))
    const { draft } = await buyer.call(notice.winnerDetail, { params })
    const award = { ...draft, acceptWarnings: true }
    expect(
      (await buyer.refused(notice.publishWinner, { params, body: { ...award, tradeId: trades.supplier1 } })).status,
    ).toBe(400)
    done(await buyer.call(notice.publishWinner, { params, body: award }))
    const { award: made } = await buyer.call(notice.winnerDetail, { params })
    expect(made!.winners.map(({ supplierName }) => supplierName)).toEqual([SECOND])
  })
})

test('an order may come to nothing out of its publicity, and one that asks for none has no such step', async () => {
  const world = await opened({})
  const { buyer, params } = world
  done(await buyer.call(notice.publishCandidates, { params, body: await bestOf(world) }))
  done(await buyer.call(declareAbortive, { params, body: { reason: '采购任务取消，采购终止' } }))
  expect((await buyer.call(orderDetail, { params })).isAbortive).toBe(true)

  const plain = await fromState('quotesOpened')
  const other = await plain.t.login('buyer', { workbench: 'purchaser' })
  const at = { orderId: plain.facts.orderId }
  const detail = await other.call(orderDetail, { params: at })
  expect(detail.rail.map(({ label }) => label)).not.toContain('预成交公示')
  expect(detail.actions.map(({ action }) => action)).not.toContain('publishCandidates')
  const body = { ...(await bestOf({ ...world, t: plain.t, buyer: other, params: at })), publicityDays: 3 }
  expect((await other.refused(notice.publishCandidates, { params: at, body })).status).toBe(404)
})
