import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { threadOf } from './thread.ts'

const make = () =>
  threadOf<'say' | 'die', number>(new URL('../testing/numbering-worker.ts', import.meta.url), {
    timeout: 60_000,
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

test('a thread that dies fails its jobs with the words for it, and is replaced', async () => {
  const run = make()
  const first = await run('say')
  await expect(Promise.all([run('die'), run('say')])).rejects.toMatchObject({ message: '处理失败' })
  expect(await run('say')).not.toBe(first)
})
