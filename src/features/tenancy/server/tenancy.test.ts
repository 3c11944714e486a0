import { request as httpRequest } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { clientIp, currentTenant, defaultDomain, serverTime, tenantDetail, tenantDomain } from '../contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

/** What the tenant call answers at an address; fetch does not let one choose the Host header. */
async function nameAt(host: string, path = '', headers: Record<string, string> = {}): Promise<string> {
  const text = await new Promise<string>((resolve, reject) => {
    const { port } = new URL(system.base)
    const request = httpRequest(
      { port, host: '127.0.0.1', path: `/api/tenants/sourcing/detail${path}`, headers: { host, ...headers } },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body))
      },
    )
    request.on('error', reject).end()
  })
  const answer = JSON.parse(text) as { name?: string; message: string }
  return answer.name ?? answer.message
}

test.each([
  ['localhost', '', {}, '开标云采'],
  ['127.0.0.1:3000', '', {}, '开标云采'],
  ['[::1]:3000', '', {}, '开标云采'],
  ['unknown.example', '', {}, '开标云采'],
  ['beijiang.localhost:3000', '', {}, '北江国资采购'],
  ['BEIJIANG.localhost', '', {}, '北江国资采购'],
  ['localhost', '', { 'x-tenant': '3' }, '北江国资采购'],
  ['localhost', '', { 'x-tenant': 'beijiang' }, '北江国资采购'],
  ['localhost', '?tenantId=3', {}, '北江国资采购'],
  ['localhost', '?alias=beijiang', {}, '北江国资采购'],
  ['localhost', '?alias=nobody', {}, '平台不存在'],
  ['localhost', '?tenantId=2', {}, '平台不存在'],
  ['localhost', '', { 'x-tenant': '3', extra: 'x' }, '北江国资采购'],
  ['beijiang.localhost', '', { 'x-tenant': '1' }, '北江国资采购'],
] as const)('%s%s %j is %s', async (host, path, headers, name) => {
  expect(await nameAt(host, path, headers)).toBe(name)
})

test('brands and addresses by number', async () => {
  const client = system.client()
  expect(await client.call(tenantDetail, { params: { id: 3 } })).toMatchObject({
    alias: 'beijiang',
    openHallTitle: '北江国资采购网上开标大厅',
  })
  expect(await client.call(currentTenant, {})).toMatchObject({ tenantId: 1, openHallTitle: '开标云采不见面开标大厅' })
  expect(await client.call(tenantDomain, { params: { id: 3 } })).toEqual({
    tenantId: 3,
    portal: '/portal/beijiang',
    login: '/login?alias=beijiang',
    hosts: ['beijiang.localhost'],
  })
  expect(await client.call(defaultDomain, {})).toMatchObject({
    tenantId: 1,
    portal: '/portal/kaibiao',
    login: '/login',
  })
  expect(await client.refused(tenantDetail, { params: { id: 2 } })).toMatchObject({ status: 404 })
})

test('a session of one tenant is worth nothing at the address of another', async () => {
  const buyer = await system.login('buyer')
  const cookie = [...buyer.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
  const status = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(system.base)
      httpRequest({ port, host: '127.0.0.1', path: '/api/users/oneself', headers: { host, cookie } }, (r) =>
        resolve(r.resume().statusCode!),
      )
        .on('error', reject)
        .end()
    })
  expect(await status('localhost')).toBe(200)
  expect(await status('beijiang.localhost')).toBe(401)
})

test('the clock is the server’s, and follows its moves', async () => {
  const client = system.client()
  const before = Date.now()
  const { now, epochMs } = await client.call(serverTime, {})
  expect(new Date(now).getTime()).toBe(epochMs)
  expect(epochMs).toBeGreaterThanOrEqual(before)
  expect(epochMs).toBeLessThanOrEqual(Date.now())
  await system.advanceTo(new Date(epochMs + 86_400_000))
  expect((await client.call(serverTime, {})).epochMs).toBeGreaterThanOrEqual(epochMs + 86_400_000)
  expect(await client.call(clientIp, {})).toEqual({ ip: '127.0.0.1' })
})

test('a tenant says whether it is a demonstration, so that production offers no log-ins', async () => {
  expect(await system.client().call(currentTenant, {})).toMatchObject({ demo: false })
  expect(await (await fetch(`${system.base}/api/demo/logins`)).json()).toMatchObject({ message: expect.any(String) })
})
