import { CELL, type ComparedSide } from './comparison.ts'

/** What is said of a price before it, in the page and in the workbook; null where there is nothing to say. */
export function cellWord(
  { isValid, marks }: Pick<ComparedSide, 'isValid' | 'marks'>,
  line: number,
): { word: string; tone: 'good' | 'bad' | 'soft' } | null {
  const mark = marks[line]!
  if (!(mark & CELL.quoted)) return { word: '未报价', tone: 'soft' }
  if (!isValid) return { word: '无效', tone: 'soft' }
  if (mark & CELL.over) return { word: '超限价', tone: 'bad' }
  if (mark & CELL.short) return { word: '起订量不符', tone: 'bad' }
  return mark & CELL.best ? { word: '最低', tone: 'good' } : null
}
