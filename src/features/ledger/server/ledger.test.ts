import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { type Context, inContext } from '#server/context.ts'
import { findAlterations } from '#server/integrity.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { Journal } from '../rules/accounts.ts'
import { type EventKind, type Facts, journalOf, POSTINGS } from '../rules/postings.ts'
import { closeDay } from './closing.ts'
import { ledger } from './feature.ts'
import { balanceOf, confirm, hold, openBalanceOf, post, release, statement } from './public.ts'

let t: TestSystem
const [ONE, TWO] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const cash = (owner: string = ONE) => ({ kind: 'company.cash', owner }) as const

beforeAll(async () => {
  t = await testSystem({
    features: [ledger],
    seed: async ({ kernel }) => {
      await kernel.db
        .insertInto('tenant')
        .values([
          { id: 1, alias: 'one', name: '一' },
          { id: 2, alias: 'two', name: '二' },
        ])
        .execute()
    },
  })
})
beforeEach(() =>
  unguarded(`truncate ledger_account, ledger_journal, ledger_entry, ledger_hold, ledger_close, ledger_close_total`),
)

/** Past the triggers, as only the owner can. */
async function unguarded(statements: string): Promise<void> {
  const client = await t.owner.connect()
  await client
    .query(`begin; set local session_replication_role = replica; ${statements}; commit`)
    .finally(() => client.release())
}
const act = <T>(work: (ctx: Context<null>) => Promise<T>, tenantId = 1) =>
  inContext(t.kernel, { tenantId, actor: null }, work)

const received = (id: string, amount: string, owner: string = ONE): Journal =>
  journalOf('payment.received', facts(id, amount, owner))
const spent = (id: string, amount: string, owner: string = ONE): Journal =>
  journalOf('order.refunded', facts(id, amount, owner))
function facts(id: string, amount: string, companyId: string | null): Facts {
  return { id, amount, provider: 'wechat', payee: { companyId, purpose: 'income' }, memo: '测试' }
}
function ifNotInsufficient(error: unknown): void {
  if ((error as AppError).errorName !== 'insufficient') throw error
}
const alterations = () => findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: [ledger] })

describe('a journal', () => {
  test('is posted once per key, however often and however many at once; with another content it is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => act((ctx) => post(ctx, received('a', '100.00')))),
    )
    expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await act((ctx) => balanceOf(ctx, cash()))).toEqual({ available: '100.00', held: '0.00', total: '100.00' })
    await expect(act((ctx) => post(ctx, received('a', '100.01')))).rejects.toMatchObject({ code: 'KB062' })
    expect(await act((ctx) => balanceOf(ctx, cash()), 2)).toMatchObject({ total: '0.00' })
  })

  test.each([
    ['does not balance', [line('debit', '1.00'), line('credit', '1.01')]],
    ['has one side only', [line('debit', '1.00'), line('debit', '1.00')]],
    ['balances across currencies only', [line('debit', '1.00'), line('credit', '1.00', 'CNY-BUDGET')]],
    ['has a fraction of a cent', [line('debit', '1.001'), line('credit', '1.001')]],
    ['is negative', [line('debit', '-1.00'), line('credit', '-1.00')]],
  ])('that %s is refused', async (_what, lines) => {
    const journal = { key: 'k', kind: 'payment.received', subject: '', memo: '', lines } as Journal
    await expect(act((ctx) => post(ctx, journal))).rejects.toMatchObject({ code: 'KB063' })
  })

  test('that is not covered is refused with what is there, and leaves nothing', async () => {
    await act((ctx) => post(ctx, received('a', '10.00')))
    await expect(act((ctx) => post(ctx, spent('b', '10.01')))).rejects.toMatchObject({
      errorName: 'insufficient',
      message: '余额不足，当前可用 10.00 元',
    })
    expect(await t.owner.query('select from ledger_journal')).toMatchObject({ rowCount: 1 })
  })

  function line(side: 'debit' | 'credit', amount: string, currency = 'CNY') {
    return { account: { kind: 'platform.clearing', subject: side, currency }, side, amount }
  }
})

test('2,000 spends of 10 from a balance of 1,000 at once: exactly 100', { timeout: 120_000 }, async () => {
  await act((ctx) => post(ctx, received('a', '1000.00')))
  const outcomes = await Promise.allSettled(
    Array.from({ length: 2000 }, (_, i) => act((ctx) => post(ctx, spent(`s${i}`, '10.00')))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as AppError).errorName] : []))
  expect(new Set(refusals)).toEqual(new Set(['insufficient']))
  expect(await act((ctx) => balanceOf(ctx, cash()))).toMatchObject({ total: '0.00' })
  expect(await alterations()).toEqual([])
})

test('transfers both ways between accounts at once end, and add up', async () => {
  for (const owner of [ONE, TWO]) await act((ctx) => post(ctx, received(owner, '1000.00', owner)))
  const move = (id: string, from: string, to: string): Journal => ({
    key: id,
    kind: 'suspense.assigned',
    subject: '',
    memo: '',
    lines: [
      { account: cash(from), side: 'debit', amount: '1.00' },
      { account: cash(to), side: 'credit', amount: '1.00' },
    ],
  })
  await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      act((ctx) => post(ctx, i % 2 ? move(`m${i}`, ONE, TWO) : move(`m${i}`, TWO, ONE))),
    ),
  )
  const [one, two] = await act(async (ctx) => [await balanceOf(ctx, cash()), await balanceOf(ctx, cash(TWO))])
  expect([one.total, two.total]).toEqual(['1000.00', '1000.00'])
  expect(await alterations()).toEqual([])
})

describe('a hold', () => {
  const held = (key: string, amount: string, expiresAt?: Date) =>
    act((ctx) => hold(ctx, { key, account: cash(), amount, ...(expiresAt && { expiresAt }) }))

  test('sets apart what nobody else can spend; confirming spends it and gives the rest back', async () => {
    await act((ctx) => post(ctx, received('a', '100.00')))
    await Promise.all([held('h', '60.00'), held('h', '60.00')])
    expect(await act((ctx) => balanceOf(ctx, cash()))).toEqual({ available: '40.00', held: '60.00', total: '100.00' })
    await expect(held('i', '40.01')).rejects.toMatchObject({ errorName: 'insufficient' })
    await expect(act((ctx) => post(ctx, spent('b', '40.01')))).rejects.toMatchObject({ errorName: 'insufficient' })
    await expect(act((ctx) => confirm(ctx, 'h', spent('c', '60.01')))).rejects.toMatchObject({ code: 'KB063' })
    await act((ctx) => confirm(ctx, 'h', spent('c', '50.00')))
    expect(await act((ctx) => balanceOf(ctx, cash()))).toEqual({ available: '50.00', held: '0.00', total: '50.00' })
    await expect(act((ctx) => release(ctx, 'h'))).rejects.toMatchObject({ errorName: 'wrongState' })
    expect(await alterations()).toEqual([])
  })

  test('is confirmed or released, never both, whoever is first', async () => {
    await act((ctx) => post(ctx, received('a', '1000.00')))
    for (let i = 0; i < 20; i++) {
      await held(`h${i}`, '10.00')
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) =>
          act((ctx) => (n % 2 ? release(ctx, `h${i}`) : confirm(ctx, `h${i}`, spent(`c${i}`, '10.00')))),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    }
    const { rows } = await t.owner.query<{ spent: string; confirmed: string }>(
      `select (select sum(debit) from ledger_account where guarded)::text as spent,
        (select 10.00 * count(*) from ledger_hold where state = 'confirmed')::text as confirmed`,
    )
    expect(rows[0]!.spent).toBe(rows[0]!.confirmed)
    expect(await act((ctx) => balanceOf(ctx, cash()))).toMatchObject({ held: '0.00' })
  })

  test('at its end is confirmed or released, whoever is first and whatever the clocks of nodes say; never both', async () => {
    await act((ctx) => post(ctx, received('a', '1000.00')))
    const end = new Date(t.kernel.clock.now().getTime() + 60_000)
    const at = (ms: number) => ({ ...t.kernel, clock: { now: () => new Date(end.getTime() + ms) } })
    for (let i = 0; i < 20; i++) {
      await held(`h${i}`, '10.00', end)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, n) =>
          inContext(at((n % 3) - 1), { tenantId: 1, actor: null }, async (ctx) =>
            n % 2 ? release(ctx, `h${i}`) : confirm(ctx, `h${i}`, spent(`c${i}`, '10.00')),
          ),
        ),
      )
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
      const refusals = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as AppError).errorName] : [],
      )
      expect(new Set(refusals)).toEqual(new Set(['wrongState']))
    }
    const { rows } = await t.owner.query<{ spent: string; confirmed: string }>(
      `select (select coalesce(sum(debit), 0) from ledger_account where guarded)::text as spent,
        (select 10.00 * count(*) from ledger_hold where state = 'confirmed')::text as confirmed`,
    )
    expect(Number(rows[0]!.spent)).toBe(Number(rows[0]!.confirmed))
    expect(await act((ctx) => balanceOf(ctx, cash()))).toMatchObject({ held: '0.00' })
    expect(await alterations()).toEqual([])
  })

  test('behind its end is released only', async () => {
    await act((ctx) => post(ctx, received('a', '100.00')))
    await held('h', '60.00', new Date(t.kernel.clock.now().getTime() - 1))
    await expect(act((ctx) => confirm(ctx, 'h', spent('c', '60.00')))).rejects.toMatchObject({
      errorName: 'wrongState',
    })
    await act((ctx) => release(ctx, 'h'))
    expect(await act((ctx) => balanceOf(ctx, cash()))).toMatchObject({ available: '100.00' })
  })
})

test(
  'random events leave sums at zero, balances covered, sequences whole and statements right',
  { timeout: 600_000 },
  async () => {
    const owners = [ONE, TWO, null]
    const bondOf = { companyId: TWO, tradeId: 'of a bond' }
    const event = fc.record({
      kind: fc.constantFrom(...(Object.keys(POSTINGS) as EventKind[])),
      cents: fc.integer({ min: 1, max: 50_000 }),
      owner: fc.constantFrom(...owners),
      provider: fc.constantFrom('wechat', 'alipay'),
    })
    let n = 0
    const runs = process.env.SOAK ? 100 : 10
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 100, maxLength: 100 }), async (events) => {
        await Promise.all(
          events.map(({ kind, cents, owner, provider }) =>
            act((ctx) => {
              const amount = new Exact(cents).div(100).toFixed(2)
              return post(ctx, journalOf(kind, { ...facts(`e${n++}`, amount, owner), provider, bondOf }))
            }).catch(ifNotInsufficient),
          ),
        )
        for (const owner of [ONE, TWO]) {
          const { total } = await act((ctx) => balanceOf(ctx, cash(owner)))
          const rows = await act((ctx) => statement(ctx, cash(owner), { limit: 100_000 }))
          expect(Number(total)).toBeGreaterThanOrEqual(0)
          let balance = new Exact(0)
          for (const [i, row] of rows.toReversed().entries()) {
            balance = balance.plus(row.change)
            expect([row.seq, row.balance]).toEqual([i + 1, balance.toFixed(2)])
          }
          expect(total).toBe(balance.toFixed(2))
        }
        expect(await alterations()).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true, seed: Number(process.env.SEED ?? 15) },
    )
  },
)

describe('a closing', () => {
  test('stands in the audit chain, balances go on from it, and nothing is posted behind it', async () => {
    const before = t.kernel.clock.now()
    await act((ctx) => post(ctx, received('a', '100.00')))
    await act((ctx) => post(ctx, received('b', '7.00', TWO)))
    await t.advanceTo(new Date(before.getTime() + 3 * 86_400_000))
    const { rows } = await t.owner.query<{ journals: number; head: string; noted: string }>(
      `select c.journals::int, encode(c.head, 'hex') as head, a.body->'data'->>'head' as noted from ledger_close c
       left join audit_entry a on a.body->>'entity' = 'ledger' and a.body->>'entityId' = c.day::text where c.tenant_id = 1`,
    )
    expect(rows.filter(({ journals }) => journals > 0)).toHaveLength(1)
    for (const { head, noted } of rows) expect(noted).toBe(head)
    const late = { ...t.kernel, clock: { now: () => before } }
    await expect(
      inContext(late, { tenantId: 1, actor: null }, (ctx) => post(ctx, received('late', '1.00'))),
    ).rejects.toMatchObject({ errorName: 'conflict' })
    await act((ctx) => post(ctx, received('c', '5.00')))
    expect(await act((ctx) => openBalanceOf(ctx, { kind: 'platform.clearing', subject: 'wechat' }))).toBe('112.00')
    expect(await act((ctx) => closeDay(ctx, '2020-01-01'))).toBeNull()
    expect(await alterations()).toEqual([])
  })

  test.each([
    ['amount of an entry', 'update ledger_entry set amount = amount + 1', ['ledger-journal']],
    ['removed journal', 'delete from ledger_entry; delete from ledger_journal', ['ledger-account', 'ledger-closing']],
    ['balance', 'update ledger_account set credit = credit + 1 where guarded', ['ledger-account']],
    ['hold', 'update ledger_account set held = 1 where guarded', ['ledger-account']],
    [
      'order of a statement',
      'update ledger_entry set account_seq = account_seq + 5 where account_seq = 2',
      ['ledger-balance'],
    ],
    ['head of a closing', `update ledger_close set head = sha256('x')`, ['ledger-chain', 'ledger-head']],
    ['removed closing', 'delete from ledger_close_total; delete from ledger_close', ['ledger-lost']],
    ['total of a closing', 'update ledger_close_total set debit = debit + 1', ['ledger-total']],
  ])('and journals: an altered %s is named', async (_what, tampering, kinds) => {
    await act((ctx) => post(ctx, received('a', '100.00')))
    await act((ctx) => post(ctx, received('b', '50.00')))
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 2 * 86_400_000))
    // Closings of the tests before are gone, which their audit facts tell.
    const known = new Set((await alterations()).map(({ what, id }) => `${what} ${id}`))
    await unguarded(tampering)
    const found = (await alterations()).filter(({ what, id }) => !known.has(`${what} ${id}`)).map(({ what }) => what)
    for (const kind of kinds) expect(found).toContain(kind)
  })
})

test('even the owner of the database is refused', async () => {
  await act((ctx) => post(ctx, received('a', '100.00')))
  for (const statement of ['update ledger_entry set amount = 1', 'delete from ledger_journal', 'truncate ledger_hold'])
    await expect(t.owner.query(statement)).rejects.toMatchObject({ code: 'KB060' })
})
