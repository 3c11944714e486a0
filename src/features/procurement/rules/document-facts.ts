import { plainLine } from './plain-line.ts'
import { type Contradiction, type Misstatement, misstatements } from './stated-facts.ts'
import { AMOUNT, KINDS, TIME } from './stated-values.ts'

/** A contradiction in a document. */
export interface DocumentContradiction extends Contradiction {
  /** The page or paragraph. */
  at: number
  /** The sentence, shortened around the statement. */
  sentence: string
}

/** The order that a document belongs to, as far as documents speak of it. */
export interface DocumentOrder {
  title: string
  lotNo: number
  /** Its live fields (`orderFields`). */
  fields: Readonly<Record<string, string>>
}

/** Of one document; whoever has so many begins with these. */
const MOST = 10

/**
 * Amounts and times that a document states otherwise than its order, each statement once, in reading order.
 *
 * Documents are longer than notices and cannot be corrected by a click, so only what is certain counts. Left alone are
 * lists and names, statements about another lot (in their line or under its heading), and lines in which the order's own
 * value stands as well: before and after a change, in figures and in capitals.
 */
export function documentContradictions(
  lines: readonly { at: number; text: string }[],
  { title, lotNo, fields }: DocumentOrder,
): DocumentContradiction[] {
  const named = lotsIn(plainLine(title))
  const own = named.size > 0 ? named : new Set([lotNo])
  const isOther = (lots: ReadonlySet<number>) => [...lots].some((lot) => !own.has(lot))
  const found = new Map<string, DocumentContradiction>()
  let elsewhere = false
  for (const [i, { at, text }] of lines.entries()) {
    const line = plainLine(text)
    const lots = lotsIn(line)
    if (line.length <= LONGEST_HEADING) {
      if (lots.size > 0) elsewhere = isOther(lots)
      else if (CHAPTER.test(line)) elsewhere = false
    }
    if (elsewhere || isOther(lots)) continue
    // A value may stand on the next line, or page: what is joined for it is judged up to there.
    const next = GOES_ON.test(line) ? plainLine(lines[i + 1]?.text ?? '') : ''
    const whole = next.includes('|') ? line : line + next
    for (const one of misstatements(whole, fields)) {
      const key = `${one.name} ${one.stated}`
      if (one.index >= line.length || found.has(key) || !isCertain(whole, one)) continue
      found.set(key, {
        name: one.name,
        label: one.label,
        stated: one.stated,
        recorded: one.recorded,
        at,
        sentence: sentenceAt(whole, one.index),
      })
      if (found.size === MOST) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** A contradiction in words. `file`: its name; `unit`: what `at` counts. */
export function documentContradictionText(
  { label, recorded, at, sentence }: DocumentContradiction,
  { file, unit }: { file: string; unit: 'page' | 'paragraph' },
): string {
  const place = unit === 'page' ? `第 ${at} 页` : `第 ${at} 段`
  return `《${file}》${place}“${sentence}”，与采购单的${label}“${recorded}”不一致`
}

/** A label whose value is still to come. */
const GOES_ON = /(?:[：:为￥¥]|人民币)$/
const LONGEST_HEADING = 24
const CHAPTER = /^第[一二三四五六七八九十\d]{1,3}[章部篇卷]/

/** Lots that are named: `第二标段`, `2标段`, `标段二`, `标包2`, `第2包`. */
function lotsIn(line: string): Set<number> {
  const number = '([一二三四五六七八九十]{1,3}|\\d{1,2})'
  const named = new RegExp(
    `第?${number}号?(?:标段|[标购]包)|(?:标段|[标购]包)[（(]?${number}(?![\\d个、.．])|第${number}包`,
    'g',
  )
  return new Set([...line.matchAll(named)].map(([, a, b, c]) => numberOf((a ?? b ?? c)!)))
}

function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const digit = (sign: string | undefined) => (sign ? '一二三四五六七八九'.indexOf(sign) + 1 : 0)
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  return text.includes('十') ? (digit(tens) || 1) * 10 + digit(ones) : digit(ones)
}

/** Whether the line says nothing that agrees with the order. */
function isCertain(line: string, { kind, recorded }: Misstatement): boolean {
  if (kind !== 'amount' && kind !== 'time') return false
  const values = line.matchAll(new RegExp((kind === 'amount' ? AMOUNT : TIME).source, 'g'))
  return ![...values].some(({ index }) => KINDS[kind]({ rest: line.slice(index), gap: '', recorded }) === null)
}

/** The sentence around a place, shortened to what matters. */
function sentenceAt(line: string, index: number): string {
  const start = Math.max(...['。', '；', ';', '！', '？'].map((sign) => line.lastIndexOf(sign, index - 1))) + 1
  const from = Math.max(start, index - 20)
  const end = /[。；;！？]/.exec(line.slice(index))
  const to = Math.min(end ? index + end.index : line.length, index + 50)
  const text = line.slice(from, to).replaceAll('|', ' ').trim()
  return `${from > start ? '…' : ''}${text}${to < (end ? index + end.index : line.length) ? '…' : ''}`
}
