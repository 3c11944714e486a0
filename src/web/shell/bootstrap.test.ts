// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bootstrap, loadTenant } from './bootstrap.ts'
import { session, sessionOut } from './session.ts'

const PERSON = { userId: 'u1', isExpert: false, isPlatformAdmin: false }
const EMPLOYEE = { rights: ['tendering', 'bigProjectList'], workbenches: ['purchaser'], status: 1, company: null }
const MENUS = { purchaser: [], agent: [], supplier: [], expert: [], admin: [], noRight: [] }

/** What the server says, by path; a number is a refusal. */
let answers: Record<string, unknown>
const asked: string[] = []
/** Paths that fail once before they answer. */
const passing = new Set<string>()
/** Paths whose first answer begins and does not end. */
const breaking = new Set<string>()

beforeEach(() => {
  asked.length = 0
  passing.clear()
  breaking.clear()
  // The pause before the second try is no matter here.
  vi.stubGlobal('setTimeout', queueMicrotask)
  answers = {
    '/tenants/sourcing/detail': { tenantId: 1, name: '开标云采', alias: 'kaibiao' },
    '/passport/status': { loggedIn: true, asEmployee: true },
    '/users/oneself': PERSON,
    '/enterprise/employees/oneself': EMPLOYEE,
    '/enterprise/employees/supervise-info': { stateOwnedSupervise: [], bigProject: false },
    '/menus': MENUS,
    '/logout': null,
  }
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
    asked.push(`${method} ${path}`)
    if (breaking.delete(path)) return Promise.resolve(new Response(new ReadableStream({ pull: (c) => c.error() })))
    const answer = passing.delete(path) ? 500 : answers[path]
    if (typeof answer === 'number') return Promise.resolve(new Response('{}', { status: answer }))
    return Promise.resolve(Response.json(answer))
  })
  session.set({ phase: 'new', tenant: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionOut()
})

test('a tenant configuration that fails logs out', async () => {
  answers['/tenants/sourcing/detail'] = 500
  await expect(loadTenant()).rejects.toMatchObject({ code: 500 })
  expect(asked).toContain('POST /logout')
  expect(session.get()).toMatchObject({ phase: 'out', tenant: null })
})

test.each(['/passport/status', '/users/oneself', '/enterprise/employees/supervise-info', '/menus'])(
  'so does %s',
  async (path) => {
    answers[path] = 500
    await bootstrap()
    expect(asked).toContain('POST /logout')
    expect(session.get().phase).toBe('out')
  },
)

test.each(['/passport/status', '/users/oneself', '/menus'])('a fault of %s that passes does not', async (path) => {
  passing.add(path)
  await bootstrap()
  expect(asked).not.toContain('POST /logout')
  expect(session.get().phase).toBe('in')
})

test('neither does an answer that breaks off: a page that is left loses what is on its way', async () => {
  breaking.add('/menus')
  await bootstrap()
  expect(asked).not.toContain('POST /logout')
  expect(session.get().phase).toBe('in')
})

test('the right to the list of big projects follows the supervision alone', async () => {
  await bootstrap()
  expect([...session.get().rights]).toEqual(['tendering'])
  answers['/enterprise/employees/supervise-info'] = { stateOwnedSupervise: [], bigProject: true }
  await bootstrap()
  expect([...session.get().rights]).toEqual(['tendering', 'bigProjectList'])
  expect(session.get().phase).toBe('in')
})
