import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import * as c from '#features/witnesses/contract.ts'
import { inContext } from '#server/context.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { type RunningWitness, runWitness, witnessFolder } from '#witness/testing/run-witness.ts'
import { publishHead } from './log.ts'

/* `npm run audit:verify` beside a witness that runs: what the operator rewrites is not what the witness remembers. */

const TOOL = join(import.meta.dirname, '../../../server/tools/audit-verify.ts')
let t: TestSystem
let witness: RunningWitness
let remove: () => Promise<void>

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  const admin = await t.login('admin', { workbench: 'admin' })
  const { logKey } = await admin.call(c.witnessList, {})
  const place = await witnessFolder()
  remove = place.remove
  witness = await runWitness(place.folder, { name: 'a.example/witness', logs: [logKey] })
  const publish = () => inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => publishHead(ctx, true))
  // The log begins, and has a leaf for each beat since.
  await publish()
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + MINUTE))
  await publish()
  const body = { title: '某见证方', key: witness.key, url: witness.base, reason: '招标投标监督需要' }
  const { witnessId } = await admin.call(c.addWitness, { body })
  await vi.waitFor(async () => {
    const { witnesses } = await admin.call(c.witnessList, {})
    const { state, behind } = witnesses.find((one) => one.witnessId === witnessId)!
    if (state !== 'cosigning' || behind !== 0) throw new Error(`${state}, ${behind} behind`)
  }, PATIENT)
  // A system that runs would let the log grow while it is rewritten here.
  await t.stop()
})
afterAll(async () => {
  await witness?.end()
  await remove?.()
})

function verifyAudit(): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: t.ownerUrl,
    KAIBIAO_DATA: t.config.dataDir,
    KAIBIAO_SECRET: t.config.secret,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [TOOL], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })
}

test('the log is the one that the witness cosigned', async () => {
  const { code, text } = await verifyAudit()
  expect(text).toMatch(/✓ tenant 1: witness 某见证方: the log is the one that it cosigned, \d+ entries/)
  expect(code).toBe(0)
})

test('a leaf that was rewritten, with the root above it, is not', async () => {
  const { rows } = await t.owner.query<{ data: Buffer }>(
    'select data from bid_log_tile where tenant_id = 1 and level = 0 and idx = 0',
  )
  const data = Buffer.from(rows[0]!.data)
  data[0]! ^= 1
  const put = (bytes: Buffer) =>
    t.owner.query('update bid_log_tile set data = $1 where tenant_id = 1 and level = 0 and idx = 0', [bytes])
  await put(data)
  const { code, text } = await verifyAudit()
  expect(text).toMatch(/✗ tenant 1: witness 某见证方: the first \d+ entries of the log are not those that it cosigned/)
  expect(code).toBe(1)
  await put(rows[0]!.data)
})

test('a log whose newest entries are gone is shorter than it', async () => {
  const { rows } = await t.owner.query<{ size: number }>('select size from bid_log where tenant_id = 1')
  await t.owner.query('update bid_log set size = size - 1 where tenant_id = 1')
  const { code, text } = await verifyAudit()
  expect(text).toMatch(/✗ tenant 1: witness 某见证方: the log is shorter than the \d+ entries that it cosigned/)
  expect(code).toBe(1)
  await t.owner.query('update bid_log set size = $1 where tenant_id = 1', [rows[0]!.size])
})

test('a witness that does not answer says nothing, which is told and is no fault', async () => {
  await witness.end()
  const { code, text } = await verifyAudit()
  expect(text).toContain('– tenant 1: witness 某见证方 could not be asked')
  expect(text).not.toContain('✗')
  expect(code).toBe(0)
})
