import { CompiledQuery } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { verifyChains } from './audit-chain.ts'
import { auditKey, signAuditHeads } from './audit-heads.ts'
import { inContext } from './context.ts'
import { REWRITE } from './testing/rewrite-chain.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
  // More than one batch of the checker, written by several at once.
  for (const tenantId of [1, 3]) {
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        inContext(system.kernel, { tenantId, actor: null }, async (ctx) => {
          for (let k = 0; k < 100; k++)
            ctx.audit({
              action: 'test',
              entity: 'thing',
              entityId: `${i}/${k}`,
              summary: '记录',
              data: { k, 金额: '12.50', list: [1, null] },
            })
        }),
      ),
    )
  }
  await system.settle()
})

test('the application may neither change nor remove audit records', async () => {
  for (const text of [
    "update audit_record set body = '{}'",
    'delete from audit_record',
    'truncate audit_record',
    "insert into audit_record values (1, 9, now(), '{}', '', '')",
    'update audit_head set seq = 0',
    'delete from audit_intake',
    "insert into audit_intake (tenant_id, at, body) values (1, now(), '{}')",
  ]) {
    const attempt = inContext(system.kernel, { tenantId: 1, actor: null }, ({ tx }) =>
      tx.executeQuery(CompiledQuery.raw(text)),
    )
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  }
})

test('even the owner is stopped by the trigger', async () => {
  await expect(system.owner.query("update audit_record set body = body || '{}'")).rejects.toMatchObject({
    code: 'KB001',
  })
  await expect(system.owner.query('truncate audit_record')).rejects.toMatchObject({ code: 'KB001' })
})

test('an untouched chain verifies, per tenant', async () => {
  const reports = await verifyChains(system.owner)
  expect(reports.map(({ tenantId, good, fault }) => ({ tenantId, good, fault }))).toEqual([
    { tenantId: 1, good: 1200, fault: null },
    { tenantId: 3, good: 1200, fault: null },
  ])
})

const TAMPERINGS: [string, string, number][] = [
  [
    'content',
    `update audit_record set body = jsonb_set(body, '{summary}', '"别的"') where tenant_id = 1 and seq = 1100`,
    1100,
  ],
  ['time', `update audit_record set at = at + interval '1 second' where tenant_id = 1 and seq = 7`, 7],
  ['removal', 'delete from audit_record where tenant_id = 1 and seq = 500', 501],
  ['removal at the end', 'delete from audit_record where tenant_id = 1 and seq > 1190', 1191],
  [
    'content with a new hash',
    `update audit_record set body = b, hash = sha256(prev_hash || convert_to(b::text, 'UTF8'))
     from (select jsonb_set(body, '{summary}', '"别的"') as b from audit_record where tenant_id = 1 and seq = 40) x where tenant_id = 1 and seq = 40`,
    41,
  ],
  ['head', `update audit_head set hash = sha256(hash) where tenant_id = 1`, 1200],
]

test.each(TAMPERINGS)('an owner who switches the trigger off is found out: %s', async (_, text, seq) => {
  const client = await system.owner.connect()
  try {
    await client.query('alter table audit_record disable trigger all')
    // One connection sees its own uncommitted change, so that each case starts from the same records.
    await client.query('begin')
    await client.query(text)
    const pool = { query: client.query.bind(client) } as unknown as Parameters<typeof verifyChains>[0]
    const [first, second] = await verifyChains(pool)
    expect(first).toMatchObject({ tenantId: 1, fault: { seq } })
    expect(second).toMatchObject({ tenantId: 3, fault: null })
  } finally {
    await client.query('rollback')
    await client.query('alter table audit_record enable trigger all')
    client.release()
  }
})

/* Whoever rewrites a chain whole, hashes and head, leaves it sound in itself; not what was signed of it. */
test.each([
  ['rewritten from a record on', 'select pg_temp.rewrite(900, 1200)', { seq: 1, kind: 'signed' }],
  ['cut off at the end', 'select pg_temp.rewrite(1191, 1190)', { seq: 1191, kind: 'cut' }],
  [
    'cut off, its signed head removed too: the log has it',
    'select pg_temp.rewrite(1191, 1190); delete from audit_head_signed',
    { seq: 1191, kind: 'cut' },
  ],
  [
    'rewritten, with a head signed by another key',
    `select pg_temp.rewrite(900, 1200); delete from log_record;
     update audit_head_signed s set hash = h.hash, public_key = sha256('x') from audit_head h where h.tenant_id = s.tenant_id`,
    { seq: 1200, kind: 'signed' },
  ],
])('a chain that is sound in itself and is not what was signed: %s', async (_, text, fault) => {
  await signAuditHeads(system.kernel)
  await signAuditHeads(system.kernel)
  const client = await system.owner.connect()
  try {
    const { rows } = await client.query('select count(*)::int as n from audit_head_signed where tenant_id = 1')
    expect(rows).toEqual([{ n: 1 }])
    await client.query(
      'alter table audit_record disable trigger all; alter table audit_head_signed disable trigger all; alter table log_record disable trigger all',
    )
    await client.query('begin')
    const pool = { query: client.query.bind(client) } as unknown as Parameters<typeof verifyChains>[0]
    const key = auditKey(system.config)
    expect((await verifyChains(pool, key))[0]).toMatchObject({ good: 1200, fault: null })
    await client.query(REWRITE)
    await client.query(text)
    expect((await verifyChains(pool, key))[0]).toMatchObject({ tenantId: 1, fault })
  } finally {
    await client.query('rollback')
    client.release()
  }
})
