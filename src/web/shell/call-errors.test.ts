// @vitest-environment jsdom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { ERRORS, type ErrorName } from '#contract/errors.ts'
import { call } from '../call.ts'
import { connectFeedback } from '../feedback.ts'
import { connectNavigation } from '../navigation.ts'
import { watchCalls } from './call-errors.ts'
import { session, sessionOut } from './session.ts'

const look = endpoint({ method: 'GET', path: '/look', summary: 'x' })
const act = endpoint({ method: 'POST', path: '/act', summary: 'x' })

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
