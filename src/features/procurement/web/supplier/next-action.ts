import type { AllowedAction } from '#contract/transition.ts'
import { type OrderState, reached } from '../../engine/states.ts'
import { TradeStatus } from '../../rules/enums.ts'

/** What the next step is judged by. */
export interface TenderState {
  /** Of the order. */
  state: OrderState
  actions: readonly AllowedAction[]
  tradeStatus: number | null
  /** The fee for documents comes first: its notice has the button. */
  feeDue?: boolean
  notices: readonly { noticeId: string; needsConfirmation: boolean; confirmedAt: string | null }[]
}

/** Words for a supplier where those of the table are too short. */
const LABELS: Record<string, string> = { bid: '制作投标文件' }

/** Notices that a participant has still to confirm, oldest first. */
export function unconfirmed<N extends TenderState['notices'][number]>(
  tender: Pick<TenderState, 'tradeStatus'> & { notices: readonly N[] },
): N[] {
  if (tender.tradeStatus !== TradeStatus.values.passed) return []
  return tender.notices.filter((notice) => notice.needsConfirmation && notice.confirmedAt === null)
}

/**
 * The buttons of a tender, with one primary: confirming a change comes before everything else, for a bid made by the old
 * text is worth nothing; then what the latest step of the method asks for. Questions are asked in their section.
 */
export function tenderActions(tender: TenderState): AllowedAction[] {
  const shown = tender.actions
    .filter((action) => action.action !== 'ask' && !isPast(tender, action))
    .map((action) => ({ ...action, label: labelOf(action, tender.tradeStatus) }))
  const waiting = unconfirmed(tender).length
  if (waiting > 0) shown.push({ action: 'confirm', label: '确认变更', primary: true })
  const isNext = ({ action, primary, reason }: AllowedAction) =>
    primary === true && reason === undefined && !(tender.feeDue && action === 'bid')
  const next = shown.findLast(isNext)
  return shown.map((action) => ({ ...action, primary: action === next }))
}

/** Why sign-up is closed is worth saying while the tender runs; later nobody looks for it. */
function isPast(tender: TenderState, { reason }: AllowedAction): boolean {
  return reached(tender, 'opened') && reason !== undefined
}

function labelOf({ action, label }: AllowedAction, tradeStatus: number | null): string {
  if (action === 'signUp' && tradeStatus === TradeStatus.values.refused) return '修改后重新报名'
  if (action === 'signUp' && tradeStatus === TradeStatus.values.withdrawn) return '重新报名'
  return LABELS[action] ?? label
}
