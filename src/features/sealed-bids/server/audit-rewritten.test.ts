import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import * as c from '#features/witnesses/contract.ts'
import { signAuditHeads } from '#server/audit-heads.ts'
import { readConfig } from '#server/config.ts'
import { inContext } from '#server/context.ts'
import { settle } from '#server/events.ts'
import { FEATURES, makeGate } from '#server/features.ts'
import { isOnHold } from '#server/marks/check.ts'
import { buildSystem, type System } from '#server/system.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { REWRITE } from '#server/testing/rewrite-chain.ts'
import { type Ground, newGround, removeGround } from '#server/testing/states.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { type RunningWitness, runWitness, witnessFolder } from '#witness/testing/run-witness.ts'
import { publishHead } from './log.ts'

/*
 * Whoever holds the database, and not the secret, makes the audit chain say something else and leaves it sound in itself; or puts
 * an older backup in place of it all. What is signed, logged, witnessed and noted outside tells. Each case has a database of its
 * own: a copy of one that nothing runs on.
 */

const TOOL = join(import.meta.dirname, '../../../server/tools/audit-verify.ts')
const states = inject('states')
/** As it stood when somebody kept a backup, data folder and all; and as it went on since. */
let backup: TestSystem
let current: Ground
const grounds: Ground[] = []
let witness: RunningWitness
let removeWitness: () => Promise<void>
/** How long the chain and its signed part are, in `current`. */
let length: number

beforeAll(async () => {
  const place = await witnessFolder()
  removeWitness = place.remove
  backup = await testSystem({ from: 'people' })
  const admin = await backup.login('admin', { workbench: 'admin' })
  const { logKey } = await admin.call(c.witnessList, {})
  witness = await runWitness(place.folder, { name: 'a.example/witness', logs: [logKey] })
  const body = { title: '某见证方', key: witness.key, url: witness.base, reason: '招标投标监督需要' }
  await admin.call(c.addWitness, { body })
  await record(backup, '早先的记录')
  await cosigned(backup)
  await backup.stop()

  current = await copyOf({ database: new URL(backup.ownerUrl).pathname.slice(1), dataDir: backup.config.dataDir })
  const later = await start(current)
  await record(later, '后来的记录')
  length = await cosigned(later)
  await later.stop()
})
afterAll(async () => {
  await witness?.end()
  await removeWitness?.()
  await Promise.all(grounds.map((ground) => removeGround(states, ground)))
})

/** A ground of its own with the same database and files, on which nothing runs. */
async function copyOf({ database, dataDir }: Pick<Ground, 'database' | 'dataDir'>): Promise<Ground> {
  await on(states.serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
  const ground = await newGround(states, database)
  grounds.push(ground)
  cpSync(dataDir, ground.dataDir, { recursive: true })
  return ground
}

async function on(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function start({ url, dataDir }: Pick<Ground, 'url' | 'dataDir'>): Promise<System> {
  const env = {
    KAIBIAO_MODE: 'test',
    KAIBIAO_DATA: dataDir,
    KAIBIAO_SECRET: TEST_SECRET,
    PORT: '0',
    LOG_LEVEL: 'error',
  }
  const gate = makeGate()
  return buildSystem(readConfig(env), {
    ownerUrl: url,
    features: FEATURES,
    gate: gate.create,
    onActorChanged: gate.forget,
    webRoot: null,
    skipMigrations: true,
  })
}

async function record({ kernel }: System, summary: string): Promise<void> {
  await inContext(kernel, { tenantId: 1, actor: null }, (ctx) => {
    for (let i = 1; i <= 20; i++) ctx.audit({ action: 'test', entity: 'thing', entityId: `${i}`, summary })
    return Promise.resolve()
  })
}

/** Signs the chain's head, logs that, and waits for the witness to cosign the log. Returns how long the signed chain is. */
async function cosigned({ kernel, movableClock }: System): Promise<number> {
  const onTenant = <T>(work: Parameters<typeof inContext<null, T>>[2]) =>
    inContext(kernel, { tenantId: 1, actor: null }, work)
  await settle(kernel)
  await signAuditHeads(kernel)
  await movableClock!.advance(5 * MINUTE)
  await settle(kernel)
  await onTenant((ctx) => publishHead(ctx, true))
  return vi.waitFor(
    () =>
      onTenant(async ({ tx }) => {
        const { rows } = await sql<{ signed: number; seen: number | null }>`
          select (select max(seq)::int from audit_head_signed) as signed, max((r.text::jsonb->>'seq')::int) as seen
          from log_record r join log_leaf l on l.tenant_id = r.tenant_id and l.record_id = r.id
          join cosignature s on s.tenant_id = r.tenant_id and s.size > l.idx where r.type = 'audit-head'`.execute(tx)
        const { signed, seen } = rows[0]!
        if (seen !== signed) throw new Error(`signed up to ${signed}, witnessed up to ${seen}`)
        return signed
      }),
    PATIENT,
  )
}

function verifyAudit({ url, dataDir }: Pick<Ground, 'url' | 'dataDir'>): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: url, KAIBIAO_DATA: dataDir, KAIBIAO_SECRET: TEST_SECRET }
  return new Promise((resolve) => {
    execFile(process.execPath, [TOOL], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })
}

/** What the command says of a copy that was altered past every trigger. */
async function altered(...statements: string[]): Promise<{ code: number; text: string }> {
  const ground = await copyOf(current)
  await on(ground.url, 'set session_replication_role = replica', REWRITE, ...statements)
  return verifyAudit(ground)
}

const OF_HEADS = `select id from log_record where tenant_id = 1 and type = 'audit-head'`

test('nothing is found where nothing was altered', async () => {
  const { code, text } = await verifyAudit(await copyOf(current))
  expect(text).toMatch(/✓ tenant 1: \d+ records/)
  expect(text).toContain('✓ tenant 1: witness 某见证方: the log is the one that it cosigned')
  expect(text).not.toContain('✗')
  expect(code).toBe(0)
})

describe('a chain that was written anew, with all later hashes and its head', () => {
  test('from its first record on, and from its newest signed one', async () => {
    for (const first of [2, length]) {
      const { code, text } = await altered(
        `select pg_temp.rewrite(${first}, (select seq from audit_head where tenant_id = 1))`,
      )
      expect(text).toMatch(/✗ tenant 1: record \d+: records \d+ to \d+ are not those that were signed/)
      const [, from, to] = /records (\d+) to (\d+) are not/.exec(text)!
      expect([Number(from) <= first, first <= Number(to)]).toEqual([true, true])
      expect(code).toBe(1)
    }
  })

  test('and every signed head taken out, of the log’s records too: the log has entries that nothing accounts for', async () => {
    const { code, text } = await altered(
      `select pg_temp.rewrite(2, (select seq from audit_head where tenant_id = 1))`,
      'delete from audit_head_signed',
      `delete from log_leaf where record_id in (${OF_HEADS})`,
      `delete from log_record where tenant_id = 1 and type = 'audit-head'`,
    )
    // Sound in itself, and nothing in the database is signed of it.
    expect(text).toMatch(/✓ tenant 1: \d+ records/)
    expect(text).toMatch(/✗ tenant 1: .*日志/)
    expect(code).toBe(1)
  })
})

describe('a chain whose newest records are gone, its head set back', () => {
  const cut = () => `select pg_temp.rewrite(${length - 4}, ${length - 5})`
  const gone = /✗ tenant 1: record \d+: records up to \d+ were signed, and are gone/

  test('the signed heads tell, and without them the log', async () => {
    for (const more of [[], ['delete from audit_head_signed']]) {
      const { code, text } = await altered(cut(), ...more)
      expect(text).toMatch(gone)
      expect(code).toBe(1)
    }
  })

  test('without these the log’s own entries, and the note in the data folder', async () => {
    const { code, text } = await altered(
      cut(),
      'delete from audit_head_signed',
      `delete from log_leaf where record_id in (${OF_HEADS})`,
      `delete from log_record where tenant_id = 1 and type = 'audit-head'`,
    )
    expect(text).toMatch(/✗ tenant 1: .*日志/)
    expect(text).toMatch(/✗ 租户 1 的数据库早于已确认的记录：审计记录已确认 \d+ 条，现仅 \d+ 条/)
    expect(code).toBe(1)
  })
})

describe('an older backup in place of the database', () => {
  test('is whole in itself; the note in the data folder and the witness know more', async () => {
    const { code, text } = await verifyAudit({ url: backup.ownerUrl, dataDir: current.dataDir })
    expect(text).toMatch(/✓ tenant 1: \d+ records/)
    expect(text).toMatch(/✗ 租户 1 的数据库早于已确认的记录：审计记录已确认 \d+ 条，现仅 \d+ 条/)
    expect(text).toMatch(/✗ tenant 1: witness 某见证方: the log is shorter than the \d+ entries that it cosigned/)
    expect(code).toBe(1)
  })

  test('with the data folder set back as well the witness tells', async () => {
    const { code, text } = await verifyAudit({ url: backup.ownerUrl, dataDir: backup.config.dataDir })
    expect(text).not.toContain('已确认的记录')
    expect(text).toMatch(/✗ tenant 1: witness 某见证方: the log is shorter than the \d+ entries that it cosigned/)
    expect(code).toBe(1)
  })

  test.each([
    ['by what the data folder notes', () => current.dataDir, /审计记录已确认 \d+ 条，现仅 \d+ 条/],
    ['by the witness, its data folder set back too', () => backup.config.dataDir, /投标日志已确认 \d+ 条，现仅 \d+ 条/],
  ])('is noticed at the start, and its tenant put on hold: %s', async (_, dataDir, said) => {
    const ground = await copyOf({ database: new URL(backup.ownerUrl).pathname.slice(1), dataDir: dataDir() })
    const system = await start(ground)
    try {
      expect(system.setbacks).toContainEqual(expect.stringMatching(said))
      const held = await inContext(system.kernel, { tenantId: 1, actor: null }, isOnHold)
      expect(held).toBe(true)
    } finally {
      await system.stop()
    }
  })
})
