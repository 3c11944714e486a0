import type { Workbench } from '#contract/workbench.ts'
import { isLive } from './methods/all.ts'

/*
 * Where the pages of an order stand, for messages and lists of what is to do. `page` is said as of a tender; an auction
 * has pages of its own for some of them.
 */

const LIVE_PAGES: Readonly<Record<string, string>> = {
  apply: 'sign-up-situation',
  preview: 'preview',
  clarification: 'clarification',
  'changes/content': 'info-change/detail',
  'changes/content/edit': 'info-change',
  winner: 'public-notice',
  'abnormal/auction': 'abnormal/aborted',
  hall: 'hall-door',
}

interface Placed {
  id: string
  method: number
}

/** A page of the buyer's side; one that an auction does not have is the order itself. */
export function buyerPlace(order: Placed, side: Workbench, page = 'info'): string {
  if (!isLive(order)) return `/${side}/bidding/orders/${order.id}/${page}`
  return `/${side}/compete/order/${order.id}/${LIVE_PAGES[page] ?? 'detail'}`
}

/** The order form. */
export function formPlace(order: Placed & { project_id: string }, side: Workbench): string {
  const of = `${order.id}/projects/${order.project_id}`
  return isLive(order) ? `/${side}/compete/order/${of}/create-compete` : `/${side}/bidding/orders/${of}/edit/kpbFile`
}

/** A page of the supplier's side: the order itself, or its changes. */
export function supplierPlace(order: Placed, page: 'info' | 'change' = 'info'): string {
  if (isLive(order)) return `/supplier/compete/orders/${order.id}/${page === 'change' ? 'change-ann' : 'detail'}`
  return `/supplier/bid/orders/${order.id}/${page === 'change' ? 'signups/change-detail' : 'info'}`
}

/** One sign-up: where it is read, and where it is decided. */
export function signUpPlace(
  order: Placed,
  side: Workbench,
  trade: { tradeId: string; supplierId: string },
): { detail: string; form: string } {
  if (isLive(order)) {
    const at = `/${side}/compete/sign-up-situation/order/${order.id}/trade/${trade.tradeId}`
    return { detail: `${at}/detail`, form: `${at}/review` }
  }
  const at = `${buyerPlace(order, side, 'apply')}/signups/${trade.tradeId}/suppliers/${trade.supplierId}`
  return { detail: `${at}/approval/1/detail`, form: `${at}/form` }
}
