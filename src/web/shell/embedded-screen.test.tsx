// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen as shown } from '@testing-library/react'
import { createMemoryRouter, useLocation, useParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { onCallError } from '../call.ts'
import { PageHead } from '../kit/page-head.tsx'
import type { Screen } from '../screen.ts'
import { useAction } from '../use-call.ts'
import { EmbeddedScreen } from './embedded-screen.tsx'
import { FeaturesContext, featureTables } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { ScreenHost } from './screen-host.tsx'
import { session } from './session.ts'

const publish = endpoint({ method: 'POST', path: '/publish', summary: 'x' })

const outcomes: string[] = []

function Order() {
  const { orderId } = useParams()
  const { pathname, search } = useLocation()
  const act = useAction(publish)
  return (
    <>
      <PageHead title={`标段 ${orderId}`} actions={<button type="button">发布</button>} />
      <p>{pathname + search}</p>
      <button
        type="button"
        onClick={() => void act.run().then((outcome) => outcomes.push(outcome.ok ? 'done' : outcome.error.message))}
      >
        保存
      </button>
    </>
  )
}

function Task() {
  const { taskId } = useParams()
  return (
    <>
      <PageHead title={`审批 ${taskId}`} />
      <EmbeddedScreen address="/orders/7/info?tab=2" label="业务页面" />
    </>
  )
}

const order = {
  path: '/orders/:orderId/info',
  title: '标段',
  right: 'tendering',
  load: async () => ({ Screen: Order }),
}
const task = { path: '/tasks/:taskId', title: '审批', load: async () => ({ Screen: Task }) }
const tables = featureTables([{ screens: [order, task] as Screen[] }])

beforeEach(() => {
  outcomes.length = 0
  session.set({ phase: 'in', workbench: 'purchaser', rights: new Set(['tendering']) })
})
afterEach(cleanup)

function open(address: string): void {
  const Shown = () => {
    const { pathname } = useLocation()
    return <ScreenHost route={screenAt(tables.tableOf('purchaser'), pathname)!} />
  }
  const router = createMemoryRouter([{ path: '*', element: <Shown /> }], { initialEntries: [address] })
  render(
    <FeaturesContext value={tables}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </FeaturesContext>,
  )
}

test('a screen inside another has its own address and parameters, and leaves title and heading to the page', async () => {
  open('/tasks/3')
  expect(await shown.findByText('/orders/7/info?tab=2')).toBeTruthy()
  expect(shown.getByRole('heading', { level: 1 }).textContent).toBe('审批 3')
  expect(shown.getByRole('heading', { level: 2, name: '标段 7' })).toBeTruthy()
  expect(document.title).toContain('审批 3')
})

test('it shows no actions and changes nothing, whatever button it draws itself', async () => {
  const failed: string[] = []
  const stop = onCallError((_, { path }) => failed.push(path))
  open('/tasks/3')
  const save = await shown.findByRole('button', { name: '保存' })
  expect(shown.queryByRole('button', { name: '发布' })).toBeNull()
  fireEvent.click(save)
  await expect.poll(() => outcomes).toEqual(['此处仅供查看，请在原页面操作'])
  // Nothing was sent: there is no server here, so a request would have failed.
  expect(failed).toEqual([])
  stop()
})

test('the same screen at its own address has them', async () => {
  open('/orders/7/info')
  expect(await shown.findByRole('button', { name: '发布' })).toBeTruthy()
  expect(shown.getByRole('heading', { level: 1 }).textContent).toBe('标段 7')
})

test('without the right of that address nothing of it is shown', async () => {
  session.set({ rights: new Set() })
  open('/tasks/3')
  expect(await shown.findByText('没有查看业务页面的权限')).toBeTruthy()
  expect(shown.queryByText('标段 7')).toBeNull()
})
