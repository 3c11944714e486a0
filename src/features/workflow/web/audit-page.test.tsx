// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { keyOf } from '#web/use-call.ts'
import { subjectApproval } from '../contract/businesses.ts'
import { Screen } from './audit-page.tsx'

const ORDER = '01900000-0000-7000-8000-000000000001'
const OLD = '01900000-0000-7000-8000-00000000000a'
const NEW = '01900000-0000-7000-8000-00000000000b'
const params = { type: 'bidding', node: 'announcement', subjectId: ORDER }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('behind a new hand-in, what was handed in before is not shown', async () => {
  const asked: string[] = []
  const answers = new Map<string, (answer: Response) => void>()
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return new Promise((resolve) => answers.set(url, resolve))
  })
  const kept = new QueryClient()
  kept.setQueryData(keyOf(subjectApproval, { params }), { last: { workflowId: OLD } })
  const element = <Screen type="bidding" node="announcement" param="orderId" back={{ label: '标段', to: '/' }} />
  const router = createMemoryRouter([{ path: '/orders/:orderId', element }], { initialEntries: [`/orders/${ORDER}`] })
  render(
    <QueryClientProvider client={kept}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toContain(ORDER)
  answers.get(asked[0]!)!(Response.json({ last: { workflowId: NEW } }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toContain(NEW)
})
