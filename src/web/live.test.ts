// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callContext } from './call.ts'
import { useLive } from './live.ts'

/** As the browser's: what is refused closes at once and says no more; what is not stays. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: string[] = []
  static answers: (topics: string) => number = () => 200
  static takes = 10
  readyState = 0
  onerror: (() => void) | null = null
  onopen: (() => void) | null = null
  constructor(url: string) {
    super()
    const topics = topicsOf(url)
    Source.opened.push(topics)
    setTimeout(() => {
      if (this.readyState === Source.CLOSED) return
      const isOpen = Source.answers(topics) === 200
      this.readyState = isOpen ? 1 : Source.CLOSED
      ;(isOpen ? this.onopen : this.onerror)?.()
    }, Source.takes)
  }
  close() {
    this.readyState = Source.CLOSED
  }
}

const topicsOf = (url: string) => new URL(url, 'http://x').searchParams.get('topics')!
const resync = vi.fn<() => void>()
const listen = (topics: string[]) =>
  renderHook((given: string[]) => useLive(given, () => {}, resync), { initialProps: topics })

const before = { ...callContext }
afterAll(() => void Object.assign(callContext, before))
beforeEach(() => {
  vi.useFakeTimers()
  Source.opened = []
  Source.takes = 10
  resync.mockClear()
  callContext.base = 'http://x/api'
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('fetch', async (url: string) => ({ status: Source.answers(topicsOf(url)) }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what was loaded before the stream stood is loaded again, also when topics came in between', async () => {
  Source.answers = () => 200
  Source.takes = 500
  const { rerender, unmount } = listen(['user:1'])
  await vi.advanceTimersByTimeAsync(100)
  // The first stream has not opened yet when another one takes its place.
  rerender(['user:1', 'hall:1'])
  await vi.advanceTimersByTimeAsync(500)
  expect(Source.opened).toEqual(['user:1', 'hall:1,user:1'])
  expect(resync).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(resync).toHaveBeenCalledOnce()
  unmount()
  await vi.advanceTimersByTimeAsync(100)
})

test.each([401, 403, 404])('what is refused with %i is not asked for again', async (status) => {
  Source.answers = () => status
  const { unmount } = listen(['hall:1'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.opened).toEqual(['hall:1'])
  unmount()
  await vi.advanceTimersByTimeAsync(100)
})

test('a refused topic does not take the others with it', async () => {
  Source.answers = (topics) => (topics.includes('hall:1') ? 404 : 200)
  const { unmount } = listen(['hall:1', 'user:1'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.opened).toEqual(['hall:1,user:1', 'user:1'])
  unmount()
  await vi.advanceTimersByTimeAsync(100)
})

test('whoever leaves the page and comes back asks anew', async () => {
  Source.answers = () => 404
  listen(['hall:1']).unmount()
  const first = listen(['hall:1'])
  await vi.advanceTimersByTimeAsync(10_000)
  first.unmount()
  await vi.advanceTimersByTimeAsync(100)
  Source.answers = () => 200
  const second = listen(['hall:1'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(Source.opened).toEqual(['hall:1', 'hall:1'])
  second.unmount()
  await vi.advanceTimersByTimeAsync(100)
})

test('a server that is away is asked until it is back', async () => {
  Source.answers = () => 502
  const { unmount } = listen(['hall:1'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(Source.opened.length).toBeGreaterThan(2)
  Source.answers = () => 200
  await vi.advanceTimersByTimeAsync(4_000)
  const asked = Source.opened.length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(Source.opened).toHaveLength(asked)
  unmount()
  await vi.advanceTimersByTimeAsync(100)
})
