// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import type { Kind } from '#contract/kinds.ts'
import { callContext } from './call.ts'
import { keepCurrent, noteChanged } from './stale.ts'
import { useAction, useCall } from './use-call.ts'

const read = (path: string) => endpoint({ method: 'GET', path, summary: '', returns: z.object({ n: z.number() }) })
const order = read('/order')
const bonds = read('/bonds')
const hidden = read('/hidden')
const award = endpoint({ method: 'POST', path: '/award', summary: '' })

const READS: Readonly<Record<string, string>> = { '/api/order': 'order,result', '/api/bonds': 'bond' }
/** What an act says it has changed. */
let changed = 'result'
const asked: string[] = []
/** While it holds back, answers wait here, each read when it was asked for. */
let held: (() => void)[] | null = null
let isHidden = true
let server: Server
let stop: () => void
let client: QueryClient

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url!
    request.resume()
    asked.push(path)
    const n = asked.filter((one) => one === path).length
    const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-reads,x-changed' }
    const answer = () => {
      if (request.method === 'POST') return response.writeHead(200, { ...headers, 'x-changed': changed }).end('null')
      if (path === '/api/hidden' && isHidden) return response.writeHead(404, headers).end()
      response.writeHead(200, { ...headers, 'x-reads': READS[path] ?? '' }).end(`{"n":${n}}`)
    }
    if (held && request.method === 'GET') held.push(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  callContext.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
const before = { ...callContext }
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterAll(() => void Object.assign(callContext, before))
beforeEach(() => {
  asked.length = 0
  held = null
  isHidden = true
  changed = 'result'
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = keepCurrent(client)
})
afterEach(() => stop())

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const show = (of: typeof order) => renderHook(() => useCall(of, undefined, { fresh: 60_000 }), { wrapper })
const shows = (shown: ReturnType<typeof show>, n: number) =>
  vi.waitFor(() => expect(shown.result.current.data?.n).toBe(n), { timeout: 20_000 })
const times = (path: string) => asked.filter((one) => one === `/api${path}`).length
/** Longer than anything rests. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 150)))
const tell = (...kinds: Kind[]) => act(async () => noteChanged(kinds))

test('after an act what reads of the kinds it changed is loaded again, and nothing else', async () => {
  const [one, other] = [show(order), show(bonds)]
  await Promise.all([shows(one, 1), shows(other, 1)])
  const { result } = renderHook(() => useAction(award), { wrapper })
  await act(() => result.current.run())
  await shows(one, 2)
  await settle()
  expect([times('/order'), times('/bonds')]).toEqual([2, 1])
})

test('what changes at one instant is loaded once', async () => {
  const one = show(order)
  await shows(one, 1)
  await tell('order', 'result')
  await tell('result')
  await shows(one, 2)
  await settle()
  expect(times('/order')).toBe(2)
})

test('what is not shown is asked for when it is shown again, however fresh it is held to be', async () => {
  const first = show(order)
  await shows(first, 1)
  first.unmount()
  await tell('order')
  await settle()
  expect(times('/order')).toBe(1)
  await shows(show(order), 2)
})

test('a first load under way counts as stale, and is done again behind it', async () => {
  held = []
  const one = show(order)
  await vi.waitFor(() => expect(held).toHaveLength(1))
  await tell('order')
  await settle()
  held.pop()!()
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 20_000 })
  held.pop()!()
  await shows(one, 2)
  await settle()
  expect(times('/order')).toBe(2)
})

test('a later load under way counts as stale as well; one that began behind the change does not', async () => {
  const one = show(order)
  await shows(one, 1)
  held = []
  await tell('order')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  await tell('result')
  await vi.waitFor(() => expect(held).toHaveLength(2))
  for (const answer of held.splice(0)) answer()
  await shows(one, 3)
  await settle()
  expect(times('/order')).toBe(3)
})

test('what was refused is asked for again after an act: it may be there now', async () => {
  const one = show(hidden)
  await vi.waitFor(() => expect(one.result.current.error).toMatchObject({ code: 404 }), { timeout: 20_000 })
  isHidden = false
  await tell('bond')
  await shows(one, 2)
})

test('nobody knows what an act has changed that was answered again: all is loaded again', async () => {
  const [one, other] = [show(order), show(bonds)]
  await Promise.all([shows(one, 1), shows(other, 1)])
  changed = '*'
  const { result } = renderHook(() => useAction(award), { wrapper })
  await act(() => result.current.run())
  await Promise.all([shows(one, 2), shows(other, 2)])
  expect([times('/order'), times('/bonds')]).toEqual([2, 2])
})

test('what may rest waits for the time given, and goes at once with something else that changed', async () => {
  const [one, other] = [show(order), show(bonds)]
  await Promise.all([shows(one, 1), shows(other, 1)])
  await act(async () => noteChanged(['order', 'bond'], 60_000))
  await settle()
  expect([times('/order'), times('/bonds')]).toEqual([1, 1])
  await tell('result')
  await shows(one, 2)
  expect(times('/bonds')).toBe(1)
})

test('a page that the browser kept loads again what it shows, and forgets what it showed before', async () => {
  const [one, other] = [show(order), show(bonds)]
  await Promise.all([shows(one, 1), shows(other, 1)])
  other.unmount()
  await act(async () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })))
  await settle()
  expect([times('/order'), times('/bonds')]).toEqual([1, 1])
  await act(async () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await shows(one, 2)
  expect(times('/bonds')).toBe(1)
  const again = show(bonds)
  expect(again.result.current.data).toBeUndefined()
  await shows(again, 2)
})
