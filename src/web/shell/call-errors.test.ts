// @vitest-environment jsdom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ERRORS, type ErrorName } from '#contract/errors.ts'
import { call, provideProof } from '../call.ts'
import { connectFeedback } from '../feedback.ts'
import { connectNavigation } from '../navigation.ts'
import { watchCalls } from './call-errors.ts'
import { session, sessionOut } from './session.ts'

const look = endpoint({ method: 'GET', path: '/look', summary: 'x' })
const act = endpoint({ method: 'POST', path: '/act', summary: 'x' })
const write = endpoint({ method: 'POST', path: '/write', summary: 'x', body: z.object({ words: z.string() }) })

const went: string[] = []
const said: string[] = []
const api = {
  message: { warning: (text: string) => said.push(text) },
  modal: {
    warning: ({ content, onOk }: { content: string; onOk: () => void }) => {
      said.push(content)
      onOk()
    },
  },
}
const stopWatching = watchCalls()
const disconnect = connectFeedback(api as never)
beforeEach(() => {
  went.length = said.length = 0
  connectNavigation((to) => void went.push(to))
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionOut()
})
afterAll(() => {
  stopWatching()
  disconnect()
})

/** One call that the server refuses, and whether the shell has dealt with it. */
async function refusedWith(name: ErrorName, what: typeof look = look): Promise<boolean> {
  const { code, status, message } = ERRORS[name]
  const body = JSON.stringify({ code, message, requestId: '1' })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const error = await call(what).catch((thrown: { handled: boolean }) => thrown)
  // What the shell says is answered a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  return (error as { handled: boolean }).handled
}

test.each(['in', 'no-company'] as const)('a lost session is told, and leads to the log-in page (%s)', async (phase) => {
  session.set({ phase })
  expect(await refusedWith('unauthenticated')).toBe(true)
  expect(said).toEqual(['用户信息已过期，请重新登录'])
  expect(went).toEqual(['/login'])
  expect(session.get().phase).toBe('out')
})

test('who is not there as an employee is told so, and chooses a company', async () => {
  session.set({ phase: 'in' })
  expect(await refusedWith('notEmployee')).toBe(true)
  expect(said).toEqual(['用户未登录员工身份'])
  expect(went).toEqual(['/select-company'])
})

test('a page whose own data needs another right is the page that says so; an action says it in place', async () => {
  session.set({ phase: 'in' })
  expect(await refusedWith('noRight', act)).toBe(false)
  expect(await refusedWith('noRight')).toBe(true)
  expect(went).toEqual(['/401'])
})

test('before somebody is in, calls speak for themselves', async () => {
  session.set({ phase: 'loading' })
  expect(await refusedWith('unauthenticated')).toBe(false)
  expect([...said, ...went]).toEqual([])
})

test('a call that wants a fresh proof is sent again behind it, with its input and key; calls refused together ask once', async () => {
  session.set({ phase: 'in' })
  let isProven = false
  let asked = 0
  const sent: string[] = []
  const { code, status, message } = ERRORS.stepUp
  vi.stubGlobal(
    'fetch',
    async (_address: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
      sent.push(`${headers['idempotency-key']} ${body}`)
      return isProven ? new Response('null') : new Response(JSON.stringify({ code, message }), { status })
    },
  )
  const stop = provideProof(async () => {
    asked++
    await new Promise((resolve) => setTimeout(resolve, 5))
    return (isProven = true)
  })
  await Promise.all([call(write, { body: { words: 'a' } }), call(write, { body: { words: 'b' } })])
  stop()
  expect(asked).toBe(1)
  expect(sent.slice(2)).toEqual(sent.slice(0, 2))
  expect(new Set(sent).size).toBe(2)
  expect([...said, ...went]).toEqual([])
})

test('who does not prove it stays where they are; without a dialog the page of second factors asks', async () => {
  session.set({ phase: 'in' })
  const stop = provideProof(async () => false)
  expect(await refusedWith('stepUp', act)).toBe(true)
  stop()
  expect([...said, ...went]).toEqual([])
  expect(await refusedWith('stepUp', act)).toBe(true)
  expect(said).toEqual([ERRORS.stepUp.message])
  expect(went).toEqual(['/second-factor'])
})
