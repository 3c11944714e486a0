import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { FEATURES } from '../features.ts'
import { implement, implementFile, implementPublic } from '../implement.ts'
import type { HttpClient, HttpError } from '../testing/http-client.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

const count = endpoint({
  method: 'POST',
  path: '/probe/count',
  summary: 'Counts its runs',
  body: z.object({ word: z.string().min(2), wait: z.boolean().optional(), fail: z.boolean().optional() }),
  returns: z.object({ runs: z.number() }),
  errors: ['tooLate'],
})
const readOnly = endpoint({ method: 'GET', path: '/probe/read-only', summary: 'Writes where it must not' })
const search = endpoint({
  method: 'GET',
  path: '/probe/search',
  summary: 'Looks for a word',
  query: z.object({ word: z.string() }),
})
const broken = endpoint({ method: 'GET', path: '/probe/broken', summary: 'Fails inside' })
const paper = endpoint({
  method: 'GET',
  path: '/probe/paper/{name}',
  summary: 'A file',
  params: z.object({ name: z.string() }),
  answer: 'file',
})

let runs = 0
let release: () => void = () => undefined
let entered: () => void = () => undefined

let system: TestSystem
beforeAll(async () => {
  const probe = {
    name: 'probe',
    routes: [
      implement(
        count,
        { workbench: ['purchaser', 'supplier'], right: ['tendering', 'bidding'] },
        async (_ctx, { body }) => {
          runs++
          if (body.fail) throw new AppError('wrongState')
          if (body.wait) {
            entered()
            await new Promise<void>((resolve) => (release = resolve))
          }
          return { runs }
        },
      ),
      implement(
        readOnly,
        {},
        async ({ tx }) => void (await tx.updateTable('company').set({ legalPerson: 'x' }).execute()),
      ),
      implement(
        search,
        {},
        async ({ tx }, { query }) =>
          void (await tx.selectFrom('company').select('id').where('name', '=', query.word).execute()),
      ),
      implementPublic(broken, {}, async () => {
        throw new Error('secret inside')
      }),
      implementFile(paper, {}, async (_ctx, { params }) => ({
        name: `${params.name}.html`,
        mime: 'text/html',
        content: Buffer.from('<b>x</b>'),
      })),
    ],
  }
  system = await testSystem({ from: 'people', features: [...FEATURES, probe] })
})

test('a key runs its work once; the same again gets the first answer, other content is refused', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const before = runs
  const first = await buyer.call(count, { body: { word: 'one' } }, { key: 'k-1' })
  const again = await buyer.fetch('POST', '/api/probe/count', { word: 'one' }, { key: 'k-1' })
  expect(again.headers.get('idempotent-replay')).toBe('true')
  expect(await again.json()).toEqual(first)
  expect(runs).toBe(before + 1)
  expect(await buyer.refused(count, { body: { word: 'two' } }, { key: 'k-1' })).toMatchObject({
    status: 422,
    code: 10004,
  })
  const long = 'k'.repeat(101)
  expect(await buyer.refused(count, { body: { word: 'one' } }, { key: long })).toMatchObject({ status: 400 })
  // Keys belong to a person: somebody else's is not theirs to find.
  const supplier = await system.login('supplier1', { workbench: 'supplier' })
  expect(await supplier.call(count, { body: { word: 'two' } }, { key: 'k-1' })).toEqual({ runs: before + 2 })
})

test('while the first request runs, the second is told so', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const inside = new Promise<void>((resolve) => (entered = resolve))
  const first = buyer.call(count, { body: { word: 'slow', wait: true } }, { key: 'k-2' })
  await inside
  expect(await buyer.refused(count, { body: { word: 'slow', wait: true } }, { key: 'k-2' })).toMatchObject({
    status: 409,
    code: 10005,
  })
  release()
  await first
})

describe('without a key', () => {
  const post = (client: HttpClient, body: object) => client.fetch('POST', '/api/probe/count', body)

  test('the last request again, within seconds, gets its answer; later, or after another, it runs', async () => {
    const buyer = await system.login('buyer', { workbench: 'purchaser' })
    const before = runs
    const first = await (await post(buyer, { word: 'alpha' })).json()
    const again = await post(buyer, { word: 'alpha' })
    expect([again.headers.get('idempotent-replay'), await again.json()]).toEqual(['true', first])
    // There and back again means three steps.
    await post(buyer, { word: 'beta' })
    expect(await (await post(buyer, { word: 'alpha' })).json()).toEqual({ runs: before + 3 })
    await system.movableClock!.advance(10_000)
    expect(await (await post(buyer, { word: 'alpha' })).json()).toEqual({ runs: before + 4 })
  })

  test('what is equal for one is not for another: person, workbench, address', async () => {
    const before = runs
    const buyer = await system.login('buyer', { workbench: 'purchaser' })
    const supplier = await system.login('supplier1', { workbench: 'supplier' })
    await post(buyer, { word: 'gamma' })
    await post(supplier, { word: 'gamma' })
    const both = await system.login('multi', { workbench: 'purchaser' })
    expect(runs).toBe(before + 2)
    expect((await post(both, { word: 'gamma' }).catch((error: HttpError) => error)).status).toBe(403)
  })

  test('at once: one runs, the other is told so or gets its answer', async () => {
    const buyer = await system.login('buyer', { workbench: 'purchaser' })
    const before = runs
    const inside = new Promise<void>((resolve) => (entered = resolve))
    const first = post(buyer, { word: 'slow', wait: true })
    await inside
    await expect(post(buyer, { word: 'slow', wait: true })).rejects.toMatchObject({ body: { code: 10005 } })
    release()
    expect(await (await first).json()).toEqual(await (await post(buyer, { word: 'slow', wait: true })).json())
    expect(runs).toBe(before + 1)
  })

  test('a failed attempt leaves nothing behind', async () => {
    const buyer = await system.login('buyer', { workbench: 'purchaser' })
    const before = runs
    for (let i = 0; i < 2; i++)
      await expect(post(buyer, { word: 'bad', fail: true })).rejects.toMatchObject({ body: { code: 10002 } })
    expect(runs).toBe(before + 2)
  })
})

test('a failed attempt may be repeated with its key', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  expect(await buyer.refused(count, { body: { word: 'bad', fail: true } }, { key: 'k-3' })).toMatchObject({
    code: 10002,
  })
  expect(await buyer.call(count, { body: { word: 'good' } }, { key: 'k-3' })).toEqual({ runs })
})

test('admission: stranger 401, no workbench or another one 403, no right 403, no company 403', async () => {
  expect(await system.client().refused(count, { body: { word: 'ab' } })).toMatchObject({ status: 401, code: 401 })
  const buyer = await system.login('buyer')
  expect(await buyer.refused(count, { body: { word: 'ab' } })).toMatchObject({ status: 403, code: 10008 })
  buyer.workbench = 'supplier'
  expect(await buyer.refused(count, { body: { word: 'ab' } })).toMatchObject({ status: 403, code: 10008 })
  const plain = await system.login('buyer2', { workbench: 'purchaser' })
  expect(await plain.refused(count, { body: { word: 'ab' } })).toMatchObject({ status: 403, code: 10008 })
  const expert = await system.login('expert1', { workbench: 'expert' })
  expect(await expert.refused(count, { body: { word: 'ab' } })).toMatchObject({ status: 403, code: 10013 })
})

test('wrong input is named by its path, in Chinese; nothing inside leaks out', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const refused = await buyer.refused(count, { body: { word: 'x' } })
  expect(refused).toMatchObject({ status: 400, code: 10001, details: [{ path: 'word' }] })
  expect(refused.message).toBe('至少2个字')
  const unreadable = await buyer.fetch('GET', '/api/%E0%A4%A').catch((e: { body: object }) => e.body)
  expect(unreadable).toMatchObject({ code: 400, message: '地址有误，请检查后重试', requestId: expect.any(String) })
  const failure = await buyer.refused(broken, {})
  expect(failure).toMatchObject({ status: 500, code: 500, message: '服务器错误，请稍后重试' })
  expect(JSON.stringify(failure)).not.toContain('secret')
  expect(failure.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(await buyer.refused(readOnly, {})).toMatchObject({ status: 500 })
  expect(await buyer.fetch('GET', '/api/nowhere').catch((e: { status: number }) => e.status)).toBe(404)
})

test('an address with what is no id names nothing', async () => {
  const answer = await fetch(`${system.base}/api/portal/notices/abc`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 404, message: '内容不存在' })
})

test('text that cannot be stored is refused, wherever it stands', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const before = runs
  for (const word of ['ab\0', 'ab\ud800', '\udfffab'])
    expect(await buyer.refused(count, { body: { word } })).toMatchObject({ status: 400, code: 10001 })
  // Where no body is: found by the database.
  expect(await buyer.refused(search, { query: { word: 'ab\0' } })).toMatchObject({ status: 400, code: 10001 })
  expect(runs).toBe(before)
  expect((await buyer.call(count, { body: { word: '😀\\u0000' } })).runs).toBe(before + 1)
})

test('a file is saved, never run, and its name survives', async () => {
  const buyer = await system.login('buyer')
  const response = await buyer.fetch('GET', `/api/probe/paper/${encodeURIComponent('招标 文件')}`)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('招标 文件.html')}`,
  )
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect((await buyer.file(paper, { params: { name: '图' } })).name).toBe('图.html')
})

test('the document of all calls is served', async () => {
  const document = (await system.client().raw('GET', '/api/openapi.json')) as { paths: Record<string, unknown> }
  expect(document.paths['/api/probe/count']).toMatchObject({
    post: {
      summary: 'Counts its runs',
      description:
        'Employees of a company with the right tendering or bidding.\n\nMay be refused with 10021 已超过截止时间.',
      parameters: expect.arrayContaining([
        expect.objectContaining({ in: 'header', name: 'idempotency-key', required: false }),
        expect.objectContaining({ in: 'header', name: 'x-workbench', required: true }),
      ]),
      responses: { 200: { content: { 'application/json': {} } }, default: { content: { 'application/json': {} } } },
    },
  })
  expect(document.paths['/api/probe/paper/{name}']).toMatchObject({
    get: { responses: { 200: { content: { 'application/octet-stream': {} } } } },
  })
  expect((await fetch(`${system.base}/api/docs/`)).status).toBe(200)
})

test('health, readiness, metrics', async () => {
  expect(await system.client().raw('GET', '/api/health')).toEqual({ ok: true })
  expect(await system.client().raw('GET', '/api/ready')).toEqual({ ready: true, storage: 'all' })
  expect(await (await fetch(`${system.base}/api/metrics`)).text()).toContain(
    'kaibiao_request_seconds_bucket{le="0.3",method="POST",route="/api/probe/count"',
  )
  // What a proxy on this machine passes on is not asked for by this machine.
  for (const header of ['x-forwarded-for', 'forwarded']) {
    const passedOn = await fetch(`${system.base}/api/metrics`, { headers: { [header]: '203.0.113.7' } })
    expect(passedOn.status).toBe(403)
  }
})
