// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectFeedback } from '#web/feedback.ts'
import type { Screen } from '#web/screen.ts'
import { FeaturesContext, featureTables } from '#web/shell/feature-tables.ts'
import { session } from '#web/shell/session.ts'
import { Part } from './unread-dot.tsx'

const WORDS = '您有新消息，请注意及时查看!'
const load = () => Promise.reject(new Error('not loaded here'))
const tables = featureTables([
  {
    screens: [
      { path: '/', title: '首页', load },
      { path: '/notice', title: '消息', load },
      { path: '/hall-door', title: '开标大厅', layout: 'hall', load },
    ] as Screen[],
  },
])

const said: string[] = []
/** Keys of words that were taken away. */
const gone: string[] = []
let latestId: string | null = null
const disconnect: (() => void)[] = []
const clients: QueryClient[] = []

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  said.length = 0
  gone.length = 0
  latestId = null
  const notification = {
    warning: ({ title }: { title: string }) => said.push(title),
    destroy: (key: string) => gone.push(key),
  }
  disconnect.push(connectFeedback({ notification } as never))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ count: latestId ? 1 : 0, latestId })))
  session.set({ phase: 'in', workbench: 'supplier', person: { userId: 'u1' } as never })
})
afterEach(() => {
  cleanup()
  clients.length = 0
  for (const stop of disconnect.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page of its own: nothing of it is shared with others but the browser's storage. */
function page(address: string) {
  const router = createMemoryRouter([{ path: '*', element: <Part /> }], { initialEntries: [address] })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clients.push(client)
  const { unmount } = render(
    <FeaturesContext value={tables}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </FeaturesContext>,
  )
  return { go: (to: string) => act(() => router.navigate(to)), unmount }
}

/** Until all pages have asked once more and shown the answer, which comes behind the instant of asking. */
async function poll() {
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await vi.waitFor(() => expect(clients.filter((client) => client.isFetching() > 0)).toEqual([]))
  await act(() => vi.advanceTimersByTimeAsync(1))
}

test('a new message is told once, whatever pages are open and however often they look', async () => {
  const first = page('/')
  await poll()
  expect(said).toEqual([])
  latestId = '01'
  await poll()
  expect(said).toEqual([WORDS])
  page('/')
  await first.go('/other')
  await poll()
  // Loaded anew, as after a reload.
  first.unmount()
  page('/')
  await poll()
  expect(said).toEqual([WORDS])
  latestId = '02'
  await poll()
  await poll()
  expect(said).toEqual([WORDS, WORDS])
})

test('never in a hall or at its door, but when one has left it; never where the messages stand', async () => {
  latestId = '01'
  const { go } = page('/hall-door')
  await poll()
  await poll()
  expect(said).toEqual([])
  await go('/')
  expect(said).toEqual([WORDS])
  await go('/notice')
  latestId = '02'
  await poll()
  await poll()
  await go('/')
  await poll()
  expect(said).toEqual([WORDS])
})

test('a word that stands is not taken along into a hall', async () => {
  latestId = '01'
  const { go } = page('/')
  await poll()
  await go('/other')
  expect([said, gone]).toEqual([[WORDS], []])
  await go('/hall-door')
  expect(gone).toEqual(['unread'])
})

test('the old one coming to the fore when the new one is read is no news', async () => {
  latestId = '05'
  page('/')
  await poll()
  latestId = '03'
  await poll()
  expect(said).toEqual([WORDS])
})
