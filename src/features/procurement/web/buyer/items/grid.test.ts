import { describe, expect, it } from 'vitest'
import { pasteBlock } from '#web/kit/text-grid.ts'
import { blankRow, cleanCell, GRID_COLUMNS, gridErrors, itemsOf, totalsOf } from './grid.ts'

const BILL = { columns: GRID_COLUMNS, clean: cleanCell, blank: (above?: { lotNo: string }) => blankRow(above?.lotNo) }
const row = (part: object) => ({ ...blankRow(), name: '台式计算机', unit: '台', quantity: '50', ...part })

describe('the editable bill of quantities', () => {
  it('takes a block from a spreadsheet, numbers with separators, and adds lines', () => {
    const text = '显示器\t27寸\t台\t1,200\t￥980.50\n键盘\t\t个\t３\n'
    const rows = pasteBlock([row({ lotNo: '2' })], { row: 0, field: 'name', text }, BILL)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      name: '显示器',
      spec: '27寸',
      quantity: '1200',
      controlPrice: '980.50',
      lotNo: '2',
    })
    expect(rows[1]).toMatchObject({ name: '键盘', unit: '个', quantity: '3', lotNo: '2' })
  })

  it('keeps quoted cells with line breaks together and leaves out what is beyond the last column', () => {
    const text = '"八核\n""16 GB"""\t台\t5\t\t备注\t多余'
    const [only, ...more] = pasteBlock([row({})], { row: 0, field: 'spec', text }, BILL)
    expect(more).toEqual([])
    expect(only).toMatchObject({ spec: '八核\n"16 GB"', quantity: '5', controlPrice: '', remark: '备注' })
  })

  it('tells mistakes by cell', () => {
    const bad = row({ name: '', quantity: '十', controlPrice: '1.1234567', lotNo: '0' })
    const errors = gridErrors([bad, row({ quantity: '0' }), blankRow(), row({})])
    expect([...errors.keys()].filter((key) => key.startsWith(bad.key)).toSorted()).toEqual(
      ['controlPrice', 'lotNo', 'name', 'quantity'].map((field) => `${bad.key}.${field}`),
    )
    expect([...errors.values()]).toContain('数量必须大于零')
    expect(errors.size).toBe(5)
  })

  it('adds up exactly and says which lines are not in the sum', () => {
    const rows = [
      row({ quantity: '3', controlPrice: '0.1' }),
      row({ quantity: '1', controlPrice: '0.2', lotNo: '2' }),
      row({}),
    ]
    expect(totalsOf(rows)).toEqual({ lines: 3, lots: 2, limit: '0.50', unlimited: 1 })
  })

  it('saves without blank lines, limits as null where there is none', () => {
    expect(itemsOf([blankRow(), row({ lotNo: '2' })])).toEqual([
      expect.objectContaining({ lotNo: 2, name: '台式计算机', quantity: '50', controlPrice: null }),
    ])
  })
})
