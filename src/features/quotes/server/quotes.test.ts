import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import { MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { orderItems, orderRow } from '#features/procurement/server/public.ts'
import { inContext } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { FEATURES } from '#server/features.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { QuoteStatus } from '../rules/enums.ts'
import type { Any, Order, QuotePlace, RoundPlace, Supplier } from './host.ts'
import { revealedQuotes } from './public.ts'
import { ownQuotes, roundRows, standings } from './reads.ts'
import * as rounds from './rounds.ts'
import { quotationName, saveDraft, signQuote, submitQuote, withdrawQuote } from './submit.ts'
import { PROBE, sellerOf } from './testing/probe.ts'

/* Rounds that an order holds itself, without any review: by a host that has no calls. */

const probe: Feature = {
  name: 'probe',
  routes: [],
  subscribers: [
    {
      name: 'probe.round-due',
      kind: PROBE.due,
      async handle(ctx, event) {
        await rounds.closeAtDeadline(ctx, { host: PROBE, ...(event.payload as { orderId: string; roundId: string }) })
      },
    },
  ],
}
type Seller = 'supplier1' | 'supplier2' | 'supplier3'
const SELLERS: readonly Seller[] = ['supplier1', 'supplier2', 'supplier3']
const TERMS = { announced: { rounds: 99, name: '报价' }, isSingle: false }
const S = QuoteStatus.values

let t: TestSystem
let facts: StateFacts['signedUp']
let items: Awaited<ReturnType<typeof orderItems>>
beforeAll(async () => {
  t = await testSystem({ from: 'signedUp', features: [...FEATURES, probe] })
  facts = t.facts as StateFacts['signedUp']
  items = await run((ctx, order) => orderItems(ctx, order))
})

/** One transaction of the feature that holds the rounds. */
function run<T>(work: (ctx: Any, order: Order) => Promise<T>): Promise<T> {
  return inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => work(ctx, await orderRow(ctx, facts.orderId)))
}

/** One transaction of a supplier, in its own quote. */
function as<T>(who: Seller, roundId: string, work: (ctx: Supplier, place: QuotePlace) => Promise<T>): Promise<T> {
  const actor = sellerOf({ userId: PEOPLE[who].id, companyId: COMPANIES[who].id })
  return inContext(t.kernel, { tenantId: 1, actor }, async (ctx) => {
    const order = await orderRow(ctx, facts.orderId)
    return work(ctx, { host: PROBE, order, roundId, tradeId: facts.trades[who], over: '' })
  })
}

type Given = Partial<rounds.NewRound>
const open = (given: Given = {}) =>
  run((ctx, order) =>
    rounds.openRound(
      ctx,
      { host: PROBE, order },
      {
        mode: 1,
        note: '',
        notAbove: 'none',
        isFinal: false,
        parts: SELLERS.map((who) => ({ tradeId: facts.trades[who] })),
        until: { minutes: 30 },
        createdBy: PEOPLE.buyer.id,
        terms: TERMS,
        ...given,
      },
    ),
  )
const act = <T>(roundId: string, work: (ctx: Any, place: RoundPlace) => Promise<T>) =>
  run((ctx, order) => work(ctx, { host: PROBE, order, roundId, who: 'host', over: '' }))
async function begun(given: Given = {}): Promise<string> {
  const roundId = await open(given)
  await act(roundId, rounds.startRound)
  return roundId
}
const submit = (who: Seller, roundId: string, given: object) =>
  as(who, roundId, (ctx, place) =>
    submitQuote(ctx, place, {
      given: { lines: [], ...given },
      previous: { total: '500', lines: [{ itemId: items[0]!.id, unitPrice: '50' }] },
      supplierName: who,
    }),
  )
const line = (i: number, unitPrice: string) => ({ itemId: items[i]!.id, unitPrice, remark: '' })
/** Ends whatever is open, by its deadline. */
async function pass(minutes = 31): Promise<void> {
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + minutes * MINUTE))
}
const seen = (roundId: string) =>
  run(async (ctx, order) => {
    const all = await roundRows(ctx, { orderId: order.id, kind: 'order' })
    const round = all.filter((r) => r.id === roundId)
    const quotes = await standings(ctx, round)
    const inOrder = SELLERS.flatMap((who) => quotes.filter((q) => q.tradeId === facts.trades[who]))
    return { round: round[0]!, quotes: inOrder }
  })
const own = (who: Seller, roundId: string) =>
  as(who, roundId, async (ctx, { order, tradeId }) => {
    const all = await roundRows(ctx, { orderId: order.id, kind: 'order', id: roundId })
    return (await ownQuotes(ctx, { rounds: all, tradeId }))[0]?.quote
  })
const code = (error: unknown) => (error instanceof AppError ? error.code : error)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => code(error),
  )
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await t.owner.query<Row>(text, values)).rows

describe('opening a round', () => {
  test('two at once make one; a prepared one is dropped and leaves room', async () => {
    const both = await Promise.allSettled([open(), open()])
    expect(both.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(open())).toBe(code(new AppError('wrongState')))
    const [{ id } = { id: '' }] = await query<{ id: string }>(`select id from quote_round where kind = 'order'`)
    expect(await own('supplier1', id)).toBeUndefined()
    expect(await refusal(submit('supplier1', id, { total: '1' }))).toBe(code(new AppError('notFound')))
    await act(id, rounds.dropRound)
    expect(await refusal(act(id, rounds.startRound))).toBe(code(new AppError('notFound')))
  })

  test('no more than announced, no second one of a single price, nobody and nothing that is not of the order', async () => {
    const [tradeId] = [facts.trades.supplier1]
    const itemId = items[0]!.id
    const [invalid, legalRule] = [code(new AppError('invalid')), code(new AppError('legalRule'))]
    const none = { announced: { rounds: 0, name: '报价' }, isSingle: false }
    expect(await refusal(open({ terms: none }))).toBe(legalRule)
    for (const parts of [
      [],
      [{ tradeId: newId() }],
      [{ tradeId }, { tradeId }],
      [{ tradeId, items: [] }],
      [{ tradeId, items: [{ itemId: newId() }] }],
      [{ tradeId, items: [{ itemId }, { itemId }] }],
    ])
      expect(await refusal(open({ parts }))).toBe(invalid)
    // Sums of different lines are not compared.
    expect(await refusal(open({ isPartial: true, notAbove: 'total' }))).toBe(invalid)
    expect(await refusal(open({ parts: [{ tradeId, items: [{ itemId }] }], notAbove: 'total' }))).toBe(invalid)
    const single = { ...TERMS, isSingle: true }
    expect(await refusal(open({ terms: single, mayChange: true }))).toBe(invalid)
    const roundId = await begun({ terms: single })
    await pass()
    expect((await seen(roundId)).quotes.map((q) => q.status)).toEqual([S.missed, S.missed, S.missed])
    expect(await refusal(open({ terms: single }))).toBe(legalRule)
    const late = await open({ until: { deadline: new Date(t.kernel.clock.now().getTime() - 1) } })
    expect(await refusal(act(late, rounds.startRound))).toBe(code(new AppError('wrongState')))
    await act(late, rounds.dropRound)
  })
})

describe('a round that takes one quote', () => {
  let roundId: string
  beforeAll(async () => {
    roundId = await begun({ until: { deadline: new Date(t.kernel.clock.now().getTime() + 30 * MINUTE) } })
  })

  test('of two submissions at once one is taken, and neither replaced nor withdrawn', async () => {
    await as('supplier1', roundId, (ctx, place) => saveDraft(ctx, place, { total: '123456.71', lines: [] }))
    expect(await own('supplier1', roundId)).toMatchObject({ status: S.saved, total: '123456.71', lines: [] })
    const both = await Promise.all([1, 2].map((n) => refusal(submit('supplier1', roundId, { total: `123456.7${n}` }))))
    const wrongState = code(new AppError('wrongState'))
    expect(new Set(both)).toEqual(new Set(['done', wrongState]))
    expect(await query('select 1 from quote where round_id = $1', [roundId])).toHaveLength(1)
    expect(await refusal(as('supplier1', roundId, withdrawQuote))).toBe(code(new AppError('notFound')))
    const save = as('supplier1', roundId, (ctx, place) => saveDraft(ctx, place, { total: '1', lines: [] }))
    expect(await refusal(save)).toBe(wrongState)
    const foreign = as('supplier2', roundId, (ctx, place) =>
      submitQuote(ctx, { ...place, tradeId: facts.trades.supplier4 }, { given: { lines: [] }, ...NOBODY }),
    )
    expect(await refusal(foreign)).toBe(code(new AppError('notFound')))
  })

  test('before the close no figure stands anywhere but in the quote itself', async () => {
    await as('supplier2', roundId, (ctx, place) => saveDraft(ctx, place, { total: '123456.73', lines: [] }))
    await t.settle()
    const tables = await query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace
         and c.relkind in ('r', 'p', 'v') and not c.relispartition order by 1`,
    )
    const found: string[] = []
    for (const { name } of tables)
      if ((await query(`select 1 from ${name} x where x::text like '%123456.7%' limit 1`)).length > 0) found.push(name)
    expect(found).toEqual(['quote', 'quote_in_force', 'quote_part'])
    const { quotes } = await seen(roundId)
    expect(quotes.map((q) => [q.status, q.total, q.sha256, q.fileId, q.quoteId])).toEqual([
      [S.submitted, null, null, null, null],
      [S.saved, null, null, null, null],
      [S.none, null, null, null, null],
    ])
    expect(await run((ctx, order) => revealedQuotes(ctx, order.id))).toEqual([])
    expect((await own('supplier1', roundId))!.total).toMatch(/^123456\.7[12]$/)
  })

  test('it is signed once by its hash, and by nobody closed before all have quoted', async () => {
    const wrongState = code(new AppError('wrongState'))
    expect(await refusal(act(roundId, rounds.closeRound))).toBe(wrongState)
    const hash = (await own('supplier1', roundId))!.sha256!.toString('hex')
    const prepared = { stored: null, fits: false }
    const sign = (sha256: string) =>
      refusal(as('supplier1', roundId, (ctx, place) => signQuote(ctx, place, { sha256, prepared })))
    expect(await sign('0'.repeat(64))).toBe(code(new AppError('tampered')))
    expect(await sign(hash)).toBe(code(new AppError('credentials')))
    expect((await seen(roundId)).quotes[0]!.signedAt).toBeNull()
  })

  test('the timer closes it: what was submitted is shown, drafts are gone', async () => {
    await act(roundId, (ctx, place) => rounds.extendRound(ctx, place, { minutes: 5, reason: '系统故障' }))
    await pass()
    expect((await seen(roundId)).round.closedAt).toBeNull()
    // However late the timer is, the clock decides.
    await t.movableClock!.advance(5 * MINUTE)
    const late = [new AppError('tooLate'), new AppError('wrongState')].map(code)
    expect(late).toContain(await refusal(submit('supplier3', roundId, { total: '1' })))
    await pass(0)
    const { round, quotes } = await seen(roundId)
    expect(round).toMatchObject({ status: 2, closeReason: '报价时间截止' })
    expect(quotes.map((q) => [q.status, q.total !== null])).toEqual([
      [S.submitted, true],
      [S.missed, false],
      [S.missed, false],
    ])
    expect(await own('supplier2', roundId)).toMatchObject({ status: S.missed, total: null, lines: [] })
    expect(await refusal(submit('supplier3', roundId, { total: '1' }))).toBe(code(new AppError('wrongState')))
  })
})

describe('a round that lets quotes be changed until its deadline', () => {
  let roundId: string
  const versions = () =>
    query<{ version: number; total: string; follows: boolean; withdrawn: boolean }>(
      `select version, total, supersedes is not null as follows, withdrawn_at is not null as withdrawn
       from quote where round_id = $1 and trade_id = $2 order by version`,
      [roundId, facts.trades.supplier1],
    )

  test('every submission is a version; a withdrawn quote is none, and may be followed by another', async () => {
    roundId = await begun({ mayChange: true })
    for (const total of ['300', '290']) await submit('supplier1', roundId, { total })
    expect((await own('supplier1', roundId))!.total).toBe('290.00')
    await as('supplier1', roundId, withdrawQuote)
    expect(await own('supplier1', roundId)).toMatchObject({ status: S.none, total: null, quoteId: null })
    expect(await refusal(as('supplier1', roundId, withdrawQuote))).toBe(code(new AppError('wrongState')))
    await submit('supplier1', roundId, { total: '280' })
    await Promise.all(['270', '260'].map((total) => submit('supplier1', roundId, { total })))
    const rows = await versions()
    expect(rows.map((r) => [r.version, r.follows, r.withdrawn])).toEqual([
      [1, false, true],
      [2, true, true],
      [3, false, false],
      [4, true, false],
      [5, true, false],
    ])
    expect((await own('supplier1', roundId))!.total).toBe(rows.at(-1)!.total)
  })

  test('nobody changes what was submitted, the owner of the database included', async () => {
    const ofRound = `where round_id = '${roundId}'`
    const [{ id } = { id: '' }] = await query<{ id: string }>(`select id from quote ${ofRound} and version = 5`)
    await submit('supplier2', roundId, { total: '1' })
    for (const statement of [
      `update quote set total = 1 where id = '${id}'`,
      `update quote set withdrawn_at = null, total = 2 ${ofRound} and version = 1`,
      `update quote set withdrawn_at = null ${ofRound} and version = 1`,
      `delete from quote where id = '${id}'`,
      'truncate quote cascade',
      'truncate quote_line',
    ])
      await expect(t.owner.query(statement)).rejects.toMatchObject({ code: 'KB002' })
    for (const statement of ['delete from quote', 'update quote set total = 1', 'update quote_line set amount = 1'])
      await expect(run((ctx) => sql.raw(statement).execute(ctx.tx))).rejects.toThrow('permission denied')
  })

  test('closing and replacing at once: what is in at the close counts, and nothing comes behind it', async () => {
    await submit('supplier3', roundId, { total: '310' })
    const [closed, replaced] = await Promise.all([
      refusal(act(roundId, rounds.closeRound)),
      refusal(submit('supplier1', roundId, { total: '250' })),
    ])
    expect(closed).toBe('done')
    const last = (await versions()).at(-1)!
    expect([last.version, last.total]).toEqual(
      replaced === 'done' ? [6, '250.00'] : [5, (await own('supplier1', roundId))!.total],
    )
    const revealed = (await run((ctx, order) => revealedQuotes(ctx, order.id))).filter((q) => q.roundId === roundId)
    expect(revealed).toHaveLength(3)
    expect(revealed.find((q) => q.tradeId === facts.trades.supplier1)).toMatchObject({ total: last.total })
  })
})

describe('lines', () => {
  test('only the lines asked for, none dearer than before; those of others do not exist', async () => {
    const asked = { tradeId: facts.trades.supplier1, items: [{ itemId: items[0]!.id, target: '40' }] }
    const roundId = await begun({ mode: 2, notAbove: 'line', parts: [asked] })
    const invalid = code(new AppError('invalid'))
    expect(await refusal(submit('supplier1', roundId, { lines: [] }))).toBe(invalid)
    expect(await refusal(submit('supplier1', roundId, { lines: [line(0, '50.01')] }))).toBe(invalid)
    expect(await refusal(submit('supplier1', roundId, { lines: [line(0, '50'), line(1, '1')] }))).toBe(invalid)
    expect(await refusal(submit('supplier2', roundId, { lines: [line(0, '50')] }))).toBe(code(new AppError('notFound')))
    await submit('supplier1', roundId, { lines: [line(0, '50.000')] })
    expect((await own('supplier1', roundId))!.lines).toEqual([
      expect.objectContaining({ itemId: items[0]!.id, unitPrice: '50.000', remark: '' }),
    ])
    await act(roundId, rounds.closeRound)
    expect((await seen(roundId)).round.closeReason).toBe('全部投标人均已报价，提前结束')
  })

  test('some lines where a round takes partial quotes, never none; parts of a draft are kept one by one', async () => {
    const roundId = await begun({ mode: 3, isPartial: true })
    expect(await refusal(submit('supplier1', roundId, { lines: [] }))).toBe(code(new AppError('invalid')))
    const { subTotal, total } = await as('supplier1', roundId, (ctx, place) =>
      saveDraft(ctx, place, { subId: 1, lines: [line(0, '2')] }),
    )
    expect(subTotal).toBe(total)
    const other = as('supplier1', roundId, (ctx, place) => saveDraft(ctx, place, { subId: 99, lines: [] }))
    expect(await refusal(other)).toBe(code(new AppError('notFound')))
    expect(await refusal(submit('supplier1', roundId, { lines: [line(0, '2')] }))).toBe('done')
    await run((ctx, order) => rounds.cutOffRounds(ctx, { host: PROBE, orderId: order.id }, '采购终止'))
  })

  test('what was cut off counts for nobody, and is no late quote either', async () => {
    const all = await run((ctx, order) => roundRows(ctx, { orderId: order.id, kind: 'order' }))
    const last = all.at(-1)!
    expect(last).toMatchObject({ status: 2, closeReason: '采购终止' })
    expect((await seen(last.id)).quotes).toEqual([])
    const revealed = await run((ctx, order) => revealedQuotes(ctx, order.id))
    expect(revealed.map((q) => q.roundId)).not.toContain(last.id)
  })
})

test('rounds of one holder are not another holder’s', async () => {
  const roundId = await begun()
  const review = { ...PROBE, kind: 'review' as const }
  expect(await refusal(act(roundId, (ctx, place) => rounds.closeRound(ctx, { ...place, host: review })))).toBe(
    code(new AppError('notFound')),
  )
  const found = as('supplier1', roundId, (ctx, place) =>
    submitQuote(ctx, { ...place, host: review }, { given: { total: '1', lines: [] }, ...NOBODY }),
  )
  expect(await refusal(found)).toBe(code(new AppError('notFound')))
  expect(quotationName({ host: PROBE, order: { code: 'ZB1' } as Order }, { roundNo: 2 })).toBe(
    '报价单-ZB1-第2次报价.pdf',
  )
})

const NOBODY = { previous: { total: null, lines: [] }, supplierName: '' }
