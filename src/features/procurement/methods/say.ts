import type { RichNode } from '../rules/rich-text.ts'
import { methodOf } from './all.ts'
import { fillWords, type Saying } from './words.ts'

/** A text in the words of the order's method: `say(order, '确定{winner}')` is 确定中标人, or 确定成交人 of an auction. */
export function say<const S extends string>(order: { method: number }, text: Saying<S>): string {
  return fillWords(methodOf(order.method).words, text)
}

/** The same for a whole text. */
export function sayText(order: { method: number }, text: RichNode): RichNode {
  return JSON.parse(fillWords(methodOf(order.method).words, JSON.stringify(text))) as RichNode
}
