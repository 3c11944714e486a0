// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSteadyBeat } from './steady-beat.ts'

class Thread {
  static all: Thread[] = []
  onmessage: (() => void) | null = null
  asked: number[] = []
  isOver = false
  constructor() {
    Thread.all.push(this)
  }
  postMessage(ms: number) {
    this.asked.push(ms)
  }
  terminate() {
    this.isOver = true
  }
}

afterEach(() => vi.unstubAllGlobals())

test('beats by a thread of its own, with the latest function, until the page goes', () => {
  vi.stubGlobal('Worker', Thread)
  const done: string[] = []
  const { rerender, unmount } = renderHook(({ word }) => useSteadyBeat(5000, () => done.push(word)), {
    initialProps: { word: 'a' },
  })
  const [thread] = Thread.all
  thread!.onmessage!()
  rerender({ word: 'b' })
  thread!.onmessage!()
  expect(done).toEqual(['a', 'b'])
  expect([Thread.all.length, thread!.asked, thread!.isOver]).toEqual([1, [5000], false])
  unmount()
  expect(thread!.isOver).toBe(true)
})
