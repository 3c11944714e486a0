// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FeaturesContext, featureTables } from '#web/shell/feature-tables.ts'
import { session } from '#web/shell/session.ts'
import { Palette } from './palette.tsx'

// What jsdom lacks.
Element.prototype.scrollIntoView = () => {}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener() {}, removeListener() {} }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ rows: [], isPartial: false })))
  session.set({ phase: 'in', workbench: 'supplier', person: { userId: 'u1' } as never })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('its field has the focus as soon as it is there, before the dialog has finished opening', () => {
  const router = createMemoryRouter([{ path: '*', element: <Palette onClose={() => {}} /> }])
  render(
    <FeaturesContext value={featureTables([{ screens: [] }])}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </FeaturesContext>,
  )
  const field = screen.getByRole('combobox', { name: '查找页面和记录' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(document.activeElement!, { target: { value: '超声' } })
  expect((field as HTMLInputElement).value).toBe('超声')
})
