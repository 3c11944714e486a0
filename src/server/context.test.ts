import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import type { Actor } from './actor.ts'
import { deriveKey } from './config.ts'
import { type Context, inContext, KeptRefusal } from './context.ts'
import { appUrl } from './database/migrate.ts'
import { countTrips } from './testing/count-trips.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

const as = <T>(tenantId: number, work: (ctx: Context<null>) => Promise<T>) =>
  inContext(system.kernel, { tenantId, actor: null }, work)

/** A connection with the rights of the application, and nothing set. */
async function appClient(): Promise<pg.Client> {
  const password = deriveKey(system.config, 'database application role').toString('hex')
  const client = new pg.Client({ connectionString: appUrl(system.ownerUrl, password) })
  await client.connect()
  return client
}

test('without a tenant the application sees no tenant rows, in no tenant table', async () => {
  const app = await appClient()
  try {
    const { rows } = await app.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
         and c.relname not in ('outbox', 'timer') order by 1`,
    )
    expect(rows.length).toBeGreaterThan(10)
    await expect(app.query('select * from kysely_migration')).rejects.toMatchObject({ code: '42501' })
    for (const { name } of rows) expect([name, (await app.query(`select * from ${name}`)).rowCount]).toEqual([name, 0])
    expect((await system.owner.query('select * from employee')).rowCount).toBeGreaterThan(10)
  } finally {
    await app.end()
  }
})

test('every table with a tenant is under forced row-level security, apart from those looked up before it is known', async () => {
  const { rows } = await system.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and not (c.relforcerowsecurity and c.relrowsecurity) order by 1`,
  )
  expect(rows.map((r) => r.name)).toEqual(['login_session', 'wx_scene'])
})

test('what an operation logs names its request', async () => {
  const lines: object[] = []
  const log = { info: () => undefined, error: () => undefined, warn: (fields: object) => void lines.push(fields) }
  const kernel = { ...system.kernel, log }
  const work = async (ctx: Context<null>) => ctx.log.warn({ size: 7 }, 'odd')
  await inContext(kernel, { tenantId: 1, actor: null, requestId: 'request-1' }, work)
  await inContext(kernel, { tenantId: 1, actor: null }, work)
  expect(lines).toEqual([{ reqId: 'request-1', size: 7 }, { size: 7 }])
})

test('a tenant neither sees nor writes rows of another', async () => {
  const hospital = COMPANIES.hospital.id
  const seen = (tenantId: number) =>
    as(tenantId, ({ tx }) =>
      tx.selectFrom('company_tenant').select('companyId').where('companyId', '=', hospital).execute(),
    )
  expect(await seen(1)).toHaveLength(1)
  expect(await seen(3)).toHaveLength(0)
  const changed = await as(3, ({ tx }) =>
    tx.updateTable('company_tenant').set({ status: 0 }).where('companyId', '=', hospital).executeTakeFirst(),
  )
  expect(changed.numUpdatedRows).toBe(0n)
  const planted = as(3, (ctx) =>
    ctx.tx
      .insertInto('department')
      .values({ tenantId: 1, id: ctx.newId(), companyId: hospital, name: '外来' })
      .execute(),
  )
  await expect(planted).rejects.toMatchObject({ code: '42501' })
})

test('a failure undoes the change, its record and its events; effects wait for the commit', async () => {
  const counts = () =>
    system.owner
      .query<{ n: number }>(
        'select (select count(*) from audit_entry) + (select count(*) from outbox) + (select count(*) from department) as n',
      )
      .then((r) => r.rows[0]!.n)
  const before = await counts()
  const effects: string[] = []
  const work = (ending: () => void) => async (ctx: Context<null>) => {
    ctx.afterCommit(() => void effects.push('done'))
    ctx.audit({ action: 'a', entity: 'e', entityId: '1', summary: 's' })
    ctx.emit({ kind: 'k', payload: {} })
    await ctx.tx
      .insertInto('department')
      .values({ tenantId: 1, id: ctx.newId(), companyId: COMPANIES.hospital.id, name: '设备科' })
      .execute()
    ending()
  }
  await expect(
    as(
      1,
      work(() => {
        throw new AppError('wrongState')
      }),
    ),
  ).rejects.toMatchObject({ errorName: 'wrongState' })
  expect(await counts()).toBe(before)
  expect(effects).toEqual([])
  await expect(
    as(
      1,
      work(() => {
        throw new KeptRefusal(new AppError('tooLate'))
      }),
    ),
  ).rejects.toMatchObject({ errorName: 'tooLate' })
  expect(await counts()).toBe(before + 3)
  expect(effects).toEqual(['done'])
})

test('a transaction lost to a deadlock is run again', async () => {
  const ids = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]
  let meet = 0
  let met: () => void = () => undefined
  const both = new Promise<void>((resolve) => (met = resolve))
  let runs = 0
  const lockBoth = (order: string[]) =>
    as(1, async ({ tx }) => {
      runs++
      await tx.selectFrom('company').select('id').where('id', '=', order[0]!).forUpdate().execute()
      if (++meet === 2) met()
      await both
      await tx.selectFrom('company').select('id').where('id', '=', order[1]!).forUpdate().execute()
    })
  await Promise.all([lockBoth(ids), lockBoth(ids.toReversed())])
  // The one that was lost may be back before the other has woken up, and lose once more.
  expect(runs).toBeGreaterThanOrEqual(3)
})

test('a number or a date that no column holds is bad input', async () => {
  for (const value of [sql`'99999'::smallint`, sql`'0000-01-01'::date`])
    await expect(as(1, ({ tx }) => sql`select ${value}`.execute(tx))).rejects.toMatchObject({ errorName: 'invalid' })
})

test('GET scope cannot write', async () => {
  const work = inContext(system.kernel, { tenantId: 1, actor: null, readOnly: true }, ({ tx }) =>
    tx.updateTable('company').set({ legalPerson: 'x' }).execute(),
  )
  await expect(work).rejects.toMatchObject({ code: '25006' })
})

test('a part that fails leaves nothing of itself; one that succeeds is recorded as its own actor', async () => {
  const buyer = { ...PEOPLE.buyer, userId: PEOPLE.buyer.id } as unknown as Actor
  const fact = (summary: string) => ({ action: 'part.test', entity: 'part', entityId: '1', summary })
  const key = { tenant_id: 1, subject: 'part', id: '' }
  await as(1, async (ctx) => {
    ctx.audit(fact('before'))
    const failed = ctx.part(buyer, async (inner) => {
      await inner.schedule('part:lost', new Date('2099-01-01'), { kind: 'part', payload: key })
      inner.audit(fact('lost'))
      inner.emit({ kind: 'part.lost', payload: {} })
      inner.afterCommit(() => expect.unreachable())
      // A failed statement spoils the part, not the rest.
      await inner.tx.selectFrom('employee').select('id').where('id', '=', 'no id').execute()
    })
    await expect(failed).rejects.toMatchObject({ code: '22P02' })
    await ctx.part(buyer, async (inner) => {
      inner.audit(fact('kept'))
      await inner.part(null, async (deep) => deep.audit(fact('deep')))
      await inner.schedule('part:kept', new Date('2099-01-01'), { kind: 'part', payload: key })
    })
    ctx.audit(fact('after'))
  })
  const { rows } = await system.owner.query<{ summary: string; user: string | null }>(
    `select body->>'summary' as summary, body->>'userId' as user from audit_entry
     where body->>'entity' = 'part' order by seq nulls last, at`,
  )
  expect(rows.map((r) => [r.summary, r.user])).toEqual([
    ['before', null],
    ['kept', PEOPLE.buyer.id],
    ['deep', null],
    ['after', null],
  ])
  const timers = await system.owner.query("select key from timer where key like 'part:%'")
  expect(timers.rows).toEqual([{ key: 'part:kept' }])
  expect((await system.owner.query("select 1 from outbox where kind = 'part.lost'")).rowCount).toBe(0)
})

test('reading is one round trip, in which nothing is written or left set; one that fails takes nothing down with it', async () => {
  const read = <T>(work: (ctx: Context<null>) => Promise<T>) =>
    inContext(system.kernel, { tenantId: 1, actor: null, readOnly: true }, work)
  const tenant = ({ tx }: Context<null>) =>
    sql<{ t: string }>`select current_setting('app.tenant', true) as t`.execute(tx).then(({ rows }) => rows[0]!.t)
  expect(await countTrips(() => read((ctx) => Promise.all([tenant(ctx), tenant(ctx)])))).toBe(1)
  expect(await countTrips(() => read(async () => undefined))).toBe(0)
  const seen = await read(async (ctx) => {
    await sql`select set_config('app.actor', 'somebody', true)`.execute(ctx.tx)
    const failed = await ctx.part(null, () => sql`select 1 / 0`.execute(ctx.tx)).catch((error: unknown) => error)
    const write = ctx.tx.updateTable('company_tenant').set({ status: 0 }).execute()
    await expect(write).rejects.toMatchObject({ code: '25006' })
    await expect(sql`select set_config('transaction_read_only', 'off', true)`.execute(ctx.tx)).rejects.toThrow(
      'read-write mode',
    )
    const { rows } = await sql<{ a: string }>`select current_setting('app.actor') as a`.execute(ctx.tx)
    return { failed, actor: rows[0]!.a, tenant: await tenant(ctx) }
  })
  expect(seen).toMatchObject({ failed: { code: '22012' }, actor: '', tenant: '1' })
  // A fact of a reading call is refused, not lost.
  const fact = { action: 'a', entity: 'e', entityId: '1', summary: 's' }
  await expect(read(async (ctx) => ctx.audit(fact))).rejects.toMatchObject({ code: '25006' })
})
