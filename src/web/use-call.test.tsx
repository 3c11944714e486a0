// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { callContext } from './call.ts'
import { useUnfinished } from './unfinished.ts'
import { useAction } from './use-call.ts'

const pay = endpoint({
  method: 'POST',
  path: '/pay',
  summary: '',
  body: z.object({ amount: z.string() }),
  returns: z.object({ n: z.number() }),
})

let server: Server
let keys: string[]
let statuses: number[]

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    const status = statuses.shift() ?? 200
    request
      .resume()
      .on('end', () => response.writeHead(status, { 'access-control-allow-origin': '*' }).end(`{"n":${keys.length}}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  callContext.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
const before = { ...callContext }
afterAll(() => void Object.assign(callContext, before))
beforeEach(() => {
  keys = []
  statuses = []
})

const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const action = () => renderHook(() => useAction(pay, { quiet: true }), { wrapper }).result

describe('useAction', () => {
  it('hands nothing in while a file is still being sent', async () => {
    const sending = renderHook(() => useUnfinished('文件尚未上传完成，请等待完成或取消上传后再操作'))
    const result = action()
    const early = await act(() => result.current.run({ body: { amount: '1' } }))
    expect(early).toMatchObject({ ok: false, error: { message: '文件尚未上传完成，请等待完成或取消上传后再操作' } })
    expect(keys).toEqual([])
    sending.unmount()
    expect(await act(() => result.current.run({ body: { amount: '1' } }))).toEqual({ ok: true, data: { n: 1 } })
  })

  it('sends a double click once', async () => {
    const result = action()
    const [a, b] = await act(() =>
      Promise.all([result.current.run({ body: { amount: '1' } }), result.current.run({ body: { amount: '1' } })]),
    )
    expect(keys).toHaveLength(1)
    expect(a).toEqual({ ok: true, data: { n: 1 } })
    expect(b).toBe(a)
    expect(result.current.busy).toBe(false)
  })

  it('repeats with the same key while nobody knows the outcome, with a new one afterwards', async () => {
    const result = action()
    const run = (amount: string) => act(() => result.current.run({ body: { amount } }))
    statuses = [500, 200]
    expect((await run('1')).ok).toBe(false)
    expect((await run('1')).ok).toBe(true)
    await run('1')
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('takes a new key for another content, and after a plain refusal', async () => {
    const result = action()
    const run = (amount: string) => act(() => result.current.run({ body: { amount } }))
    statuses = [500, 400, 200]
    await run('1')
    await run('2')
    await run('2')
    expect(new Set(keys).size).toBe(3)
  })
})
