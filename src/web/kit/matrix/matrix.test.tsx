// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MatrixData } from './cells.ts'
import { Matrix } from './matrix.tsx'

let room = 1000
beforeEach(() => {
  room = 1000
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: () => {}, removeListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Prices that say where they stand: `7.3` of the fourth party in the eighth line. */
function data(rows: number, parties: number): MatrixData {
  return {
    lead: [
      { key: 'name', title: '采购内容', width: 200, cell: (row) => ({ text: `第${row}行` }) },
      { key: 'ceiling', title: '限价', width: 100, align: 'right', cell: () => ({ text: '9.00' }) },
    ],
    parties: Array.from({ length: parties }, (_, i) => ({ key: `p${i}`, text: `供应商${i}` })),
    rows: Array.from({ length: rows }, (_, i) => `r${i}`),
    cell: (row, party) => ({
      text: `${row}.${party}`,
      ...(row === 0 && party === 1 && { mark: { word: '最低', tone: 'good' }, isBest: true }),
    }),
    foot: [{ key: 'total', title: '合计', cells: Array.from({ length: parties }, (_, i) => ({ text: `共${i}` })) }],
  }
}

const grid = () => screen.getByRole('grid')
const active = () => document.getElementById(grid().getAttribute('aria-activedescendant')!)?.textContent

describe('a large matrix', () => {
  test('draws what is in sight, and says how large it is', () => {
    render(<Matrix label="报价比较" data={data(2000, 60)} empty="无" />)
    expect(grid().getAttribute('aria-rowcount')).toBe('2002')
    expect(grid().getAttribute('aria-colcount')).toBe('62')
    expect(screen.getAllByRole('gridcell').length).toBeLessThan(400)
    expect(screen.queryByText('1999.59')).toBeNull()
  })

  test('keys reach every corner', () => {
    render(<Matrix label="报价比较" data={data(2000, 60)} empty="无" />)
    fireEvent.keyDown(grid(), { key: 'End', ctrlKey: true })
    expect(active()).toBe('共59')
    fireEvent.keyDown(grid(), { key: 'ArrowUp' })
    expect(active()).toBe('1999.59')
    fireEvent.keyDown(grid(), { key: 'Home' })
    expect(active()).toBe('第1999行')
    fireEvent.keyDown(grid(), { key: 'Home', ctrlKey: true })
    expect(active()).toBe('采购内容')
  })
})

test('a selection is copied as a table, with heads where they are selected', () => {
  render(<Matrix label="报价比较" data={data(3, 2)} empty="无" />)
  fireEvent.click(screen.getByText('采购内容'))
  fireEvent.click(screen.getByText('0.1'), { shiftKey: true })
  const copied: Record<string, string> = {}
  fireEvent.copy(grid(), { clipboardData: { setData: (kind: string, text: string) => (copied[kind] = text) } })
  expect(copied).toEqual({ 'text/plain': '采购内容\t限价\t供应商0\t供应商1\n第0行\t9.00\t0.0\t0.1' })
})

test('a cell is picked by click or Enter, head, lead and foot are not', () => {
  const picked: [number, number][] = []
  render(<Matrix label="报价比较" data={data(3, 2)} empty="无" onPick={(...place) => picked.push(place)} />)
  fireEvent.click(screen.getByText('2.1'))
  fireEvent.keyDown(grid(), { key: 'ArrowUp' })
  fireEvent.keyDown(grid(), { key: 'Enter' })
  for (const text of ['供应商1', '第2行', '共1']) fireEvent.click(screen.getByText(text))
  expect(picked).toEqual([
    [2, 1],
    [1, 1],
  ])
})

test('beside the lead cells of a line something opens, by click or Enter; Esc closes it and the keys go on', async () => {
  const drawn: number[] = []
  const details = (row: number) => {
    drawn.push(row)
    return `单价走势${row}`
  }
  render(<Matrix label="报价比较" data={data(3, 2)} empty="无" details={details} />)
  expect(drawn).toEqual([])
  for (const text of ['采购内容', '1.1', '共0']) fireEvent.click(screen.getByText(text))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByText('第1行'))
  expect((await screen.findByRole('dialog', { name: '第1行' })).textContent).toBe('单价走势1')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(grid())
  fireEvent.keyDown(grid(), { key: 'ArrowDown' })
  fireEvent.keyDown(grid(), { key: 'Enter' })
  expect((await screen.findByRole('dialog', { name: '第2行' })).textContent).toBe('单价走势2')
})

test('on a phone one party is shown at a time', () => {
  room = 360
  const picked: [number, number][] = []
  render(<Matrix label="报价比较" data={data(3, 2)} empty="无" onPick={(...place) => picked.push(place)} />)
  expect(screen.queryByText('1.0')).not.toBeNull()
  expect(screen.queryByText('1.1')).toBeNull()
  fireEvent.click(screen.getByLabelText('下一家'))
  expect(screen.queryByText('1.0')).toBeNull()
  fireEvent.click(screen.getByText('1.1'))
  expect(picked).toEqual([[1, 1]])
})

test('without lines it says so', () => {
  render(<Matrix label="报价比较" data={data(0, 2)} empty="没有符合条件的清单行" />)
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getByText('没有符合条件的清单行')).toBeTruthy()
})

test('marks are words, and axe finds nothing', async () => {
  const { container } = render(<Matrix label="报价比较" data={data(3, 2)} empty="无" />)
  expect(screen.getByText('最低')).toBeTruthy()
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})
