// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RowActions } from './list-parts.tsx'

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(cleanup)

const reason = '项目已有标段，不能删除'

test('an action that cannot be done is disabled and says why, to the keyboard as well', () => {
  const onClick = vi.fn<() => void>()
  render(
    <MemoryRouter>
      <RowActions actions={[{ label: '删除', reason, onClick }]} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: '删除' }))
  expect(onClick).not.toHaveBeenCalled()
  const note = screen.getByRole('note', { name: `删除：${reason}` })
  expect(note.tabIndex).toBe(0)
})

test('behind 更多 the reason stands below the action', async () => {
  render(
    <MemoryRouter>
      <RowActions actions={[{ label: '编辑' }, { label: '复制' }, { label: '删除', reason }]} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: '更多' }))
  const item = await screen.findByRole('menuitem', { name: new RegExp(reason) })
  expect(item.getAttribute('aria-disabled')).toBe('true')
})
