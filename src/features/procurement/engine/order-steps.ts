import { methodFor, type Run } from '../methods/all.ts'
import type { AnyMethod } from '../methods/method.ts'
import type { Step, Traits } from './step.ts'

/** An order, as far as its steps depend on it. */
export interface Stepped extends Run {
  /** What its documents say, where the method leaves it to them. */
  publicises?: boolean | undefined
}

/** What the rows of an order's steps look at. */
export function traitsOf(order: Stepped): Traits {
  const { candidates } = methodFor(order)
  return { publicises: candidates === 'always' || (candidates === 'optional' && order.publicises === true) }
}

/** The steps that an order goes through: those of its method, less what it did not ask for. */
export function stepsOf(order: Stepped): readonly Step[] {
  const traits = traitsOf(order)
  return methodFor(order).steps.filter(({ occurs }) => occurs?.(traits) ?? true)
}

/** Every way in which orders of a method may differ in their steps. */
export function variantsOf({ code, candidates }: Pick<AnyMethod, 'code' | 'candidates'>): Stepped[] {
  return candidates === 'optional'
    ? [
        { method: code, publicises: true },
        { method: code, publicises: false },
      ]
    : [{ method: code }]
}
