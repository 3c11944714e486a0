import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { slot } from '#contract/slot.ts'
import type { Page } from '../methods/pages.ts'
import type { ReviewWayPlan } from '../steps/review/settings.ts'
import type * as z from 'zod'
import type { Shares } from './budget.ts'
import type { orderDetail } from './order.ts'
import type { portalNotices } from './portal.ts'

/** An order, and where its pages stand for its reader. */
export interface OfOrder {
  order: OutputOf<typeof orderDetail>
  pages: (page: Page) => string
}

/** What other features bring to the pages of orders. */
export const ORDER_SLOTS = {
  /** Of an order with live offers: its rules, hall and closing record. */
  auction: slot<OfOrder>('order.auction', 4),
  /** In the form of an order with rising offers: its secret reserve, which is set apart from the form. */
  reserve: slot<{ orderId: string | undefined; onSave: () => Promise<string | null> }>('order-form.reserve', 2),
  /** In the form of a new sale: what the seller sells again and again, to be picked. */
  varieties: slot<{ onPick: (variety: { name: string; unit: string; qualification: string }) => void }>(
    'new-sale.varieties',
    1,
  ),
  /** Of an order by which something is sold: its terms, and what became of its awards. */
  sale: slot<OfOrder>('order.sale', 4),
  /** The opening as it goes on: bidders and their state. */
  opening: slot<OfOrder>('order.opening', 8),
  /** The review as it goes on: committee, ways, bids. */
  review: slot<OfOrder>('order.review', 8),
  /** Of methods that take opinions on the offers: where these stand. */
  opinions: slot<OfOrder>('order.opinions', 3),
  /** Of orders whose documents are paid for online: who has paid. */
  fees: slot<OfOrder>('order.fees', 3),
  /** Of orders that ask for a bond: whose is on record, and how it stands; for its owner. */
  bonds: slot<OfOrder>('order.bonds', 3),
  /** For its purchaser: the budget lines that it is bought from, and how it uses them. */
  budget: slot<OfOrder>('order.budget', 2),
  /** What the log of bids says of the order. */
  log: slot<{ orderId: string; method: number }>('order.log'),
  /** Loads a review plan into the form of an order; `isEmpty`: nothing is replaced. */
  reviewTemplate: slot<{ isEmpty: boolean; onLoad: (ways: z.output<typeof ReviewWayPlan>[]) => void }>(
    'order-form.review-template',
  ),
  /** The form of a bill of quantities to be filled in: the platform's, or a template's version. */
  billTemplate: slot<{ value: string | undefined; onChange: (versionId: string | undefined) => void }>('bill.template'),
}

/** What other features bring to the page of a project. */
export const PROJECT_SLOTS = {
  /** Whether an agency runs it. */
  entrust: slot<{ projectId: string; side: 'purchaser' | 'agency' }>('project.entrust', 1),
  /** What it was made of. */
  source: slot<{ projectId: string; side: 'purchaser' | 'agency' }>('project.source', 1),
  /** For its purchaser: the budget lines that it is bought from. */
  budget: slot<{ projectId: string }>('project.budget', 1),
  /** In the form of a purchaser's project: the same, to be chosen. */
  budgetField: slot<{ value: Shares | undefined; onChange: (shares: Shares) => void }>('project-form.budget', 1),
  /** Finished purchases that were registered of it afterwards. */
  supplements: slot<{ projectId: string; side: 'purchaser' | 'agency' }>('project.supplements', 1),
}

/** What other features bring to the page of an order that a supplier takes part in. */
export const TENDER_SLOTS = {
  /** What is asked of this supplier alone while offers are looked at. */
  asked: slot<{ orderId: string; method: number }>('tender.asked'),
  /** What it owes for the documents, or has paid. */
  fee: slot<{ orderId: string; method: number }>('tender.fee'),
  /** Its bond: form, state, return. */
  bond: slot<{ orderId: string; method: number }>('tender.bond', 3),
  /** What else it owes for taking part or for the award, and the published standard. */
  charges: slot<{ orderId: string; method: number }>('tender.charges'),
  /** What it has bought, and what it owes for it. */
  sale: slot<{ orderId: string; method: number }>('tender.sale', 3),
  /** Its documents, before it has signed up. */
  preview: slot<{ orderId: string; method: number }>('tender.preview'),
  /** Beside its actions: whether the company follows it and whom it is run for. */
  follow: slot<{ orderId: string; method: number }>('tender.follow'),
}

/** What is shown of a line of an order's bill, also on pages of other features. */
export const ITEM_SLOTS = {
  /** To the buyer: what the purchaser paid for the same item before. */
  pastPrices: slot<{ orderId: string; item: { itemId: string; unit: string } }>('item.past-prices', 4),
}

/** What other features bring to lists. */
export const LIST_SLOTS = {
  /** Above the supplier's list of published orders, whose filters stand in the address. */
  publicTenders: slot('tenders.public', 1),
  /** In each of its rows: whether the company follows the order. */
  publicTender: slot<{ orderId: string; title: string }>('tenders.public.row'),
}

/** What other features bring to public pages. */
export const PORTAL_SLOTS = {
  /** Above the list of notices: what stands on its page, how many there are (see `COUNT_LIMIT`), and the filters that found them. */
  notices: slot<{
    rows: readonly { noticeId: string; title: string; code: string }[]
    total: number
    filters: Omit<InputOf<typeof portalNotices>['query'] & object, 'pageNo' | 'pageSize' | 'cursor'>
  }>('portal.notices'),
  /** Beside one notice. */
  notice: slot<{ noticeId: string }>('portal.notice'),
  log: slot('portal.log', 6),
  /** On the page that tells what anybody can check: looks up a file in the public log. */
  check: slot('portal.check', 6),
  /** Files that prove a notice to whoever checks it. */
  proof: slot<{ orderId: string }>('notice.proof'),
}
