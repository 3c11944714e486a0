import { say } from '../methods/say.ts'
import { TradeStatus } from './enums.ts'
import type { OwnOffer } from './own-offer.ts'
import type { OwnResult } from './own-result.ts'

/** A word for where a supplier stands, and what it means for the reader. */
interface OwnPart {
  label: string
  tone: 'neutral' | 'active' | 'success' | 'warning' | 'danger'
}

/** As it was published: see `own-result.ts`. */
interface PublishedResult {
  outcome: OwnResult['outcome']
  rank: number | null
}

interface OwnPartFacts {
  method: number
  tradeStatus: number | null
  result: PublishedResult | null
  offer: OwnOffer | null
  isInvited: boolean
  hasDeclined: boolean
  furtherRound: number | null
}

/** The own part in a tender and how it is to be read: the result as soon as there is one, else the own offer, else the sign-up. */
export function partOf(tender: OwnPartFacts): OwnPart | null {
  const { result, tradeStatus } = tender
  if (result) return resultPart(result, tender)
  if (tender.offer) return offerPart(tender.offer, tender)
  if (tender.hasDeclined) return { label: '已谢绝邀请', tone: 'neutral' }
  if (tradeStatus !== null) return signUpPart(tradeStatus)
  return tender.isInvited ? { label: '受邀', tone: 'warning' } : null
}

function resultPart({ outcome, rank }: PublishedResult, tender: { method: number }): OwnPart {
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

function offerPart(offer: OwnOffer, tender: Pick<OwnPartFacts, 'method' | 'furtherRound'>): OwnPart {
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
export function signUpPart(status: number): OwnPart {
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
