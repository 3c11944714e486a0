import type { Tone } from '#web/kit/status-tag.tsx'
import type { TradeState } from '../../rules/trade-status.ts'
import { tradeTag } from '../words.ts'

/** How the own company stands to a survey. */
export function ownTag({ ownState, hasAnswered }: { ownState: TradeState; hasAnswered: boolean }): {
  label: string
  tone: Tone
} {
  if (ownState === 'none') return { label: '未报名', tone: 'neutral' }
  if (hasAnswered) return { label: '已应答', tone: 'success' }
  return ownState === 'passed' ? { label: '待应答', tone: 'warning' } : tradeTag(ownState)
}
