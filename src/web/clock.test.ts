import { describe, expect, it } from 'vitest'
import { createClock } from './clock.ts'

/** A local clock and a server whose answer takes `there` ms to reach it and `back` ms to return. */
function world(serverAhead: number) {
  let local = 1_000
  let there = 0
  let back = 0
  const clock = createClock(
    async () => {
      local += there
      const at = local + serverAhead
      local += back
      return at
    },
    () => local,
  )
  return {
    clock,
    wait: (ms: number) => void (local += ms),
    slow: (a: number, b: number) => void ([there, back] = [a, b]),
    truth: () => local + serverAhead,
  }
}

describe('server clock', () => {
  it('knows no error before the first measurement', () => {
    expect(world(0).clock.error()).toBe(Infinity)
  })

  it('takes the middle of the round trip, and is off by no more than half of it', async () => {
    const w = world(123_456)
    w.slow(80, 20)
    await w.clock.sync()
    expect(w.clock.error()).toBe(50)
    expect(Math.abs(w.clock.now() - w.truth())).toBeLessThanOrEqual(50)
    w.wait(10_000)
    expect(Math.abs(w.clock.now() - w.truth())).toBeLessThanOrEqual(50)
  })

  it('does not let one slow answer spoil a good measurement', async () => {
    const w = world(5_000)
    w.slow(10, 10)
    await w.clock.sync()
    w.slow(4_000, 0)
    await w.clock.sync()
    expect(Math.abs(w.clock.now() - w.truth())).toBeLessThanOrEqual(10)
    w.wait(6 * 60_000)
    await w.clock.sync()
    expect(w.clock.error()).toBe(2_000)
  })

  it('keeps going when the server is out of reach', async () => {
    const clock = createClock(
      () => Promise.reject(new Error('offline')),
      () => 42,
      1_000,
    )
    await expect(clock.sync()).rejects.toThrow('offline')
    expect(clock.now()).toBe(1_042)
  })
})
