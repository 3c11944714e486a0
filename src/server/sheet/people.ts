import { AppError } from '#contract/errors.ts'
import type { SheetColumn } from './column.ts'
import type { SheetContent } from './parse.ts'
import { readRows } from './sheet.ts'

const MAX_ROWS = 1000

/** Says what is wrong with a cell of the row being read. */
export type Fail<K extends string> = (key: K, message: string) => void

/**
 * Reads a sheet of people, all of them or none: `read` makes one of a row and tells what is wrong with its cells. The same
 * mobile number twice is wrong. Throws `invalid` without a file or without people, `tooLarge` above 1,000 rows.
 */
export async function readPeople<K extends string, P extends { mobile: string }>(
  part: { toBuffer(): Promise<Buffer> } | undefined,
  { columns, word }: { columns: readonly SheetColumn<K>[]; word: string },
  read: (row: Record<K, string | null>, fail: Fail<K>) => P,
): Promise<{ people: P[]; errors: SheetContent<K>['errors'] }> {
  if (!part) throw new AppError('invalid', '请选择要导入的文件')
  const { rows, numbers, letters, errors } = await readRows(await part.toBuffer(), columns)
  if (rows.length > MAX_ROWS) throw new AppError('tooLarge', `一次最多导入 ${MAX_ROWS} 名${word}，请分批导入`)
  const wrong = [...errors]
  const seen = new Map<string, number>()
  const people = rows.map((row, i) => {
    const number = numbers[i]!
    const fail: Fail<K> = (key, message) => {
      const column = columns.find((one) => one.key === key)!.title
      wrong.push({ row: number, column, cell: `${letters[key] ?? 'A'}${number}`, message })
    }
    const person = read(row, fail)
    const first = seen.get(person.mobile)
    if (first !== undefined) fail('mobile' as K, `与第${first}行的手机号码重复`)
    seen.set(person.mobile, first ?? number)
    return person
  })
  if (wrong.length > 0) return { people: [], errors: wrong.toSorted((a, b) => a.row - b.row) }
  if (people.length === 0) throw new AppError('invalid', `文件中没有${word}`)
  return { people, errors: [] }
}
