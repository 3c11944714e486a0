// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectFeedback } from '#web/feedback.ts'
import { TENDER_SHEET } from './columns.ts'
import { PriceGrid } from './price-grid.tsx'

afterEach(cleanup)

test('a letter in a price is refused with a word, and leaves the price as it was', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const warnings: string[] = []
  const disconnect = connectFeedback({
    message: { warning: (text: string) => warnings.push(text) },
  } as unknown as Parameters<typeof connectFeedback>[0])
  const onChange = vi.fn<() => void>()
  const item = { itemId: 'a', line: 1, section: '', code: '', name: '呼吸机', spec: '', unit: '台', quantity: '2' }
  render(
    <PriceGrid
      items={[{ ...item, controlPrice: null }] as unknown as Parameters<typeof PriceGrid>[0]['items']}
      shape={TENDER_SHEET}
      prices={{ a: { unitPrice: '12', remark: '' } }}
      totals={{ total: '24.00', filled: 1, missing: [], over: [], sections: new Map() }}
      disabled={false}
      selection={null}
      onSelect={() => {}}
      onChange={onChange}
      onPaste={() => {}}
      onFill={() => {}}
      target={null}
      alternatives={{}}
    />,
  )
  const cell = screen.getAllByRole<HTMLInputElement>('textbox').find((one) => one.dataset['cell'] === '0.unitPrice')!
  fireEvent.change(cell, { target: { value: '12a' } })
  expect(onChange).not.toHaveBeenCalled()
  expect(warnings).toEqual(['“12a”不是有效的单价，未录入'])
  disconnect()
})
