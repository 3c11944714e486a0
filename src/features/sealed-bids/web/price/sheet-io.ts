import type { Alternatives, ReadAlternatives } from './alternatives-file.ts'
import { ALTERNATIVES_SHEET, alternativesSheet, readAlternatives } from './alternatives-file.ts'
import type { ColumnSpec, OtherColumn } from './columns.ts'
import type { Prices } from './grid.ts'
import type { Bill, ReadSheet } from './sheet-file.ts'
import { readSheet, sheetOf } from './sheet-file.ts'

/** What the workbook holds beside the bill; null where no alternatives are admitted. */
export interface Other {
  columns: readonly ColumnSpec<OtherColumn>[]
  most: number
}

export type ReadBook = ReadSheet & {
  /** Null where the file says nothing of them. */
  other: ReadAlternatives | null
}

/** Saves the price sheet as xlsx, made in this browser. */
export async function downloadSheet(
  name: string,
  { bill, other }: { bill: Bill; other: Other | null },
  { prices, alternatives }: { prices: Prices; alternatives: Alternatives },
): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const sheets = [
    { sheet: '报价单', ...sheetOf(bill, prices) },
    ...(other
      ? [{ sheet: ALTERNATIVES_SHEET, ...alternativesSheet({ ...other, items: bill.items }, alternatives) }]
      : []),
  ]
  await write(
    sheets.map(({ sheet, cells, widths }) => ({
      sheet,
      data: cells,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
  ).toFile(`${name}.xlsx`)
}

/** Reads a filled-in xlsx; throws when it is no spreadsheet. The file never leaves this browser. */
export async function uploadSheet(
  file: File,
  { bill, other }: { bill: Bill; other: Other | null },
  prices: Prices,
): Promise<ReadBook> {
  const { default: read } = await import('read-excel-file/browser')
  const sheets = await read(file)
  const own = sheets.find(({ sheet }) => sheet === ALTERNATIVES_SHEET)
  const main = sheets.find((one) => one !== own)
  const taken = readSheet(main?.data ?? [], bill, prices)
  const others = other && own ? readAlternatives(own.data, { ...other, items: bill.items }) : null
  return { ...taken, errors: [...taken.errors, ...(others?.errors ?? [])], other: others }
}
