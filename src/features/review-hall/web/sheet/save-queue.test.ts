import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as fc from 'fast-check'
import type { Edit, Sent } from './save-queue.ts'
import { SaveQueue } from './save-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that answers when told to, and keeps what it took in the order it came. */
function server() {
  const calls: { group: string; edits: readonly Edit<string>[]; answer: (sent: Sent) => void }[] = []
  const stored = new Map<string, string>()
  const queue = new SaveQueue<string>({
    pause: 500,
    send: (group, edits) =>
      new Promise((resolve) => {
        calls.push({
          group,
          edits,
          answer: (sent) => {
            if ('savedAt' in sent) for (const e of edits) stored.set(`${e.group}/${e.key}`, e.value)
            resolve(sent)
          },
        })
      }),
  })
  const edit = (group: string, key: string, value: string) => queue.edit({ group, key, value })
  const values = (call: number) => calls[call]!.edits.map((e) => `${e.key}=${e.value}`)
  return { calls, stored, queue, edit, values }
}

const ok = { savedAt: '2026-11-21T06:03:21.000Z' }
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('saving', () => {
  it('waits for a rest, then sends one request per bid, the oldest first', async () => {
    const { calls, edit, values, queue } = server()
    edit('b1', 'i1', '8')
    edit('b2', 'i1', '5')
    await vi.advanceTimersByTimeAsync(400)
    edit('b1', 'i2', '7')
    await vi.advanceTimersByTimeAsync(400)
    expect(calls).toHaveLength(0)
    expect(queue.view).toMatchObject({ state: 'waiting', unsaved: 3 })
    await vi.advanceTimersByTimeAsync(100)
    expect(values(0)).toEqual(['i1=8', 'i2=7'])
    expect(queue.view.state).toBe('saving')
    calls[0]!.answer(ok)
    await settle()
    expect(values(1)).toEqual(['i1=5'])
    calls[1]!.answer(ok)
    await settle()
    expect(queue.view).toEqual({ state: 'idle', unsaved: 0, savedAt: ok.savedAt, message: '' })
  })

  it('never has two requests under way: a later value follows the earlier one', async () => {
    const { calls, edit, queue, stored } = server()
    edit('b1', 'i1', '8')
    await vi.advanceTimersByTimeAsync(500)
    edit('b1', 'i1', '9')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(calls).toHaveLength(1)
    calls[0]!.answer(ok)
    await settle()
    expect(calls).toHaveLength(2)
    calls[1]!.answer(ok)
    await settle()
    expect(stored.get('b1/i1')).toBe('9')
    expect(queue.has('b1', 'i1')).toBe(false)
  })

  it('tries again with growing pauses and keeps what was changed meanwhile', async () => {
    const { calls, edit, values, queue } = server()
    edit('b1', 'i1', '8')
    edit('b1', 'i2', '6')
    await vi.advanceTimersByTimeAsync(500)
    edit('b1', 'i1', '9')
    calls[0]!.answer({ retry: '网络异常' })
    await settle()
    expect(queue.view).toMatchObject({ state: 'retrying', unsaved: 2, message: '网络异常' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(values(1)).toEqual(['i1=9', 'i2=6'])
    calls[1]!.answer({ retry: '网络异常' })
    await vi.advanceTimersByTimeAsync(3_900)
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(100)
    calls[2]!.answer(ok)
    await settle()
    expect(queue.view).toMatchObject({ state: 'idle', unsaved: 0 })
  })

  it('saves the good ones of a refused batch and keeps the bad one until it is changed', async () => {
    const { calls, edit, queue, stored } = server()
    edit('b1', 'i1', '8')
    edit('b1', 'i2', 'bad')
    edit('b1', 'i3', '7')
    await vi.advanceTimersByTimeAsync(500)
    calls[0]!.answer({ refused: '不得超过满分' })
    for (let i = 1; i <= 3; i++) {
      await settle()
      expect(calls[i]!.edits).toHaveLength(1)
      calls[i]!.answer(calls[i]!.edits[0]!.value === 'bad' ? { refused: '不得超过满分' } : ok)
    }
    await settle()
    expect(queue.view).toMatchObject({ state: 'refused', unsaved: 1 })
    expect([...stored]).toEqual([
      ['b1/i1', '8'],
      ['b1/i3', '7'],
    ])
    edit('b1', 'i2', '5')
    await vi.advanceTimersByTimeAsync(500)
    calls[4]!.answer(ok)
    await settle()
    expect(queue.view.state).toBe('idle')
  })
})

describe('flush', () => {
  it('sends at once and tells whether everything is on the server', async () => {
    const { calls, edit, queue } = server()
    edit('b1', 'i1', '8')
    const flushed = queue.flush()
    await settle()
    calls[0]!.answer(ok)
    expect(await flushed).toBe(true)
    edit('b1', 'i1', '7')
    const failed = queue.flush()
    await settle()
    calls[1]!.answer({ retry: '网络异常' })
    expect(await failed).toBe(false)
    expect(queue.has('b1', 'i1')).toBe(true)
  })

  it('waits for what is under way and for what came after it', async () => {
    const { calls, edit, queue, stored } = server()
    edit('b1', 'i1', '8')
    await vi.advanceTimersByTimeAsync(500)
    edit('b1', 'i2', '3')
    const flushed = queue.flush()
    calls[0]!.answer(ok)
    await settle()
    calls[1]!.answer(ok)
    expect(await flushed).toBe(true)
    expect(stored.size).toBe(2)
  })
})

it('ends with the last value of every cell on the server, whatever fails on the way', async () => {
  const anEdit = fc.record({
    group: fc.constantFrom('b1', 'b2'),
    key: fc.constantFrom('i1', 'i2', 'i3'),
    value: fc.integer({ min: 0, max: 99 }).map(String),
    pause: fc.integer({ min: 0, max: 3_000 }),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anEdit, { maxLength: 25 }), async (edits) => {
      const stored = new Map<string, string>()
      const fails = edits.map((e) => e.fails)
      const queue = new SaveQueue<string>({
        send: async (_, batch) => {
          await new Promise((resolve) => setTimeout(resolve, 700))
          if (fails.shift()) return { retry: '网络异常' }
          for (const e of batch) stored.set(`${e.group}/${e.key}`, e.value)
          return ok
        },
      })
      const wanted = new Map<string, string>()
      for (const { pause, fails: _, ...edit } of edits) {
        queue.edit(edit)
        wanted.set(`${edit.group}/${edit.key}`, edit.value)
        await vi.advanceTimersByTimeAsync(pause)
      }
      await vi.advanceTimersByTimeAsync(2_000_000)
      expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(wanted))
      expect(queue.view.unsaved).toBe(0)
    }),
    { numRuns: 60 },
  )
})
