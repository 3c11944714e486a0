import type * as z from 'zod'
import { Exact } from '#contract/money.ts'
import type { ReviewWayPlan } from '../../../steps/review/settings.ts'
import { hasHundred } from './review-methods.ts'

export type WayPlan = z.output<typeof ReviewWayPlan>

export interface WaySum {
  /** Sum of the items' full marks. */
  sum: string
  full: string
  /** What does not add up, in Chinese; '' when it does. */
  problem: string
}

export interface MarkSums {
  /** Full marks of all scored ways together. */
  total: string
  /** Comprehensive scoring must reach exactly 100. */
  totalOk: boolean
  ways: WaySum[]
}

/** What the marks of a plan add up to while it is being typed; half-typed marks count as nothing. */
export function markSums(ways: readonly WayPlan[], reviewMethod: number): MarkSums {
  const scored = ways.filter((way) => way.itemKind === 2)
  const total = scored.reduce((sum, way) => sum.plus(mark(way.fullMark)), new Exact(0))
  return {
    total: total.toFixed(),
    totalOk: !hasHundred(reviewMethod) || total.eq(100),
    ways: ways.map(waySum),
  }
}

/** The full mark that makes the scored ways reach 100 when only this one changes; null when it cannot. */
export function markToFill(ways: readonly WayPlan[], index: number): string | null {
  const others = ways.filter((way, i) => i !== index && way.itemKind === 2)
  const rest = others.reduce((left, way) => left.minus(mark(way.fullMark)), new Exact(100))
  return rest.gt(0) ? rest.toFixed() : null
}

function waySum(way: WayPlan): WaySum {
  const items = way.items ?? []
  const sum = items.reduce((all, item) => all.plus(mark(item.fullMark)), new Exact(0))
  const full = mark(way.fullMark)
  const result = { sum: sum.toFixed(), full: full.toFixed() }
  if (way.isAutomatic) return { ...result, problem: full.gt(0) ? '' : '请填写满分' }
  if (items.length === 0) return { ...result, problem: '还没有评审项' }
  if (items.some((item) => !item.name?.trim())) return { ...result, problem: '有评审项未填名称' }
  if (way.itemKind === 1) return { ...result, problem: '' }
  if (items.some((item) => mark(item.fullMark).isZero())) return { ...result, problem: '有评审项未填分值' }
  return { ...result, problem: sum.eq(full) ? '' : `各项合计 ${sum.toFixed()} 分，应为 ${full.toFixed()} 分` }
}

function mark(text: string | null | undefined): Exact {
  return new Exact(text && /^\d+(\.\d{1,2})?$/.test(text) ? text : 0)
}
