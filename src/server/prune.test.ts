import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { inContext } from './context.ts'
import { KEPT_MS, prune } from './prune.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

/** One fact and one event, with a job that was given up, and one answer under a key. */
async function leaveTraces(tenantId: number): Promise<void> {
  await inContext(system.kernel, { tenantId, actor: null }, async (ctx) => {
    ctx.emit({ kind: 'probe.happened', payload: {} })
    ctx.audit({ action: 'probe', entity: 'probe', entityId: '1', summary: '试' })
  })
  await system.settle()
  await system.owner.query(
    `insert into event_job (tenant_id, event_id, handler, is_slow, due_at)
     select tenant_id, id, 'probe', false, 'infinity' from outbox where tenant_id = $1 on conflict do nothing`,
    [tenantId],
  )
  await system.owner.query(
    `insert into idempotency (tenant_id, actor, key, call, body_hash, status, created_at)
     values ($1, 'x', gen_random_uuid()::text, 'POST /x', '', 200, $2)`,
    [tenantId, system.kernel.clock.now()],
  )
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await system.owner.query<Record<string, number>>(
    `select (select count(*)::int from outbox) as outbox, (select count(*)::int from event_job) as jobs,
       (select count(*)::int from idempotency) as keys, (select count(*)::int from audit_entry) as audit`,
  )
  return rows[0]!
}

test('what was handed out and answered long ago goes, at every tenant; what is younger and what must last stays', async () => {
  for (const tenantId of [1, 3]) await leaveTraces(tenantId)
  const old = await counts()
  expect(Math.min(...Object.values(old))).toBeGreaterThan(1)
  await system.movableClock!.advance(KEPT_MS - DAY)
  expect(await prune(system.kernel)).toEqual({ events: 0, jobs: 0, keys: 0 })
  await leaveTraces(1)
  await system.movableClock!.advance(2 * DAY)
  const removed = await prune(system.kernel)
  expect(removed).toEqual({ events: old.outbox, jobs: old.jobs, keys: old.keys })
  const left = await counts()
  expect(left).toMatchObject({ keys: 1, audit: old.audit! + 1 })
  expect(Math.min(left.outbox!, left.jobs!)).toBeGreaterThan(0)
  expect(await prune(system.kernel)).toEqual({ events: 0, jobs: 0, keys: 0 })
})
