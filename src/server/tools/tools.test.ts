import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inContext } from '../context.ts'
import { FEATURES } from '../features.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { tableTypes } from './db-types.ts'
import { readFileSync } from 'node:fs'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
  await inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    for (let n = 0; n < 5; n++) ctx.audit({ action: 'a', entity: 'e', entityId: String(n), summary: '记录' })
  })
})

/** Runs a tool as npm does, in a process of its own. */
function run(tool: string, env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, tool)],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })
}

test('calls lists every registered call once, without a database', async () => {
  const { code, text } = await run('calls.ts')
  const lines = text.trim().split('\n')
  expect(code).toBe(0)
  expect(lines).toHaveLength(FEATURES.flatMap((f) => f.routes).length)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines).toContain('POST   /api/login')
  expect(lines).toContain('DELETE /api/users/oneself/sessions/{sessionId}')
})

test('audit:verify passes an untouched record, and names the first altered one', async () => {
  const env = { DATABASE_URL: system.ownerUrl, KAIBIAO_DATA: system.config.dataDir }
  const good = await run('audit-verify.ts', env)
  expect(good).toMatchObject({ code: 0, text: expect.stringMatching(/✓ tenant 1: 5 records, head [0-9a-f]{64}/) })
  await system.owner.query(
    `alter table audit_record disable trigger all; update audit_record set body = body || '{"summary": "别的"}' where seq in (3, 4)`,
  )
  expect(await run('audit-verify.ts', env)).toMatchObject({
    code: 1,
    text: expect.stringContaining('✗ tenant 1: record 3: its content was altered (2 good records before it)'),
  })
})

test('the table types are those of the migrations', async () => {
  expect(readFileSync(join(import.meta.dirname, '../database/tables.ts'), 'utf8')).toBe(
    await tableTypes(system.ownerUrl),
  )
})
