import type { OutputOf } from '#contract/endpoint.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { type OrderState, reached } from '../../engine/states.ts'
import type { tenderDetail } from '../../contract/supplier.ts'
import { CATEGORIES, TradeStatus } from '../../rules/enums.ts'
import { say } from '../../methods/say.ts'

export type Tender = OutputOf<typeof tenderDetail>

export function categoryOf(category: string): string {
  return (CATEGORIES as Record<string, string>)[category] ?? category
}

export function stageTone(order: { state: OrderState }): Tone {
  if (order.state === 'abortive.declared') return 'danger'
  if (reached(order, 'awarded')) return 'neutral'
  return 'active'
}

/** The own part in a tender and how it is to be read: the result as soon as there is one, else the own offer, else the sign-up. */
export function partOf(
  tender: Pick<Tender, 'tradeStatus' | 'result' | 'method' | 'isInvited' | 'hasDeclined' | 'offer' | 'furtherRound'>,
): Part | null {
  const { result, tradeStatus } = tender
  if (result) return resultPart(result, tender)
  if (tender.offer) return offerPart(tender.offer, tender)
  if (tender.hasDeclined) return { label: '已谢绝邀请', tone: 'neutral' }
  if (tradeStatus !== null) return signUpPart(tradeStatus)
  return tender.isInvited ? { label: '受邀', tone: 'warning' } : null
}

interface Part {
  label: string
  tone: Tone
}

function resultPart({ outcome, rank }: NonNullable<Tender['result']>, tender: { method: number }): Part {
  switch (outcome) {
    case 'won':
      return { label: say(tender, '已{won}'), tone: 'success' }
    case 'lost':
      return { label: say(tender, '未{won}'), tone: 'neutral' }
    case 'noWinnerAnyMore':
      return { label: say(tender, '{won}资格已取消'), tone: 'danger' }
    case 'noCandidateAnyMore':
      return { label: '候选人资格已取消', tone: 'danger' }
    case 'candidate':
      return { label: `${rank === null ? '' : `第${rank}`}${say(tender, '{won}候选人')}`, tone: 'active' }
    case 'notCandidate':
      return { label: '未入围候选人', tone: 'neutral' }
    case 'abortive':
      return { label: '已流标', tone: 'neutral' }
  }
}

function offerPart(offer: NonNullable<Tender['offer']>, tender: Pick<Tender, 'method' | 'furtherRound'>): Part {
  switch (offer) {
    case 'due':
      return {
        label: tender.furtherRound === null ? say(tender, '待{bid}') : `待第 ${tender.furtherRound} 轮报价`,
        tone: 'warning',
      }
    case 'draft':
      return { label: '草稿未提交', tone: 'warning' }
    case 'sealed':
      return { label: say(tender, '{bid}已封存'), tone: 'success' }
    case 'opened':
      return { label: say(tender, '{bid}已开启'), tone: 'active' }
    case 'missed':
      return { label: say(tender, '未{bid}'), tone: 'neutral' }
  }
}

/** A sign-up by itself. */
export function signUpPart(status: number): Part {
  switch (status) {
    case TradeStatus.values.pending:
      return { label: '报名待审核', tone: 'warning' }
    case TradeStatus.values.passed:
      return { label: '报名已通过', tone: 'success' }
    case TradeStatus.values.refused:
      return { label: '报名未通过', tone: 'danger' }
    default:
      return { label: '报名已撤回', tone: 'neutral' }
  }
}
