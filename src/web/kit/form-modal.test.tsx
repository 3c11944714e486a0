// @vitest-environment jsdom
import { App } from 'antd'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectFeedback } from '../feedback.ts'
import { openDialog } from './dialog.tsx'
import { FormModal } from './form-modal.tsx'

function Connected() {
  connectFeedback(App.useApp())
  return null
}
const onCancel = vi.fn<() => void>()
const page = (
  <App>
    <Connected />
    <FormModal open title="登记" onCancel={onCancel}>
      <input aria-label="名称" />
    </FormModal>
  </App>
)

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addListener: () => {}, removeListener: () => {} }))
  onCancel.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const escape = (at: Element) => fireEvent.keyDown(at, { key: 'Escape', code: 'Escape', keyCode: 27 })

test('an untouched dialog closes with Esc, a filled one asks', async () => {
  render(page)
  const field = screen.getByLabelText('名称')
  escape(field)
  expect(onCancel).toHaveBeenCalledTimes(1)
  fireEvent.input(field, { target: { value: '甲' } })
  escape(field)
  await screen.findByText('放弃已填写的内容？', { selector: 'span' })
  expect(onCancel).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: /放\s?弃/ }))
  await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(2))
})

test('a dialog that is taken out of the page gives the focus back to what opened it', async () => {
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <App>
        <button type="button" onClick={() => setOpen(true)}>
          新建
        </button>
        {isOpen && (
          <FormModal open title="登记" onCancel={() => setOpen(false)}>
            <input aria-label="名称" />
          </FormModal>
        )}
      </App>
    )
  }
  render(<Page />)
  const opener = screen.getByRole('button', { name: '新建' })
  opener.focus()
  fireEvent.click(opener)
  const field = screen.getByLabelText('名称')
  field.focus()
  escape(field)
  await waitFor(() => expect(document.activeElement).toBe(opener))
  expect(screen.queryByLabelText('名称')).toBeNull()
})

test('so does a dialog that is opened by a call', async () => {
  render(
    <App>
      <Connected />
    </App>,
  )
  openDialog<string>({
    title: '备注',
    content: (state) => <input aria-label="内容" onChange={(event) => state.set(event.target.value)} />,
    run: () => Promise.resolve(true),
  })
  const field = await screen.findByLabelText('内容')
  fireEvent.change(field, { target: { value: '甲' } })
  escape(field)
  await screen.findByText('放弃已填写的内容？', { selector: 'span' })
  expect(screen.getByLabelText('内容')).toBe(field)
  fireEvent.click(screen.getByRole('button', { name: /继续填写/ }))
  await waitFor(() => expect(screen.getByLabelText('内容')).toBe(field))
})
