import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { processOf, threadOf } from './thread.ts'

const script = new URL('../testing/numbering-worker.ts', import.meta.url)
const TIMEOUT = 60_000
const make = (of: typeof threadOf = threadOf) =>
  of<'say' | 'die', number>(script, {
    timeout: TIMEOUT,
    message: '处理失败',
    idle: 30_000,
  })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('without work for a while the thread ends, and the next job starts another', async () => {
  const run = make()
  const first = await run('say')
  vi.advanceTimersByTime(29_000)
  expect(await run('say')).toBe(first)
  // The time without work begins anew with every job.
  vi.advanceTimersByTime(29_000)
  expect(await run('say')).toBe(first)
  vi.advanceTimersByTime(30_000)
  const second = await run('say')
  expect(second).not.toBe(first)
})

test.each([
  ['thread', threadOf],
  ['process', processOf],
])('a %s that dies fails the job it died of, and the jobs behind it go on in another', async (_, of) => {
  const run = make(of)
  const first = await run('say')
  const [died, behind] = await Promise.allSettled([run('die'), run('say')])
  expect(died).toMatchObject({ reason: { code: 10022, message: '处理失败' } })
  expect(behind).toMatchObject({ status: 'fulfilled' })
  expect(await run('say')).not.toBe(first)
})

test.each([
  ['thread', threadOf, 'hang'],
  ['thread', threadOf, 'sleep'],
  ['process', processOf, 'hang'],
  ['process', processOf, 'sleep'],
] as const)('a %s that never ends its job is ended itself (%#)', async (_, of, job) => {
  vi.useRealTimers()
  const run = of<'say' | typeof job, number>(script, { timeout: 2_000, message: '处理失败' })
  const first = await run('say')
  const [stuck, behind] = await Promise.allSettled([run(job), run('say')])
  expect(stuck).toMatchObject({ reason: { code: 10022, message: '处理失败' } })
  expect(behind).toMatchObject({ status: 'fulfilled' })
  expect(await run('say')).not.toBe(first)
})

test.runIf(process.platform === 'linux')('of a process the work counts, not the time on the clock', async () => {
  vi.useRealTimers()
  const run = processOf<'say' | 'doze', number>(script, { timeout: 300, message: '处理失败' })
  const first = await run('say')
  expect(await run('doze')).toBe(first)
})

test('a process knows none of our settings', async () => {
  process.env.KAIBIAO_SECRET_PROBE = 'secret'
  const run = processOf<'secrets', boolean>(script, { timeout: 60_000, message: '' })
  expect(await run('secrets')).toBe(false)
  delete process.env.KAIBIAO_SECRET_PROBE
})
