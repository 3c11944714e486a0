// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { CallError, NETWORK_ERROR, call, callContext, onCallError, queryString, urlOf } from './call.ts'

const read = endpoint({
  method: 'GET',
  path: '/things/{id}',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ keyword: z.string().optional(), tag: z.array(z.string()).optional() }),
  returns: z.object({ name: z.string() }),
})
const create = endpoint({ method: 'POST', path: '/things', summary: '', body: z.object({ name: z.string() }) })

interface Answer {
  status: number
  body?: string
  /** The connection is lost behind the body. */
  breaksOff?: boolean
}

let server: Server
let answer: Answer
let got: IncomingMessage
let gotBody: string

beforeAll(async () => {
  server = createServer((request, response) => {
    got = request
    gotBody = ''
    request.on('data', (chunk: Buffer) => (gotBody += chunk.toString()))
    request.on('end', () => {
      response.writeHead(answer.status, { 'access-control-allow-origin': '*' })
      if (!answer.breaksOff) return response.end(answer.body)
      response.write(answer.body, () => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  callContext.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  callContext.workbench = 'purchaser'
  callContext.tenantId = 7
  document.cookie = 'kb_xsrf=to%20ken'
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
const before = { ...callContext }
afterAll(() => {
  Object.assign(callContext, before)
  document.cookie = 'kb_xsrf=; max-age=0'
})
beforeEach(() => {
  answer = { status: 200, body: '{"name":"a"}' }
})

describe('call', () => {
  it('says who calls, from where, and once', async () => {
    await call(create, { body: { name: 'a' } }, { key: 'intent-1' })
    expect(got.url).toBe('/api/things')
    expect(got.headers).toMatchObject({
      'x-workbench': 'purchaser',
      'x-tenant': '7',
      'x-xsrf-token': 'to ken',
      'idempotency-key': 'intent-1',
      'content-type': 'application/json',
    })
    expect(gotBody).toBe('{"name":"a"}')
  })

  it('sends no idempotency key with a read, and drops empty query values', async () => {
    expect(await call(read, { params: { id: 'a/b' }, query: { keyword: '', tag: ['x', 'y'] } })).toEqual({ name: 'a' })
    expect(got.url).toBe('/api/things/a%2Fb?tag=x&tag=y')
    expect(got.headers['idempotency-key']).toBeUndefined()
  })

  it('answers nothing for an empty answer', async () => {
    answer = { status: 204 }
    expect(await call(create, { body: { name: 'a' } })).toBeUndefined()
  })

  it('passes on what the server says, and tells the watchers first', async () => {
    answer = {
      status: 409,
      body: JSON.stringify({ code: 10017, message: '确认吗', requestId: 'r1', isConfirm: true, details: [1] }),
    }
    const seen: number[] = []
    const stop = onCallError((error, { path }) => path === create.path && seen.push(error.code))
    const error = await call(create, { body: { name: 'a' } }).catch((e: unknown) => e)
    stop()
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({
      code: 10017,
      message: '确认吗',
      requestId: 'r1',
      isConfirm: true,
      details: [1],
      outcomeUnknown: false,
    })
    expect(seen).toEqual([10017])
  })

  it.each([
    [403, 403, '权限不足，禁止访问'],
    [404, 404, '内容不存在'],
    [406, 406, '数据格式错误'],
    [502, 500, 'Bad Gateway'],
    [500, 500, '服务器错误，请稍后重试'],
  ])('words a bare %i', async (status, code, message) => {
    answer = { status, body: '<html>' }
    await expect(call(read, { params: { id: '1' } })).rejects.toMatchObject({ code, message })
  })

  it('says that the network is broken, and that the outcome is unknown', async () => {
    const { base } = callContext
    callContext.base = 'http://127.0.0.1:1/api'
    await expect(call(read, { params: { id: '1' } })).rejects.toMatchObject({
      code: 0,
      message: NETWORK_ERROR,
      outcomeUnknown: true,
    })
    callContext.base = base
  })

  it('a body that breaks off is no answer, for a record and for a file', async () => {
    answer = { status: 200, body: '{"na', breaksOff: true }
    const file = { ...read, answer: 'file' } as const
    for (const one of [read, file])
      await expect(call(one, { params: { id: '1' } })).rejects.toMatchObject({
        code: 0,
        message: NETWORK_ERROR,
        outcomeUnknown: true,
      })
  })

  it('lets an abort through as such', async () => {
    const controller = new AbortController()
    controller.abort()
    const error = await call(read, { params: { id: '1' } }, { signal: controller.signal }).catch((e: unknown) => e)
    expect(error).not.toBeInstanceOf(CallError)
  })
})

it('builds addresses without empty values', () => {
  expect(queryString({ a: null, b: undefined, c: '', d: 0, e: false })).toBe('?d=0&e=false')
  expect(urlOf({ path: '/x' }, { query: {} })).toBe(`${callContext.base}/x`)
})
