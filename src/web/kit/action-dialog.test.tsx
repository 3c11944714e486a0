// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { callContext } from '../call.ts'
import { connectFeedback } from '../feedback.ts'
import { ActionDialog } from './action-dialog.tsx'
import { askText } from './ask-text.tsx'

const rename = endpoint({
  method: 'PUT',
  path: '/names/{id}',
  summary: '',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string().min(2, '至少两个字') }),
})

let server: Server
let bodies: unknown[]
let refusal: object | null

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      if (request.method !== 'OPTIONS') bodies.push(JSON.parse(text || 'null'))
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      const methods = { 'access-control-allow-methods': 'PUT', 'content-type': 'application/json' }
      response.writeHead(refusal && request.method !== 'OPTIONS' ? 400 : 200, { ...headers, ...methods })
      response.end(JSON.stringify(refusal ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  callContext.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
const before = { ...callContext }
afterAll(() => void Object.assign(callContext, before))

beforeEach(() => {
  bodies = []
  refusal = null
  vi.stubGlobal('matchMedia', () => ({ matches: true, addListener: () => {}, removeListener: () => {} }))
  // Of a text area, which grows with its text.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Connected() {
  connectFeedback(App.useApp())
  return null
}

function show(onClose: () => void) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Connected />
        <ActionDialog
          title="改名"
          endpoint={rename}
          schema={rename.body}
          fields={[{ kind: 'text', name: 'name', label: '名称', required: true }]}
          input={(body: { name: string }) => ({ params: { id: '7' }, body })}
          onClose={onClose}
        />
      </App>
    </QueryClientProvider>,
  )
}
const fill = (text: string) => fireEvent.change(screen.getByLabelText('名称'), { target: { value: text } })
const agree = () => fireEvent.click(screen.getByRole('button', { name: /确\s?定/ }))

test('an action dialog sends its fields once they are right, then closes', async () => {
  const onClose = vi.fn<() => void>()
  show(onClose)
  fill('甲')
  agree()
  await screen.findByText('至少两个字')
  expect(bodies).toEqual([])
  fill('甲乙')
  agree()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(bodies).toEqual([{ name: '甲乙' }])
})

test('what the server refuses stands at its field, and the dialog stays', async () => {
  const onClose = vi.fn<() => void>()
  refusal = { code: ERRORS.invalid.code, message: '填写有误', details: [{ path: 'name', message: '名称已被使用' }] }
  show(onClose)
  fill('甲乙')
  agree()
  await screen.findByText('名称已被使用')
  expect(onClose).not.toHaveBeenCalled()
})

test('a reason is given without blanks around it', async () => {
  const run = vi.fn<(text: string) => Promise<{ ok: boolean }>>(() => Promise.resolve({ ok: true }))
  render(
    <App>
      <Connected />
    </App>,
  )
  askText({ title: '停用', label: '停用原因', run })
  const field = await screen.findByLabelText('停用原因')
  fireEvent.change(field, { target: { value: ' 资料不实 ' } })
  agree()
  await waitFor(() => expect(run).toHaveBeenCalledWith('资料不实'))
})
