import type { RichNode } from '../rules/rich-text.ts'
import { methodFor, methodOf, type Run } from './all.ts'
import type { AnyMethod } from './method.ts'
import { fillWords, type Saying } from './words.ts'

/** What a run of a method is called: 邀请竞价 where the method admits suppliers in several ways, else its name. */
export function runName({ code, name, admission, words }: AnyMethod): string {
  if (methodOf(code).alternatives.length === 0) return name
  return `${admission === 'open' ? '公开' : '邀请'}${words.act}`
}

/** A text in the words of the order's method: `say(order, '确定{winner}')` is 确定中标人, or 确定成交人 of an auction. */
export function say<const S extends string>(order: Run, text: Saying<S>): string {
  return fillWords(methodFor(order).words, text)
}

/** The same for a whole text. */
export function sayText(order: Run, text: RichNode): RichNode {
  return JSON.parse(fillWords(methodFor(order).words, JSON.stringify(text))) as RichNode
}
