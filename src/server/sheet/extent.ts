import path from 'node:path/posix'
import { AppError } from '#contract/errors.ts'
import { columnIndex, columnName, MAX_COLUMNS, MAX_ROWS } from './column.ts'

/** What the reader of cells does not tell about the first sheet. Addresses such as `C7`. */
export interface Extent {
  /** Cells whose formula ended in an error, with its code such as `#DIV/0!`. */
  failed: Map<string, string>
  /** Cells that a merge covers, with the first one, which holds the value. */
  covered: Map<string, string>
  /** Rows that a spreadsheet program does not show, filtered ones included. */
  hidden: Set<number>
}

/** Head, hints and title stand above the data. */
const ROWS_ABOVE = 30

/**
 * Looks over all sheets: a cell far out (`XFD1048576`) would make the reader lay out billions of empty cells, so rows
 * and columns beyond the limits are refused with `tooLarge` first, and cells without a plain address with `fileType`.
 */
export function extentOf(parts: ReadonlyMap<string, Buffer>): Extent {
  const first = firstSheet(parts)
  let extent: Extent | undefined
  for (const [name, content] of parts) {
    const xml = content.toString()
    if (!/<(?:\w+:)?sheetData[\s/>]/.test(xml)) continue
    const failed = checkCells(xml)
    if (name === first) extent = { failed, covered: coveredBy(xml), hidden: hiddenRows(xml) }
  }
  if (!extent) throw new AppError('fileType', UNUSUAL)
  return extent
}

const UNUSUAL = '无法识别该表格文件，请用表格软件打开并另存为 .xlsx 后上传'

/** Throws when a cell lies outside; returns those that failed. */
function checkCells(xml: string): Map<string, string> {
  const failed = new Map<string, string>()
  for (const tag of xml.matchAll(/<(?:\w+:)?c(?=[\s/>])([^<>]*)>/g)) {
    const attributes = tag[1]!
    const [, column, row] = /\sr=["']([A-Z]{1,3})([1-9]\d{0,6})["']/.exec(attributes) ?? []
    if (!column) throw new AppError('fileType', UNUSUAL)
    if (Number(row) > MAX_ROWS + ROWS_ABOVE) {
      throw new AppError('tooLarge', `表格超过 ${MAX_ROWS} 行（第 ${row} 行有内容或格式），请删除多余行后重试`)
    }
    if (columnIndex(column) >= MAX_COLUMNS) {
      throw new AppError('tooLarge', `表格超过 ${MAX_COLUMNS} 列（${column} 列有内容或格式），请删除多余列后重试`)
    }
    if (/\st=["']e["']/.test(attributes)) {
      const inside = xml.slice(tag.index, tag.index + 2000)
      failed.set(`${column}${row}`, /<(?:\w+:)?v>(#[^<]{1,20})</.exec(inside)?.[1] ?? '#ERROR')
    }
  }
  return failed
}

function coveredBy(sheet: string): Map<string, string> {
  const covered = new Map<string, string>()
  for (const [, left, top, right, bottom] of sheet.matchAll(
    /<(?:\w+:)?mergeCell\s[^<>]*?\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g,
  )) {
    const columns = Math.min(columnIndex(right!), MAX_COLUMNS - 1)
    const rows = Math.min(Number(bottom), MAX_ROWS + ROWS_ABOVE)
    for (let x = columnIndex(left!); x <= columns; x++) {
      // Overlapping merges are wrong in themselves; the cap keeps them from taking memory.
      for (let y = Number(top); y <= rows && covered.size < 200_000; y++)
        covered.set(`${columnName(x)}${y}`, `${left}${top}`)
    }
    covered.delete(`${left}${top}`)
  }
  return covered
}

function hiddenRows(sheet: string): Set<number> {
  const hidden = new Set<number>()
  for (const [row] of sheet.matchAll(/<(?:\w+:)?row\s[^<>]*>/g)) {
    const number = /\shidden=["'](?:1|true)["']/.test(row) ? /\sr=["'](\d{1,7})["']/.exec(row)?.[1] : undefined
    if (number) hidden.add(Number(number))
  }
  return hidden
}

/** Name of the part that holds the first sheet of the workbook. */
function firstSheet(parts: ReadonlyMap<string, Buffer>): string | undefined {
  const workbook = parts.get('xl/workbook.xml')?.toString() ?? ''
  const relations = parts.get('xl/_rels/workbook.xml.rels')?.toString() ?? ''
  const id = /<(?:\w+:)?sheet\s(?:[^<>]*\s)?\w+:id="([^"<>]+)"/.exec(workbook)?.[1]
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)) {
    if (id === undefined || /\sId="([^"]+)"/.exec(relation)?.[1] !== id) continue
    const target = /\sTarget="([^"]+)"/.exec(relation)?.[1]
    return target && (target.startsWith('/') ? target.slice(1) : path.join('xl', target))
  }
  return undefined
}
