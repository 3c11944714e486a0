import { reached } from '../../../engine/states.ts'
import { methodFor } from '../../../methods/all.ts'
import { hasPage } from '../../../methods/places.ts'
import { say } from '../../../methods/say.ts'
import { inviteMode } from '../../../rules/invite-mode.ts'
import type { OrderPages } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'

interface OrderLink {
  label: string
  to: string
}

type Linked = Pick<OrderDetail, 'method' | 'admission' | 'state' | 'isAbortive' | 'actions' | 'schedule'>
type At = { pages: OrderPages; now: number }

/** Beside the notices of an order: the file may be changed as long as anything may. */
export function documentLinks(order: Linked, { pages }: Omit<At, 'now'>): OrderLink[] {
  const change = order.actions.find((one) => one.action === 'change')
  const may = change && change.reason === undefined && hasPage(order, 'documents.change')
  return may ? [{ label: say(order, '变更{documents}'), to: pages('documents.change') }] : []
}

/** Beside the sign-ups: suppliers are added while sign-up is open, or to the order that follows an abortive one. */
export function signUpLinks(order: Linked, { pages, now }: At): OrderLink[] {
  if (!order.actions.some((one) => one.action === 'copy')) return []
  const signUpEnd = order.schedule.signUpEnd === null ? null : Date.parse(order.schedule.signUpEnd)
  const mode = inviteMode({ ...order, signUpEnd }, now)
  const isInvited = methodFor(order).admission === 'invited'
  const add = {
    draft: null,
    invite: isInvited ? '受邀供应商' : '追加供应商',
    rerun: say(order, '重新{act}并追加供应商'),
    closed: isInvited ? '受邀供应商' : null,
  }[mode]
  return [
    ...(add ? [{ label: add, to: pages('abortive.addSupplier') }] : []),
    { label: say(order, '{bond}'), to: pages('bond.refund') },
  ]
}

/** Whether an opening was held, or at least begun; of an abortive order only its time tells, so its page is asked. */
export function mayHaveOpened(
  { state, isAbortive, schedule }: Omit<Linked, 'method' | 'admission'>,
  now: number,
): boolean {
  if (!isAbortive) return reached({ state }, 'opened')
  return schedule.openAt !== null && Date.parse(schedule.openAt) <= now
}
