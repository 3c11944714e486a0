// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test } from 'vitest'
import { session } from '#web/shell/session.ts'
import { Part } from './demo-control.tsx'

afterEach(cleanup)

function show(demo: boolean): void {
  session.set({ phase: 'in', workbench: 'purchaser', tenant: { demo } as never })
  const router = createMemoryRouter([{ path: '*', element: <Part /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('there is a control where the server says that this is a demonstration, and none anywhere else', () => {
  show(false)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.body.textContent).toBe('')
  cleanup()
  show(true)
  expect(screen.getByRole('button', { name: '演示' })).toBeTruthy()
})
