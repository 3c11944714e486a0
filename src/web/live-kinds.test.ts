// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { noteLive } from './live-kinds.ts'
import { followLoad, keepCurrent } from './stale.ts'
import { keyOf } from './use-call.ts'

const ID = '0192f3a1-0000-7000-8000-000000000001'
/** What calls read, by path. */
const READS: Readonly<Record<string, string[]>> = {
  '/halls': ['auction', 'order'],
  '/inbox': ['auction', 'order', 'review', 'todo'],
  '/project': ['review', 'review-progress'],
  '/scores': ['review', 'review-score'],
  '/order': ['order'],
}
const client = new QueryClient()
const loaded: string[] = []
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  stop = keepCurrent(client)
  // As a page with all of them on it: the inbox names no record.
  for (const path of Object.keys(READS)) {
    const input = path === '/inbox' ? undefined : { params: { orderId: ID } }
    const of = endpoint({ method: 'GET', path, summary: '' })
    await client.prefetchQuery({
      queryKey: keyOf(of, input),
      queryFn: (context) =>
        followLoad(context, async (onReads) => {
          loaded.push(path)
          onReads(READS[path]!)
          return null
        }),
    })
  }
  loaded.length = 0
  // Nothing is mounted here: what is marked is loaded by hand.
  vi.spyOn(client, 'invalidateQueries').mockImplementation(({ predicate } = {}) =>
    client.refetchQueries(predicate ? { predicate } : {}),
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  client.clear()
})

const after = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  return loaded.splice(0).toSorted()
}

test('an event of an order loads what reads orders; one of a hall only the hall itself', async () => {
  noteLive(`order:${ID}`, 'order.changed')
  expect(await after(30)).toEqual(['/halls', '/inbox', '/order'])
  noteLive(`auction:${ID}`, 'auction.offer')
  expect(await after(30)).toEqual(['/halls'])
  noteLive('auction:another', 'auction.offer')
  expect(await after(30)).toEqual([])
})

test('what one bidder alone is told loads what reads orders', async () => {
  noteLive('bid:0192f3a1-0000-7000-8000-000000000002', 'panel.changed')
  expect(await after(30)).toEqual(['/halls', '/inbox', '/order'])
  noteLive('bid:0192f3a1-0000-7000-8000-000000000002')
  expect(await after(5_000)).toEqual([])
})

test('progress of a review loads what shows it, at most every two seconds, and never a sheet of marks', async () => {
  noteLive(`review:${ID}`, 'review.progress')
  expect(await after(1_500)).toEqual([])
  noteLive(`review:${ID}`, 'review.progress')
  expect(await after(600)).toEqual(['/project'])
  expect(await after(5_000)).toEqual([])
  noteLive(`review:${ID}`, 'review.ended')
  expect(await after(30)).toEqual(['/project', '/scores'])
})

test('what may have been missed is loaded of the record alone; a topic that brings its own is left alone', async () => {
  noteLive(`order:${ID}`)
  expect(await after(30)).toEqual(['/halls', '/order'])
  noteLive('menus:all', 'menus.changed')
  noteLive('company:1')
  expect(await after(5_000)).toEqual([])
})
