import { expect, it } from 'vitest'
import { type PageMark, toggled } from './page-marks.ts'

const mark: PageMark = { bidderId: 'b1', itemId: 'i1', position: 1, page: 12, file: '技术标文件' }

it('sets a mark once and takes it away again', () => {
  const set = toggled([], mark)
  expect(set).toEqual([mark])
  expect(toggled(set, { ...mark })).toEqual([])
})

it('keeps marks of other pages, items, files and bids apart', () => {
  const others = [
    { ...mark, page: 13 },
    { ...mark, itemId: 'i2' },
    { ...mark, position: 2 },
    { ...mark, bidderId: 'b2' },
  ]
  expect(toggled([mark, ...others], mark)).toEqual(others)
})
