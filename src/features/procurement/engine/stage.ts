import { methodFor } from '../methods/all.ts'
import { fillWords } from '../methods/words.ts'
import { OrderStatus } from '../rules/enums.ts'
import type { Stage, StageFacts } from './step.ts'

const S = OrderStatus.values

/** What is going on in an order at `now` (epoch ms): from status, schedule and clock, never stored. */
export function stageOf(order: StageFacts, now: number): Stage {
  const { steps, words } = methodFor(order)
  for (const { name, stage } of steps) {
    const found = stage?.(order, now)
    if (!found) continue
    const nextAt = found.next?.at ?? null
    const nextLabel = nextAt === null ? null : fillWords(words, found.next!.label)
    return { step: name, label: fillWords(words, found.label), nextAt, nextLabel }
  }
  const label = order.awardedAt === null ? '已流标归档' : '已归档'
  return { step: null, label: order.status === S.archived ? label : '', nextAt: null, nextLabel: null }
}

export interface RailStop {
  name: string
  label: string
  state: 'done' | 'now' | 'next'
  /** Epoch ms. */
  at: number | null
}

/** The steps of the order's method with their state and date. In an abortive order only what was reached is done. */
export function railOf(order: StageFacts, now: number): RailStop[] {
  const { step } = stageOf(order, now)
  const { steps, words } = methodFor(order)
  const stops = steps.filter(({ label }) => label !== undefined)
  const current = stops.findIndex(({ name }) => name === step)
  const failed = order.endedAt !== null && order.awardedAt === null
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
