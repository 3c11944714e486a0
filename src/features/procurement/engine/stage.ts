import { methodFor, type Run } from '../methods/all.ts'
import { fillWords } from '../methods/words.ts'
import { stepsOf } from './order-steps.ts'
import { isAbortive, ORDER_STATES, type OrderState } from './states.ts'
import type { Stage, StageFacts } from './step.ts'

/** What is going on in an order at `now` (epoch ms): from state, schedule and clock, never stored. */
export function stageOf(order: StageFacts, now: number): Stage {
  const { steps, words } = methodFor(order)
  for (const { name, stage } of steps) {
    const found = stage?.(order, now)
    if (!found) continue
    const nextAt = found.next?.at ?? null
    const nextLabel = nextAt === null ? null : fillWords(words, found.next!.label)
    return { step: name, label: fillWords(words, found.label), nextAt, nextLabel }
  }
  return { step: null, label: stateLabel(order), nextAt: null, nextLabel: null }
}

/** Where an order stands, without regard to the clock. */
export function stateLabel(order: Run & { state: OrderState }): string {
  return fillWords(methodFor(order).words, ORDER_STATES[order.state].label)
}

export interface RailStop {
  name: string
  label: string
  state: 'done' | 'now' | 'next'
  /** Epoch ms. */
  at: number | null
}

/** The steps that the order goes through, with their state and date. In an abortive order only what was reached is done. */
export function railOf(order: StageFacts, now: number): RailStop[] {
  const { step } = stageOf(order, now)
  const { words } = methodFor(order)
  const stops = stepsOf(order).filter(({ label, skips }) => label !== undefined && !skips?.(order))
  const current = stops.findIndex(({ name }) => name === step)
  const failed = isAbortive(order)
  return stops.map(({ name, label: said = '', date }, i) => {
    const label = fillWords(words, said)
    const at = date?.(order) ?? null
    if (failed && name !== 'archive') {
      return { name, label, state: at !== null && at <= order.endedAt! ? 'done' : 'next', at }
    }
    const state = step === null || i < current ? 'done' : i === current ? 'now' : 'next'
    return { name, label, state, at }
  })
}
