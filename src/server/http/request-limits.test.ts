import { beforeAll, describe, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import type { HttpClient } from '../testing/http-client.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

/* No session, and no person, takes the server from the others. */

let t: TestSystem
beforeAll(async () => {
  // A tenth of the limits: 100 reads, 30 acts and transfers at once; 2 streams.
  t = await testSystem({ from: 'people', env: { LIMITS_FACTOR: '0.1' } })
})

const read = (client: HttpClient) => client.fetch('GET', '/api/users/oneself/sessions')
const act = (client: HttpClient, n: number) => client.raw('PUT', `/api/drafts/order-edit:${n}`, { content: {} })
const statuses = async (asked: Promise<unknown>[]) => {
  const all = await Promise.allSettled(asked)
  return all.map((one) => (one.status === 'fulfilled' ? 200 : (one.reason as { status: number }).status))
}

describe('requests of a session', () => {
  test('that come too fast are refused in words, with the time to wait; other sessions and other kinds go on', async () => {
    const [one, other] = [await t.login('buyer', { workbench: 'purchaser' }), await t.login('supplier1')]
    const all = await Promise.allSettled(Array.from({ length: 250 }, () => read(one)))
    const refused = all.filter((answer) => answer.status === 'rejected')
    expect(refused.length).toBeGreaterThan(50)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 429, body: { code: 10006, message: '请求过于频繁，请稍后再试' } })
    // What it reads too often does not keep it from acting.
    expect(await statuses([act(one, 1), act(one, 2)])).toEqual([200, 200])
    expect(await statuses([read(other)])).toEqual([200])
    const again = await t.login('buyer', { workbench: 'purchaser' })
    expect(await statuses([read(again)])).toEqual([200])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await statuses([read(one)])).toEqual([200])
  })

  test('are told how much is left before it is used up, and when to ask again', async () => {
    const one = await t.login('agent', { workbench: 'agency' })
    const cookie = [...one.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => fetch(`${t.base}/api/users/oneself/sessions`, { headers: { cookie } })),
    )
    expect(answers.filter((a) => a.status === 200 && a.headers.get('ratelimit') === null).length).toBeGreaterThan(3)
    const low = answers.find((a) => a.status === 200 && a.headers.get('ratelimit') !== null)!
    expect(low.headers.get('ratelimit')).toMatch(/^"read";r=\d+;t=\d+$/)
    expect(low.headers.get('ratelimit-policy')).toBe('"read";q=100;w=10')
    const late = answers.find((a) => a.status === 429)!
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  test('hold for transfers and streams as well, which no call of the catalogue makes', async () => {
    const one = await t.login('supplier2')
    const head = () =>
      one.fetch('HEAD', `/api/files/tus/${'0'.repeat(32)}`, undefined, { headers: { 'tus-resumable': '1.0.0' } })
    expect((await statuses(Array.from({ length: 60 }, head))).filter((s) => s === 429).length).toBeGreaterThan(5)
  })
})

describe('streams of a person', () => {
  const stream = (client: HttpClient, { id, signal }: { id: string; signal: AbortSignal }) => {
    const cookie = [...client.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
    return fetch(`${t.base}/api/live?topics=user:${id}`, { headers: { cookie }, signal })
  }
  const openAs = (id: string) => async (client: HttpClient) => {
    const stop = new AbortController()
    const answer = await stream(client, { id, signal: stop.signal })
    return { status: answer.status, stop, body: answer.status === 200 ? '' : await answer.text() }
  }

  test('whose page has gone before they are open take no place', async () => {
    const sessions = [await t.login('expert1'), await t.login('expert1'), await t.login('expert1')]
    const { id } = PEOPLE.expert1
    const lock = await t.owner.connect()
    await lock.query('begin; lock table login_session')
    const stop = new AbortController()
    const asked = Promise.allSettled(sessions.map((one) => stream(one, { id, signal: stop.signal })))
    const waits = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await t.owner.query<{ n: number }>(waits)).rows[0]!.n).toBe(3)
    stop.abort()
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await lock.query('rollback')
    lock.release()
    const { status, stop: end } = await openAs(id)(sessions[0]!)
    expect(status).toBe(200)
    end.abort()
  })

  test('are few, over all its sessions; a closed one makes room', async () => {
    const [one, two] = [await t.login('supplier3'), await t.login('supplier3')]
    const open = openAs(PEOPLE.supplier3.id)
    const all = [await open(one), await open(two), await open(one)]
    expect(all.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(all[2]!.body).toContain('打开的页面过多')
    all[0]!.stop.abort()
    await expect.poll(async () => (await open(two)).status).toBe(200)
    all[1]!.stop.abort()
  })
})
