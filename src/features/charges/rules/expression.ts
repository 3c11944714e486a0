import { Exact } from '#contract/money.ts'
import { type Base, BASES, ElementKind } from './enums.ts'

/*
 * The base of a fee as a closed grammar: decimal numbers, budgetAmount and winnerAmount, + − × ÷, brackets, min and max.
 * It is read here, token by token; nothing is ever handed to an interpreter of code.
 */

export interface Element {
  /** `ElementKind`. */
  type: number
  value: string
}

export type Amounts = Partial<Record<Base, string>>

/** What is wrong with an expression, for people. */
export class FormulaFault extends Error {}

const MOST_TOKENS = 100
const TOKEN = /\s*(?:(\d{1,15}(?:\.\d{1,6})?)(?![\d.\w])|([A-Za-z]+)|([-+*/(),]))/y
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '－': '-',
  '（': '(',
  '）': ')',
  '，': ',',
}
const WORDS: Readonly<Record<string, string>> = { ...BASES, min: 'min', max: 'max' }

/** The elements as one text; what is custom stays one operand. */
export function textOf(elements: readonly Element[]): string {
  const K = ElementKind.values
  return elements.map(({ type, value }) => (type === K.custom ? `(${value})` : value)).join(' ')
}

/** The same in words: `中标金额 × 0.8`. */
export function inWords(elements: readonly Element[]): string {
  return elements
    .map(({ value }) => value.replaceAll(/[A-Za-z]+/g, (word) => WORDS[word] ?? word))
    .join(' ')
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
}

/** Which amounts an expression asks for. Throws `FormulaFault` where it cannot be read. */
export function basesIn(elements: readonly Element[]): Base[] {
  const words = tokensOf(textOf(elements))
  return (Object.keys(BASES) as Base[]).filter((base) => words.includes(base))
}

/**
 * Its value in yuan, exact. Throws `FormulaFault` where it cannot be read, an amount is missing, something is divided by
 * zero, or the value is less than zero.
 */
export function evaluate(elements: readonly Element[], amounts: Amounts): Exact {
  const reader = new Reader(tokensOf(textOf(elements)), amounts)
  const value = reader.sum()
  reader.demandEnd()
  if (!value.isFinite() || value.isNegative()) throw new FormulaFault('计费基数不能小于 0')
  return value
}

function tokensOf(text: string): string[] {
  const plain = text.replaceAll(/[×÷−－（），]/g, (sign) => SIGNS[sign]!).trim()
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < plain.length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(plain)
    if (!found) throw new FormulaFault(`公式中有无法识别的内容：${plain.slice(at, at + 12)}`)
    const [, number, word, sign] = found
    if (word !== undefined && !Object.hasOwn(WORDS, word)) throw new FormulaFault(`公式中有无法识别的内容：${word}`)
    tokens.push((number ?? word ?? sign)!)
    if (tokens.length > MOST_TOKENS) throw new FormulaFault('公式过长')
  }
  if (tokens.length === 0) throw new FormulaFault('请填写计费基数')
  return tokens
}

/** Reads by descent: sum, product, operand. Depth is bounded by the number of tokens. */
class Reader {
  readonly #tokens: readonly string[]
  readonly #amounts: Amounts
  #at = 0

  constructor(tokens: readonly string[], amounts: Amounts) {
    this.#tokens = tokens
    this.#amounts = amounts
  }

  sum(): Exact {
    let value = this.#product()
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      const right = this.#product()
      value = sign === '+' ? value.plus(right) : value.minus(right)
    }
    return value
  }

  demandEnd(): void {
    if (this.#at < this.#tokens.length) throw new FormulaFault(`公式在“${this.#tokens[this.#at]!}”处不完整`)
  }

  #product(): Exact {
    let value = this.#operand()
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/')) {
      const right = this.#operand()
      if (sign === '/' && right.isZero()) throw new FormulaFault('公式中除数不能为 0')
      value = sign === '*' ? value.times(right) : value.div(right)
    }
    return value
  }

  #operand(): Exact {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new FormulaFault('公式不完整')
    if (/^\d/.test(token)) return new Exact(token)
    if (token === '(') return this.#closed(this.sum())
    if (token === 'min' || token === 'max') return this.#choice(token)
    if (Object.hasOwn(BASES, token)) return this.#amount(token as Base)
    throw new FormulaFault(`公式在“${token}”处有误`)
  }

  #choice(name: 'min' | 'max'): Exact {
    this.#demand('(')
    const values = [this.sum()]
    while (this.#take(',')) values.push(this.sum())
    this.#demand(')')
    return name === 'min' ? Exact.min(...values) : Exact.max(...values)
  }

  #closed(value: Exact): Exact {
    this.#demand(')')
    return value
  }

  #amount(base: Base): Exact {
    const amount = this.#amounts[base]
    if (amount === undefined || amount === '') throw new FormulaFault(`请填写${BASES[base]}`)
    return new Exact(amount)
  }

  #take(...signs: string[]): string | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || !signs.includes(token)) return undefined
    this.#at++
    return token
  }

  #demand(sign: string): void {
    if (!this.#take(sign)) throw new FormulaFault('公式中的括号不成对')
  }
}
