import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inContext } from '../context.ts'
import { countTrips } from '../testing/count-trips.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { isDatabaseAway } from './away.ts'
import { Exchange } from './exchange.ts'
import { KnownStatements, ONE_PLAN } from './known-statements.ts'
import type { Session } from './session.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({})
})

async function reserved<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = await system.kernel.reserve()
  try {
    return await work(session)
  } finally {
    session.release()
  }
}

/** Texts that this connection keeps, as the server sees it. */
async function kept(session: Session): Promise<string[]> {
  const [answer] = await session.run([{ text: 'select statement from pg_prepared_statements' }])
  return answer!.rows.map((row) => row.statement as string)
}

test('several statements go in one round trip; the first that fails ends it, and nothing of it stays', async () => {
  await reserved(async ({ run }) => {
    const answers = await run([
      { text: 'begin' },
      { text: 'create temporary table t (n int, at timestamptz, data jsonb) on commit drop' },
      { text: 'insert into t values ($1, $2, $3), (2, null, null)', values: [1, new Date(0), { a: '一' }] },
      { text: 'select * from t order by n' },
    ])
    expect(answers.map((a) => [a.command, a.count])).toEqual([
      ['BEGIN', 0],
      ['CREATE', 0],
      ['INSERT', 2],
      ['SELECT', 2],
    ])
    expect(answers[3]!.rows).toEqual([
      { n: 1, at: new Date(0), data: { a: '一' } },
      { n: 2, at: null, data: null },
    ])
    await expect(run([{ text: 'select 1/$1::int', values: [0] }, { text: 'commit' }])).rejects.toThrow('zero')
    expect(await run([{ text: 'commit' }])).toMatchObject([{ command: 'ROLLBACK' }])
    expect(await run([{ text: `select to_regclass('t') as t` }])).toMatchObject([{ rows: [{ t: null }] }])
  })
})

test('a connection that breaks under a statement is a database that is away', async () => {
  for (const [code, syscall] of [
    ['EPIPE', 'write'],
    ['ECONNRESET', 'read'],
  ]) {
    const exchange = new Exchange(new KnownStatements(), [])
    exchange.handleError(Object.assign(new Error(`${syscall} ${code}`), { code, syscall }))
    expect(isDatabaseAway(await exchange.end)).toBe(true)
  }
})

test('what is asked again is kept by the connection; what searches or pages is not, and the number is limited', async () => {
  await reserved(async (session) => {
    const ask = (text: string, values: unknown[]) => session.run([{ text, values }])
    for (let i = 0; i < 3; i++) {
      expect(await ask('select $1::int as again', [i])).toMatchObject([{ rows: [{ again: i }] }])
      await ask('select id from tenant where name like $1', ['%'])
      await ask('select id from tenant limit $1', [i])
      await ask(`select ${ONE_PLAN} id from tenant where id = $1 limit 1`, [i])
    }
    const texts = await kept(session)
    expect(texts.filter((text) => text.includes(ONE_PLAN))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('as again'))).toHaveLength(1)
    expect(texts.filter((text) => /like|limit \$/.test(text))).toEqual([])
    for (let i = 0; i < 250; i++) for (let twice = 0; twice < 2; twice++) await ask(`select ${i} as many`, [])
    expect((await kept(session)).length).toBeLessThan(210)
    expect(await ask('select $1::int as again', [7])).toMatchObject([{ rows: [{ again: 7 }] }])
  })
})

test('whoever keeps all keeps what pages as well, until the connection is given back', async () => {
  const text = 'select id as paged from tenant order by id limit $1'
  const ask = async (session: Session) => {
    for (let i = 1; i < 4; i++) await session.run([{ text, values: [i] }])
    return (await kept(session)).filter((one) => one.startsWith(text))
  }
  await reserved(async (session) => {
    expect(await ask(session)).toEqual([])
    session.keepAll()
    expect(await ask(session)).toEqual([text])
  })
  const further = `${text} offset 0`
  await reserved(async (session) => {
    for (let i = 1; i < 4; i++) await session.run([{ text: further, values: [i] }])
    expect(await kept(session)).not.toContain(further)
  })
})

test('the same statement twice in one round trip, and one that fails at first, are no trouble', async () => {
  await reserved(async ({ run }) => {
    const twin = { text: 'select $1::text as twin', values: ['a'] }
    for (let i = 0; i < 3; i++) expect(await run([twin, { ...twin, values: ['b'] }])).toHaveLength(2)
    const divide = (by: number) => run([{ text: 'select 10 / $1::int as n', values: [by] }])
    for (let i = 0; i < 3; i++) await expect(divide(0)).rejects.toThrow('zero')
    expect(await divide(5)).toMatchObject([{ rows: [{ n: 2 }] }])
    const circle: Record<string, unknown> = {}
    circle.self = circle
    await expect(run([{ text: 'select $1::jsonb', values: [circle] }])).rejects.toThrow('circular')
    await expect(run([{ text: 'no such thing' }])).rejects.toThrow('syntax')
    expect(await divide(2)).toMatchObject([{ rows: [{ n: 5 }] }])
  })
})

test('columns are orderId in the query builder and in every row, order_id in SQL', async () => {
  await reserved(async ({ tx, run }) => {
    const query = tx
      .selectFrom('trade as t')
      .select(['t.orderId', 't.createdAt as signedUpAt'])
      .where('t.tenantId', '=', 1)
    expect(query.compile().sql).toBe(
      'select "t"."order_id", "t"."created_at" as "signed_up_at" from "trade" as "t" where "t"."tenant_id" = $1',
    )
    const inside = `json_build_object('order_id', 1) as kept_json, null as "isNull"`
    for (let i = 0; i < 3; i++)
      expect(await run([{ text: `select 1 as order_id, ${inside}` }])).toMatchObject([
        { rows: [{ orderId: 1, keptJson: { order_id: 1 }, isNull: null }] },
      ])
    expect((await sql`select 2 as lot_no`.execute(tx)).rows).toEqual([{ lotNo: 2 }])
  })
})

test('questions asked at once are answered in turn', async () => {
  await reserved(async ({ tx, run }) => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(tx).then(({ rows }) => rows[0]!.n)),
    )
    expect(answers).toEqual([1, 2, 3, 4])
    const mixed = await Promise.allSettled([run([{ text: 'select 1/0' }]), run([{ text: 'select 1 as one' }])])
    expect(mixed.map((one) => one.status)).toEqual(['rejected', 'fulfilled'])
  })
})

test('inside a transaction, questions asked in one turn go in one round trip with its begin', async () => {
  await reserved(async ({ tx, run, defer }) => {
    const ask = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(tx).then(({ rows }) => rows[0]!.n)
    const trips = await countTrips(async () => {
      defer([{ text: 'begin' }])
      expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([1, 2, 3])
      // What was asked meanwhile waits for the answer, and goes together as well.
      const first = ask(4)
      await new Promise(setImmediate)
      expect(await Promise.all([first, ask(5), ask(6)])).toEqual([4, 5, 6])
    })
    expect(trips).toBe(3)
    const failing = await Promise.allSettled([ask(7), run([{ text: 'select 1/0' }]), ask(8)])
    expect(failing).toMatchObject([
      { value: 7 },
      { reason: { message: expect.stringContaining('zero') } },
      { reason: { message: expect.stringContaining('zero') } },
    ])
    await run([{ text: 'rollback' }])
  })
})

test('when the begin is refused nothing is asked outside of a transaction', async () => {
  await reserved(async ({ run, defer }) => {
    defer([{ text: 'begin of nothing' }])
    const asked = await Promise.allSettled([run([{ text: 'select 1' }]), run([{ text: 'select 2' }])])
    expect(asked.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    await expect(run([{ text: 'select 3' }])).rejects.toThrow('syntax')
  })
})

test('a table that changes under a kept statement costs nobody an error', async () => {
  await system.owner.query(
    'create table changing (n int); grant select on changing to kaibiao_app; insert into changing values (1)',
  )
  const read = () =>
    inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) => {
      const { rows } = await sql<object>`select * from changing`.execute(ctx.tx)
      return rows
    })
  for (let i = 0; i < 4; i++) expect(await read()).toEqual([{ n: 1 }])
  await system.owner.query('alter table changing add column m int default 2')
  expect(await read()).toEqual([{ n: 1, m: 2 }])
})

test('a connection given back inside a transaction serves nobody any more', async () => {
  const pid = async ({ run }: Session) => (await run([{ text: 'select pg_backend_pid() as pid' }]))[0]!.rows[0]!.pid
  const left = await reserved(async (session) => {
    await session.run([{ text: 'begin' }, { text: `select set_config('app.tenant', '1', true)` }])
    return pid(session)
  })
  const alive = () => system.owner.query('select 1 from pg_stat_activity where pid = $1', [left])
  await expect.poll(async () => (await alive()).rowCount).toBe(0)
})

test('after its end a transaction answers nobody, and a failure that was swallowed does not commit', async () => {
  const escaped = await inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) => ctx.tx)
  await expect(sql`select 1`.execute(escaped)).rejects.toThrow('over')
  await expect(escaped.selectFrom('tenant').select('id').execute()).rejects.toThrow('over')
  const swallowed = inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    await sql`select 1/0`.execute(ctx.tx).catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('had failed')
})
