import { OrderStatus } from '../../../rules/enums.ts'
import { inviteMode } from '../../../rules/invite-mode.ts'
import type { OrderAddresses } from '../addresses.ts'
import type { OrderDetail } from '../tones.ts'

const S = OrderStatus.values

interface OrderLink {
  label: string
  to: string
}

type Linked = Pick<OrderDetail, 'status' | 'isAbortive' | 'actions' | 'schedule'>
type At = { pages: OrderAddresses; isLive: boolean; now: number }

/** Beside the notices of an order: the file may be changed as long as anything may. */
export function documentLinks(order: Linked, { pages, isLive }: Omit<At, 'now'>): OrderLink[] {
  const change = order.actions.find((one) => one.action === 'change')
  return change && change.reason === undefined && !isLive ? [{ label: '变更招标文件', to: pages.fileChange }] : []
}

/** Beside the sign-ups: suppliers are added while sign-up is open, or to the order that follows an abortive one. */
export function signUpLinks(order: Linked, { pages, isLive, now }: At): OrderLink[] {
  if (!order.actions.some((one) => one.action === 'copy')) return []
  const signUpEnd = order.schedule.signUpEnd === null ? null : Date.parse(order.schedule.signUpEnd)
  const mode = inviteMode({ status: order.status, signUpEnd }, now)
  const add = { invite: '追加供应商', rerun: '重新招标并追加供应商', closed: null }[mode]
  return [
    ...(add ? [{ label: add, to: pages.addSupplier }] : []),
    { label: isLive ? '竞价保证金' : '投标保证金', to: pages.bondRefund },
  ]
}

/** Whether an opening was held, or at least begun; of an abortive order only its time tells, so its page is asked. */
export function mayHaveOpened({ status, isAbortive, schedule }: Linked, now: number): boolean {
  if (!isAbortive) return status >= S.opened
  return schedule.openAt !== null && Date.parse(schedule.openAt) <= now
}
