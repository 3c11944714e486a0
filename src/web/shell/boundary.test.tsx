// @vitest-environment jsdom
import { cleanup, render, screen as shown } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slot } from '#contract/slot.ts'
import { part, type Screen } from '../screen.ts'
import { FeaturesContext, featureTables } from './feature-tables.ts'
import { Screen as Home } from './home-screen.tsx'
import { LayoutFor } from './layouts.tsx'
import { session } from './session.ts'
import { Parts } from './parts.tsx'
import { SHELL } from './slots.ts'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const coming = (name: string) => async () => ({ Part: () => <p>{name}</p>, Panel: () => <p>{name}</p> })
const order = slot<{ title: string }>('order', 3)
const tables = featureTables([
  {
    screens: [],
    parts: [
      part(SHELL.overlay, 'lost', gone),
      part(SHELL.overlay, 'there', coming('another part')),
      part(order, 'lost', gone),
      part(order, 'told', async () => ({ Part: ({ title }) => <p>part of {title}</p> })),
    ],
    homePanels: [
      { key: 'lost', place: 'main', order: 1, load: gone },
      { key: 'there', place: 'main', order: 2, load: coming('another panel') },
    ],
  },
])

beforeEach(() => {
  // React writes down what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  session.set({ phase: 'in', workbench: 'purchaser', rights: new Set() })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function draw(element: React.ReactNode): void {
  const router = createMemoryRouter([{ path: '*', element }])
  render(
    <FeaturesContext value={tables}>
      <RouterProvider router={router} />
    </FeaturesContext>,
  )
}

/** However long a busy machine takes. */
const found = (text: string) => shown.findByText(text, {}, { timeout: 20_000 })

test('a part of the shell whose code does not come is left out, the page and the other parts stay', async () => {
  draw(
    <>
      <h1>page</h1>
      <Parts of={SHELL.overlay} />
    </>,
  )
  expect(await found('another part')).toBeDefined()
  expect(shown.getByText('page')).toBeDefined()
})

test('a slot with a height hands its props to its parts, and says where the code of one does not come', async () => {
  draw(<Parts of={order} title="lot 1" />)
  expect(await found('part of lot 1')).toBeDefined()
  expect(await found('页面加载失败')).toBeDefined()
})

test('a panel of the home page whose code does not come says so in its own place', async () => {
  draw(<Home />)
  expect(await found('another panel')).toBeDefined()
  expect(await found('页面加载失败')).toBeDefined()
})

test('a frame that cannot be drawn says so in Chinese, with a way on', async () => {
  const Broken = () => {
    throw new Error('frame')
  }
  const screen: Screen = { path: '/x', title: 'x', layout: 'none', load: async () => ({ Screen: () => null }) }
  draw(
    <LayoutFor screen={screen}>
      <Broken />
    </LayoutFor>,
  )
  expect(await found('页面加载失败')).toBeDefined()
  expect(shown.getByRole('button', { name: '刷新页面' })).toBeDefined()
})
