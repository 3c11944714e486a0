import { RED_STATES, STATES, type InvoiceState, type RedState } from '../rules/enums.ts'

/** How an invoice stands as a tag; a red letter under way says so. */
export function stateTag({ state, redState }: { state: InvoiceState; redState: RedState | null }) {
  if (state === 'issued' && (redState === 'waiting' || redState === 'issuing'))
    return { label: redState === 'waiting' ? '红冲待确认' : '红冲中', tone: RED_STATES[redState].tone }
  return STATES[state]
}

export const TABS = [
  { value: '', label: '全部' },
  { value: 'applied', label: '待开票' },
  { value: 'issued', label: '已开票' },
  { value: 'rejected', label: '已驳回' },
  { value: 'over', label: '已红冲或撤回' },
]
