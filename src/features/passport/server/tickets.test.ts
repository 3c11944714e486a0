import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FEATURES } from '#server/features.ts'
import { implementFile } from '#server/implement.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { enterCompany, exportTicket, joinedCompanies, logout } from '../contract.ts'

const paper = endpoint({
  method: 'GET',
  path: '/probe/paper/{name}',
  summary: 'An export',
  params: z.object({ name: z.string() }),
  query: z.object({ page: z.coerce.number().default(1) }),
  answer: 'file',
})

const paperCounted = endpoint({ method: 'GET', path: '/probe/counted', summary: 'Recorded', answer: 'file' })
const paperPlace = endpoint({ method: 'GET', path: '/probe/place', summary: 'Says where', answer: 'file' })

let system: TestSystem
beforeAll(async () => {
  const route = implementFile(
    paper,
    { workbench: 'purchaser', right: 'tendering' },
    async ({ actor }, { params, query }) => ({
      name: `${params.name}.txt`,
      mime: 'text/plain',
      content: Buffer.from(`${actor.name}/${query.page}`),
    }),
  )
  const counted = implementFile(paperCounted, { workbench: 'purchaser', readOnly: false }, async () => ({
    name: 'x.txt',
    mime: 'text/plain',
    content: Buffer.from('counted'),
  }))
  const place = implementFile(paperPlace, { workbench: ['purchaser', 'agency', 'supplier'] }, async ({ actor }) => ({
    name: 'x.txt',
    mime: 'text/plain',
    content: Buffer.from(actor.workbench ?? ''),
  }))
  const probe = { name: 'probe', routes: [route, counted, place] }
  system = await testSystem({ from: 'people', features: [...FEATURES, probe] })
})

const PATH = '/api/probe/paper/a?page=2'
const ticketFor = async (client: HttpClient, path = PATH) => (await client.call(exportTicket, { body: { path } })).url
const open = (url: string) => fetch(system.base + url)

test('a ticket opens its address once, with the workbench it was made in', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const url = await ticketFor(buyer)
  const first = await open(url)
  expect([first.status, await first.text()]).toEqual([200, '张晓/2'])
  expect((await open(url)).status).toBe(401)
  // Spent is spent, even beside a good cookie.
  await expect(buyer.fetch('GET', url)).rejects.toMatchObject({ status: 401 })
})

test('no other address, and a wrong showing spends it', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  for (const [from, to] of [
    ['/a?', '/b?'],
    ['page=2', 'page=3'],
    ['page=2&', ''],
    ['?page', '?x=1&page'],
  ] as const) {
    const url = await ticketFor(buyer)
    expect([to, (await open(url.replace(from, to))).status]).toEqual([to, 401])
    expect([to, (await open(url)).status]).toEqual([to, 401])
  }
  expect(await buyer.refused(exportTicket, { body: { path: '/api/../secret' } })).toMatchObject({ status: 400 })
})

test('it runs out after a minute', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const url = await ticketFor(buyer)
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 60_000))
  expect((await open(url)).status).toBe(401)
})

test('it belongs to its session: ends with it, and is of no use in another’s browser', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const other = await system.login('supplier1', { workbench: 'supplier' })
  await expect(other.fetch('GET', await ticketFor(buyer))).rejects.toMatchObject({ status: 401 })
  expect((await buyer.fetch('GET', await ticketFor(buyer))).status).toBe(200)
  const url = await ticketFor(buyer)
  await buyer.call(logout, {})
  expect((await open(url)).status).toBe(401)
})

test('it gives no right that its owner lacks', async () => {
  const plain = await system.login('buyer2', { workbench: 'purchaser' })
  expect((await open(await ticketFor(plain))).status).toBe(403)
  // Made in no workbench it opens what a window with the cookie does.
  const nowhere = await system.login('buyer')
  expect((await open(await ticketFor(nowhere))).status).toBe(200)
})

describe('a window of its own, with the cookie alone', () => {
  /** As a browser asks for an address that is opened: cookies, no header of ours. */
  const look = (client: HttpClient, path: string, site?: string) =>
    fetch(system.base + path, {
      headers: {
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(site && { 'sec-fetch-site': site }),
      },
    })

  test('shows an export, also with the access code at its end', async () => {
    const buyer = await system.login('buyer')
    for (const [path, site] of [
      [PATH, undefined],
      [PATH, 'none'],
      [PATH, 'same-origin'],
      [`${PATH}&x-jczh-ac=of-another-platform`, 'same-site'],
    ] as const) {
      const answer = await look(buyer, path, site)
      expect([answer.status, await answer.text()]).toEqual([200, '张晓/2'])
    }
  })

  test('not from another site, not where reading is recorded, not for who lacks the right or the session', async () => {
    const buyer = await system.login('buyer')
    expect((await look(buyer, PATH, 'cross-site')).status).toBe(403)
    expect((await look(buyer, '/api/probe/counted')).status).toBe(403)
    expect((await look(await system.login('buyer2'), PATH)).status).toBe(403)
    expect((await look(await system.login('supplier1'), PATH)).status).toBe(403)
    expect((await look(system.client(), `${PATH}&x-jczh-ac=${'A'.repeat(43)}`)).status).toBe(401)
    // What is no file needs the header, as ever.
    expect((await look(buyer, '/api/workbench/purchaser/orders/page')).status).not.toBe(200)
  })

  test('as whom the address says, by name or number', async () => {
    const both = await system.login('multi')
    const companies = await both.call(joinedCompanies, {})
    const water = companies.find((one) => one.companyName.includes('水务'))!
    await both.call(enterCompany, { body: { companyId: water.companyId } })
    const as = async (query: string) => (await look(both, `/api/probe/place${query}`)).text()
    expect(await as('')).toBe('purchaser')
    expect([await as('?identity=supplier'), await as('?identity=1')]).toEqual(['supplier', 'supplier'])
    expect((await look(both, '/api/probe/place?identity=3')).status).toBe(403)
  })
})
