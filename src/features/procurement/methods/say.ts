import { methodOf } from './all.ts'
import { fillWords, type Saying } from './words.ts'

/** A text in the words of the order's method: `say(order, '确定{winner}')` is 确定中标人, or 确定成交人 of an auction. */
export function say<const S extends string>(order: { method: number }, text: Saying<S>): string {
  return fillWords(methodOf(order.method).words, text)
}
