import { DAY, HOUR } from '#contract/time.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { compete } from '#features/procurement/methods/compete.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { competitiveNegotiation } from '#features/procurement/methods/competitive-negotiation.ts'
import { consultation } from '#features/procurement/methods/consultation.ts'
import { directPurchase } from '#features/procurement/methods/direct-purchase.ts'
import { freightInquiry } from '#features/procurement/methods/freight-inquiry.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { negotiation } from '#features/procurement/methods/negotiation.ts'
import { publicBidding } from '#features/procurement/methods/public-bidding.ts'
import { sale } from '#features/procurement/methods/sale.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import { USUAL_PARTS } from '#features/procurement/rules/score-parts.ts'
import { PricePlan } from '#features/procurement/steps/review/settings.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { auctionPlan, draftAuction } from '../auctions.ts'
import type { CompanyKey } from '../companies.ts'
import { directDates, directPlan } from '../direct-purchases.ts'
import { draftInquiry, inquiryPlan } from '../play/inquiry.ts'
import * as buyer from '../play/buyer.ts'
import { draftSale } from '../play/sales.ts'
import { lawfulSchedule, type TenderPlan } from '../play/plan.ts'
import { SCRAP } from '../sales.ts'
import { draftSole, SOLE_EXAMPLE, soleDates } from '../sole-sources.ts'
import { FEW_WAYS } from '../tenders.ts'

/** An order that a walk begins with. */
export interface Draft {
  name: string
  method: number
  admission: 'open' | 'invited'
  make(client: HttpClient, asking: Asking): Promise<string>
}

interface Asking {
  /** Named where an agency asks. */
  purchaser: CompanyKey | null
  now: Date
  /** Days for which candidates are publicised, where the method leaves that to the buyer. */
  candidateDays: number
  scope: 'whole' | 'item'
}

const INVITED: readonly CompanyKey[] = ['supplier1', 'supplier2', 'supplier3', 'supplier4']
const ALONE = 'supplier1'
/** By line: quantity and highest unit price. */
const BILL = [
  ['3', '71000'],
  ['2', '61000'],
] as const
const PRICE = '335000'
const NAMES = { projectName: '消毒供应中心设备更新', title: '清洗消毒设备采购', description: '采购清洗消毒设备一批。' }
const ITEMS = BILL.map(([quantity, controlPrice], i) => ({
  name: `清洗消毒机（${i + 1}型）`,
  spec: '双门，含安装',
  unit: '台',
  quantity,
  controlPrice,
}))

/** Every method, as it may admit suppliers. */
export const DRAFTS: readonly Draft[] = [
  { ...tender(publicBidding.code), admission: 'open' },
  { ...tender(invitedBidding.code), admission: 'invited' },
  quotes(inquiry, 'open'),
  quotes(inquiry, 'invited'),
  quotes(comparison, 'open'),
  quotes(comparison, 'invited', 'bidder'),
  quotes(freightInquiry, 'open'),
  quotes(freightInquiry, 'invited'),
  quotes(negotiation, 'open'),
  quotes(negotiation, 'invited'),
  quotes(competitiveNegotiation, 'open'),
  quotes(consultation, 'invited'),
  auction('open'),
  auction('invited'),
  {
    name: singleSource.name,
    method: singleSource.code,
    admission: 'invited',
    make: async (client, { purchaser, now }) => {
      const plan = { ...SOLE_EXAMPLE.plan, ...common(), items: ITEMS }
      const asking = { purchaser, now, dates: soleDates(now.getTime()) }
      return (await draftSole(client, { ...SOLE_EXAMPLE, plan, asked: ALONE }, asking)).orderId
    },
  },
  {
    name: directPurchase.name,
    method: directPurchase.code,
    admission: 'invited',
    make: async (client, { purchaser, now, candidateDays }) => {
      const plan = directPlan({
        ...NAMES,
        price: PRICE,
        lines: ITEMS.map(({ name, spec, unit, quantity, controlPrice }) => [name, spec, unit, quantity, controlPrice]),
        reason: candidateDays > 0 ? 'unique' : 'urgent',
        explanation: '在用设备的备件和接口只有原厂能够提供，停机影响手术器械供应。',
        days: candidateDays,
        asked: ALONE,
      })
      return (await draftSole(client, plan, { purchaser, now, dates: directDates(now.getTime(), candidateDays) }))
        .orderId
    },
  },
  quotes(competitiveNegotiation, 'invited'),
  quotes(consultation, 'open'),
  {
    name: sale.name,
    method: sale.code,
    admission: 'open',
    make: (client, { purchaser, now }) => {
      const starts = now.getTime() + 5 * DAY
      return draftSale(client, SCRAP, { purchaser, dates: { signUpEnd: starts - 4 * HOUR, starts } })
    },
  },
]

function common() {
  return { ...NAMES, budget: PRICE, estimatedPrice: PRICE, controlPrice: PRICE, bond: '0' }
}

function tender(method: number): Omit<Draft, 'admission'> {
  const plan: TenderPlan = {
    ...common(),
    method,
    category: 'goods',
    region: '江州市',
    funds: '自筹资金',
    suite: 'intl',
    items: ITEMS,
    settings: { ways: FEW_WAYS, qualifications: [], price: PricePlan.parse({}) },
  }
  return {
    name: method === publicBidding.code ? publicBidding.name : invitedBidding.name,
    method,
    make: async (client, { purchaser, now }) => {
      const projectId = await buyer.createProject(client, plan, purchaser)
      const orderId = await buyer.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now })
      if (method === invitedBidding.code) await buyer.invite(client, orderId, INVITED)
      return orderId
    },
  }
}

function quotes({ code: method, name }: typeof inquiry, admission: Draft['admission'], keyMode?: 'bidder'): Draft {
  return {
    name,
    method,
    admission,
    make: async (client, { purchaser, now, candidateDays, scope }) => {
      const { group } = methodOf(method)
      const isSingle = method === inquiry.code || group !== undefined
      const plan = inquiryPlan({
        ...NAMES,
        price: PRICE,
        method,
        lines: ITEMS.map(({ name, spec, unit, quantity, controlPrice }) => [name, spec, unit, quantity, controlPrice]),
        terms: isSingle
          ? {}
          : { rounds: 2, isPartial: scope === 'item', award: scope, notAbove: 'line', candidateDays },
        ...(group?.decides === 'score' && { ways: [...USUAL_PARTS] }),
        ...(keyMode && { keyMode }),
        ...(admission === 'invited' && { invited: INVITED }),
        ...(method === freightInquiry.code && { facts: ITEMS.map(() => ({ from: '江州市', to: '东湖分院' })) }),
      })
      const deadline = now.getTime() + (group ? 16 : 6) * DAY
      return draftInquiry(client, plan, { purchaser, signUpEnd: deadline - 2 * DAY, deadline })
    },
  }
}

function auction(admission: Draft['admission']): Draft {
  return {
    name: compete.name,
    method: compete.code,
    admission,
    make: async (client, { purchaser, now }) => {
      // No offer, made by steps of a thousand from it, is a round number.
      const price = '335171.31'
      const plan = auctionPlan({
        ...NAMES,
        price,
        items: ITEMS,
        ...(admission === 'invited' && { invited: INVITED, priceTalk: true }),
      })
      const dates = { signUpEnd: now.getTime() + 4 * DAY, starts: now.getTime() + 4 * DAY + 3 * HOUR }
      return (await draftAuction(client, plan, { purchaser, dates })).orderId
    },
  }
}
