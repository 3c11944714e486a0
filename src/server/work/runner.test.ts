import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { deriveKey } from '../config.ts'
import { inContext } from '../context.ts'
import { appUrl } from '../database/migrate.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { PATIENT } from '../testing/patience.ts'
import { WorkRunner } from './runner.ts'
import { enqueue, type Work, type Worker } from './worker.ts'

let t: TestSystem
const heard: string[] = []
beforeAll(async () => {
  const listed: Worker = { kind: 'listed', run: async (_kernel, { subject }) => void heard.push(subject) }
  t = await testSystem({ from: 'people', features: [{ name: 'probe', routes: [], workers: [listed] }] })
})

const runners: WorkRunner[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await t.owner.query('delete from leased_work')
})

const runs = (...workers: Worker[]) => {
  const runner = new WorkRunner(t.kernel, workers)
  runners.push(runner)
  return runner
}
const store = async (kind: string, subject: string = randomUUID()) => {
  await inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => enqueue(ctx, kind, subject))
  for (const runner of runners) runner.wake()
  return subject
}
const rows = async () =>
  (
    await t.owner.query<{ attempts: number; last_error: string; due: boolean }>(
      'select attempts, last_error, due_at <= clock_timestamp() as due from leased_work',
    )
  ).rows
const isEmpty = () => vi.waitFor(async () => expect(await rows()).toEqual([]), PATIENT)
/** Hangs until it is cut off. */
const hang = (_kernel: unknown, { signal }: Work) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cut off'))))

test('what a feature lists is done when it is stored, in every tenant', async () => {
  const subject = randomUUID()
  for (const tenantId of [1, 3])
    await inContext(t.kernel, { tenantId, actor: null }, (ctx) => enqueue(ctx, 'listed', subject))
  await vi.waitFor(() => expect(heard).toEqual([subject, subject]), { interval: 10 })
  await isEmpty()
})

test('what is stored by a transaction that fails is not done', async () => {
  const outcome = inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    await enqueue(ctx, 'listed', randomUUID())
    throw new AppError('wrongState')
  })
  await expect(outcome).rejects.toThrow(AppError)
  expect(await rows()).toEqual([])
})

test('two runners share the pieces: each is done once, and no more at a time than the worker takes', async () => {
  const done: string[] = []
  let now = 0
  let most = 0
  const worker: Worker = {
    kind: 'probe',
    atOnce: 2,
    async run(_kernel, { subject }) {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 20))
      now--
      done.push(subject)
    },
  }
  runs(worker)
  runs(worker)
  const subjects = await Promise.all(Array.from({ length: 12 }, () => store('probe')))
  await isEmpty()
  expect(done.toSorted()).toEqual(subjects.toSorted())
  expect(most).toBeGreaterThan(2)
  expect(most).toBeLessThanOrEqual(4)
})

test('a process is killed in the middle: when its lease has run out another does the piece, once', async () => {
  const subject = await store('probe')
  const first = await processOf(60_000)
  await vi.waitFor(() => expect(first.said).toEqual([{ begun: subject }]), PATIENT)
  const second = await processOf(10)
  // Kept alive beyond its lease: nobody else takes it.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  second.child.send('look')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(second.said).toEqual([])
  const gone = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await gone
  await vi.waitFor(() => expect(second.said).toEqual([{ begun: subject }, { done: subject }]), PATIENT)
  await isEmpty()
})

test('work whose lease is gone is cut off, and what it does afterwards changes nothing', async () => {
  const cut: boolean[] = []
  runs({
    kind: 'probe',
    leaseMs: 150,
    run: (kernel, work) => hang(kernel, work).finally(() => cut.push(work.signal.aborted)),
    giveUp: async () => void cut.push(false),
  })
  await store('probe')
  await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1), PATIENT)
  await t.owner.query(
    `update leased_work set lease = gen_random_uuid(), due_at = clock_timestamp() + interval '1 hour'`,
  )
  await vi.waitFor(() => expect(cut).toEqual([true]), PATIENT)
  expect(await rows()).toEqual([{ attempts: 1, last_error: '', due: false }])
})

test('asked for again while it is done: begun anew', async () => {
  let begun = 0
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  runs({ kind: 'probe', run: () => (++begun === 1 ? released : Promise.resolve()) })
  const subject = await store('probe')
  await vi.waitFor(() => expect(begun).toBe(1), PATIENT)
  await store('probe', subject)
  release()
  await vi.waitFor(() => expect(begun).toBe(2), PATIENT)
  await isEmpty()
})

test('a fault is tried again later, then given up with a reason; the row says what was wrong', async () => {
  const reasons: string[] = []
  let tries = 0
  const runner = runs({
    kind: 'probe',
    attempts: 2,
    run: () => Promise.reject(new Error(`fault ${++tries}`)),
    giveUp: async (_kernel, _work, reason) => void reasons.push(reason),
  })
  const quiet = vi.spyOn(t.kernel.log, 'error').mockImplementation(() => undefined)
  await store('probe')
  await vi.waitFor(
    async () => expect(await rows()).toEqual([{ attempts: 1, last_error: 'Error: fault 1', due: false }]),
    PATIENT,
  )
  runner.wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(tries).toBe(1)
  await t.owner.query('update leased_work set due_at = clock_timestamp()')
  runner.wake()
  await isEmpty()
  expect([tries, reasons]).toEqual([2, ['多次处理未能完成，请稍后重试']])
  expect(quiet).toHaveBeenCalledTimes(2)
  quiet.mockRestore()
})

test('a process that died with it at every attempt: given up without a further one', async () => {
  const given: string[] = []
  runs({
    kind: 'probe',
    run: async () => void given.push('run'),
    giveUp: async (_k, _w, reason) => void given.push(reason),
  })
  await t.owner.query(
    `insert into leased_work (tenant_id, kind, subject, attempts, lease) values (1, 'probe', $1, 3, gen_random_uuid())`,
    [randomUUID()],
  )
  runners[0]!.wake()
  await isEmpty()
  expect(given).toEqual(['多次处理未能完成，请稍后重试'])
})

test('a reason for people ends it at once; a worker that never gives up goes on', async () => {
  const reasons: string[] = []
  let tries = 0
  const run = () => Promise.reject(new AppError('tooLarge', '文件过大'))
  runs(
    { kind: 'probe', run, giveUp: async (_kernel, _work, reason) => void reasons.push(reason) },
    { kind: 'stubborn', attempts: 1, run: () => (++tries < 3 ? run() : Promise.resolve()) },
  )
  const quiet = vi.spyOn(t.kernel.log, 'error').mockImplementation(() => undefined)
  await store('probe')
  await isEmpty()
  expect(reasons).toEqual(['文件过大'])
  await store('stubborn')
  for (const tried of [1, 2]) {
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: tried, due: false }]), PATIENT)
    await t.owner.query('update leased_work set due_at = clock_timestamp()')
    runners[0]!.wake()
  }
  await isEmpty()
  expect(tries).toBe(3)
  quiet.mockRestore()
})

test('shutdown in the middle lets go at once, the attempt does not count, another goes on', async () => {
  let begun = 0
  const given: string[] = []
  const giveUp = async () => void given.push('given up')
  const first = runs({ kind: 'probe', run: (kernel, work) => (begun++, hang(kernel, work)), giveUp })
  await store('probe')
  await vi.waitFor(() => expect(begun).toBe(1), PATIENT)
  await first.stop()
  expect(await rows()).toEqual([{ attempts: 0, last_error: '', due: true }])
  runs({ kind: 'probe', run: async () => void begun++, giveUp })
  await isEmpty()
  expect([begun, given]).toEqual([2, []])
})

async function processOf(takes: number) {
  const url = appUrl(t.ownerUrl, deriveKey(t.config, 'database application role').toString('hex'))
  const child = fork(join(import.meta.dirname, '../testing/work-process.ts'), {
    env: { ...process.env, APP_URL: url, TAKES: String(takes) },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  await once(child, 'message')
  const said: unknown[] = []
  child.on('message', (message) => said.push(message))
  return { child, said }
}
