// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { connectFeedback } from '../feedback.ts'
import { useAction } from '../use-call.ts'
import { ActionDialog } from './action-dialog.tsx'
import { askText } from './ask-text.tsx'
import type { Field } from './form-fields.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { FormScreen } from './form-screen.tsx'

const rename = endpoint({ method: 'PUT', path: '/name', summary: '', body: z.object({ name: z.string() }) })
const fields: Field[] = [{ kind: 'text', name: 'name', label: '名称' }]
const initial = { name: '甲' }
const onClose = () => {}

function Screen() {
  const { run } = useAction(rename)
  const submit = { label: '提交', run: (body: { name: string }) => run({ body }) }
  return <FormScreen<{ name: string }> title="改名" initial={initial} sections={[{ fields }]} submit={submit} />
}
function Drawer() {
  const { run } = useAction(rename)
  const send = (body: { name: string }) => run({ body })
  return <FormDrawer title="改名" label="提交" {...{ initial, fields, onClose }} run={send} />
}
function Dialog() {
  const input = (body: { name: string }) => ({ body })
  return <ActionDialog title="改名" okText="提交" endpoint={rename} {...{ initial, fields, input, onClose }} />
}

const words: string[] = []
const OTHER = '名称审核中，暂不能修改'
const TAKEN = '名称已被使用'
const answerWith = (body: object) => vi.stubGlobal('fetch', async () => Response.json(body, { status: 400 }))
const refuse = (path: string, message: string) =>
  answerWith({ ...ERRORS.invalid, details: [{ path: `body.${path}`, message }] })

beforeEach(() => {
  words.length = 0
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

function Connected({ children }: { children: ReactNode }) {
  const api = App.useApp()
  const say = (text: string) => words.push(text)
  const message = { error: say, info: say, warning: say, success: say }
  useEffect(() => connectFeedback({ ...api, message } as never))
  return children
}

function show(page: ReactNode) {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Connected>{page}</Connected>
      </App>
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: /提\s?交/ }))
/** Until every word that was on its way has been said. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

test.each([
  ['page', <Screen key="screen" />],
  ['drawer', <Drawer key="drawer" />],
  ['dialog', <Dialog key="dialog" />],
])('a %s says once why it was refused: at the field, else in a word', async (_, page) => {
  show(page)
  refuse('name', TAKEN)
  submit()
  await screen.findByText(TAKEN)
  await settle()
  expect(words).toEqual([])
  // Of a field that is not drawn here.
  refuse('code', '编号已被使用')
  submit()
  await waitFor(() => expect(words).toEqual(['编号已被使用']))
  answerWith({ code: ERRORS.wrongState.code, message: OTHER })
  submit()
  await waitFor(() => expect(words).toHaveLength(2))
  await settle()
  expect(words[1]).toBe(OTHER)
  expect(words).toHaveLength(2)
})

test('a dialog that stays open after a refusal leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  show(null)
  const run = vi.fn<(text: string) => Promise<{ ok: boolean }>>(() => Promise.resolve({ ok: false }))
  askText({ title: '停用', initial: '资料不实', okText: '提交', run })
  await screen.findByLabelText('原因')
  submit()
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  await settle()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(screen.getByLabelText('原因')).toBeTruthy()
  // It can be tried again.
  submit()
  await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
})

test.each([
  ['drawer', <Drawer key="drawer" />],
  ['dialog', <Dialog key="dialog" />],
])('labels of a %s name its fields, whatever stands below it under the same name', (_, form) => {
  // As a page's sections are named for links to them.
  show([<section key="name" id="name" />, form])
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('甲')
})
