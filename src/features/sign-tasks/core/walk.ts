import type { PDF, PdfDict, PdfObject } from '@libpdf/core'

/** Objects looked at in one file at most; more is no document that people sign. */
const MOST_OBJECTS = 400_000

/** Every dictionary (streams included) that can be reached from a value. Throws a RangeError beyond 400,000 objects. */
export function* dictionariesFrom(pdf: PDF, from: PdfObject): Generator<PdfDict> {
  const visited = new Set<string>()
  const waiting: PdfObject[] = [from]
  let count = 0
  while (waiting.length > 0) {
    if (++count > MOST_OBJECTS) throw new RangeError('too many objects')
    const next = waiting.pop()!
    if (next.type === 'ref') {
      const key = next.toString()
      if (visited.has(key)) continue
      visited.add(key)
      const value = pdf.context.resolve(next)
      if (value) waiting.push(value)
    } else if (next.type === 'array') waiting.push(...next)
    else if (next.type === 'dict' || next.type === 'stream') {
      const dictionary: PdfDict = next
      yield dictionary
      for (const [, value] of dictionary) waiting.push(value)
    }
  }
}
