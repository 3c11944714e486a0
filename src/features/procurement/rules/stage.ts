import { OrderStatus } from './enums.ts'
import type { Method, StepName } from './method.ts'

/** What a stage is derived from. Times are epoch ms. */
export interface StageFacts {
  status: OrderStatus
  publishedAt: number | null
  signUpEnd: number | null
  bidEnd: number | null
  openAt: number | null
  publicityEnd: number | null
  awardedAt: number | null
  endedAt: number | null
  /** Its method takes live offers. */
  isLive?: boolean
}

export interface Stage {
  /** The step of the rail that is going on; null when nothing is. */
  step: StepName | null
  label: string
  /** The next date that matters, and what it is. */
  nextAt: number | null
  nextLabel: string | null
}

const S = OrderStatus.values

/** What is going on in an order at `now` (epoch ms): from status, schedule and clock, never stored. */
export function stageOf(order: StageFacts, now: number): Stage {
  const stage = (step: StepName | null, label: string, next?: { at: number | null; label: string }): Stage => {
    const nextAt = next?.at ?? null
    return { step, label, nextAt, nextLabel: nextAt === null ? null : next!.label }
  }
  if (order.isLive) {
    const live = liveStage(order, now)
    if (live) return stage(live.step, live.label, live.next)
  }
  switch (order.status) {
    case S.saved:
      return stage('publish', '草稿')
    case S.published:
      if (isBefore(now, order.signUpEnd)) return stage('sign-up', '报名中', { at: order.signUpEnd, label: '报名截止' })
      if (isBefore(now, order.bidEnd)) return stage('bid', '投标中', { at: order.bidEnd, label: '投标截止' })
      return stage('open', '待开标', { at: order.openAt, label: '开标时间' })
    case S.opened:
      return stage('open', '开标中')
    case S.announcing:
      return stage('open', '唱标中')
    case S.openingEnded:
      return stage('review', '待评标')
    case S.reviewing:
      return stage('review', '评标中')
    case S.summarised:
      return stage('review', '评审汇总')
    case S.reviewed:
      return stage('candidates', '待公示候选人')
    case S.candidates:
      if (isBefore(now, order.publicityEnd))
        return stage('candidates', '候选人公示', { at: order.publicityEnd, label: '公示截止' })
      return stage('winner', '待定标')
    case S.awarded:
      return stage('archive', '已定标')
    case S.archived:
      return stage(null, order.awardedAt === null ? '已流标归档' : '已归档')
    case S.abortive:
      return stage('archive', '已流标')
  }
}

interface LiveStage {
  step: StepName
  label: string
  next?: { at: number | null; label: string }
}

/** Where live offers differ from sealed ones; null where they do not. */
function liveStage(order: StageFacts, now: number): LiveStage | null {
  switch (order.status) {
    case S.published:
      if (isBefore(now, order.signUpEnd))
        return { step: 'sign-up', label: '报名中', next: { at: order.signUpEnd, label: '报名截止' } }
      return { step: 'auction', label: '待竞价', next: { at: order.openAt, label: '竞价开始' } }
    case S.opened:
      return { step: 'auction', label: '竞价中' }
    case S.openingEnded:
      return { step: 'auction', label: '待流标处理' }
    case S.reviewed:
      return { step: 'winner', label: '待定标' }
    default:
      return null
  }
}

export interface RailStop {
  name: StepName
  label: string
  state: 'done' | 'now' | 'next'
  /** Epoch ms. */
  at: number | null
}

/** The steps of the order's method with their state and date. In an abortive order only what was reached is done. */
export function railOf(method: Method, order: StageFacts, now: number): RailStop[] {
  const { step } = stageOf(order, now)
  const current = method.steps.findIndex((s) => s.name === step)
  const dates: Partial<Record<StepName, number | null>> = {
    publish: order.publishedAt,
    'sign-up': order.signUpEnd,
    bid: order.bidEnd,
    open: order.openAt,
    auction: order.openAt,
    candidates: order.publicityEnd,
    winner: order.awardedAt,
  }
  const failed = order.endedAt !== null && order.awardedAt === null
  return method.steps.map(({ name, label }, i) => {
    const at = dates[name] ?? null
    if (failed && name !== 'archive') {
      return { name, label, state: at !== null && at <= order.endedAt! ? 'done' : 'next', at }
    }
    const state = step === null || i < current ? 'done' : i === current ? 'now' : 'next'
    return { name, label, state, at }
  })
}

function isBefore(now: number, at: number | null): boolean {
  return at !== null && now < at
}
