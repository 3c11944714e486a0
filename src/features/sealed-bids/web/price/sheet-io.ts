import type { Prices } from './grid.ts'
import type { Bill, ReadSheet } from './sheet-file.ts'
import { readSheet, sheetOf } from './sheet-file.ts'

/** Saves the price sheet as xlsx, made in this browser. */
export async function downloadSheet(name: string, bill: Bill, prices: Prices): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const { cells, widths } = sheetOf(bill, prices)
  await write(cells, {
    sheet: '报价单',
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toFile(`${name}.xlsx`)
}

/** Reads a filled-in xlsx; throws when it is no spreadsheet. The file never leaves this browser. */
export async function uploadSheet(file: File, bill: Bill, prices: Prices): Promise<ReadSheet> {
  const { readSheet: read } = await import('read-excel-file/browser')
  return readSheet(await read(file), bill, prices)
}
