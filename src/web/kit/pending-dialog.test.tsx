// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { callContext } from '../call.ts'
import { useCall } from '../use-call.ts'
import { PendingDialog } from './pending-dialog.tsx'

const names = endpoint({
  method: 'GET',
  path: '/names',
  summary: '',
  returns: z.object({ names: z.array(z.string()) }),
})

let server: Server
/** Answers what waits, with this status. */
let answers: ((status: number) => void)[]
const before = { ...callContext }
beforeAll(async () => {
  server = createServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    const end = (status: number) => {
      response.writeHead(status, { ...headers, 'content-type': 'application/json' })
      response.end(JSON.stringify(status === 200 ? { names: ['甲'] } : { code: 40300, message: '名单暂不可用' }))
    }
    if (request.method === 'OPTIONS') end(200)
    else answers.push(end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  callContext.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterAll(() => void Object.assign(callContext, before))
beforeEach(() => {
  answers = []
  vi.stubGlobal('matchMedia', () => ({ matches: true, addListener: () => {}, removeListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Names({ onClose }: { onClose: () => void }) {
  const query = useCall(names)
  if (!query.data) return <PendingDialog title="名单" {...{ query, onClose }} />
  return <p>{query.data.names.join()}</p>
}

const show = (onClose = () => {}) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Names onClose={onClose} />
    </QueryClientProvider>,
  )

test('a dialog that waits long for its fields says so, and can be closed', async () => {
  const onClose = vi.fn<() => void>()
  show(onClose)
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByRole('dialog', { name: '名单' })
  expect(screen.getByLabelText('加载中')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /close/i }))
  expect(onClose).toHaveBeenCalledTimes(1)
  answers.shift()!(200)
  await screen.findByText('甲')
})

test('one whose fields could not be had says why, and tries again', async () => {
  show()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()!(400)
  await screen.findByText('名单暂不可用')
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()!(200)
  await screen.findByText('甲')
})
