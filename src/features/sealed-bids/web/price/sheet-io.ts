import type { Item } from '#features/procurement/contract/shared.ts'
import type { Prices } from './grid.ts'
import type { ReadSheet } from './sheet-file.ts'
import { readSheet, sheetOf } from './sheet-file.ts'

/** Saves the price sheet as xlsx, made in this browser. */
export async function downloadSheet(name: string, items: readonly Item[], prices: Prices): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const { cells, widths } = sheetOf(items, prices)
  await write(cells, {
    sheet: '报价单',
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toFile(`${name}.xlsx`)
}

/** Reads a filled-in xlsx; throws when it is no spreadsheet. The file never leaves this browser. */
export async function uploadSheet(file: File, items: readonly Item[], prices: Prices): Promise<ReadSheet> {
  const { readSheet: read } = await import('read-excel-file/browser')
  return readSheet(await read(file), items, prices)
}
