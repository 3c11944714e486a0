import { createHash } from 'node:crypto'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import { type PlanName, PLANS } from '#demo/tenders.ts'
import { ownCeremonies } from '#features/joint-key/contract.ts'
import { expertPage } from '#features/experts/contract.ts'
import { orderDetail, orderPage } from '#features/procurement/contract/order.ts'
import { portalNotices } from '#features/procurement/contract/portal.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { tradePage } from '#features/procurement/contract/trade.ts'
import { bidRoom, receiptJson } from '#features/sealed-bids/contract.ts'
import { canonicalBytes } from '#features/sealed-bids/core/canonical.ts'
import type { Receipt } from '#features/sealed-bids/core/receipt.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { features } from '#web/features.ts'
import { listOf, pathsOf, type Screen } from '#web/screen.ts'
import type { Workbench } from '#contract/workbench.ts'

/** One picture: who looks at which address. */
export interface Sample {
  name: string
  who: Account | null
  workbench: Workbench | ''
  address: string
}

/** Who stands for a workbench, and for single addresses somebody to whom they say more. */
const PEOPLE: Record<Workbench, Account> = {
  purchaser: 'buyer',
  agency: 'agent',
  supplier: 'supplier1',
  expert: 'expert7',
  admin: 'admin',
}

/** The order that says most at an address; the first rule that fits counts. */
const ORDERS: readonly (readonly [RegExp, PlanName])[] = [
  [/bidders\/:bidderId\/review-hall$/, 'monitor'],
  [/open-hall|\/open$/, 'ventilator'],
  [/review|leader-recommend/, 'clean'],
  [/candidate/, 'monitor'],
  [/winner/, 'ultrasound'],
  [/abnormal\/auction|discarded/, 'security'],
  [/objection/, 'monitor'],
  [/./, 'endoscope'],
]

/** Pictures beyond one per address: other states, other people. */
const MORE: readonly (readonly [name: string, who: Account, workbench: Workbench, pattern: string, plan: PlanName])[] =
  [
    ['order-sign-up', 'agent', 'agency', '/agency/bidding/orders/:orderId/info', 'furniture'],
    ['order-opening', 'buyer', 'purchaser', '/purchaser/bidding/orders/:orderId/info', 'ventilator'],
    ['order-reviewing', 'buyer', 'purchaser', '/purchaser/bidding/orders/:orderId/info', 'clean'],
    ['order-abortive', 'buyer', 'purchaser', '/purchaser/bidding/orders/:orderId/info', 'security'],
    [
      'review-hall-asked',
      'supplier2',
      'supplier',
      '/supplier/bid/orders/:orderId/kpb-project/:projectId/bidders/:bidderId/review-hall',
      'clean',
    ],
    ['bid-making', 'supplier5', 'supplier', '/supplier/bid/orders/:orderId/bid', 'endoscope'],
  ]

/** Addresses without a picture, and why. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  '/blank-page': 'stands for half a second between two companies',
  '/select-company': 'seen by people of several companies before they choose',
  '/404': 'reached from unknown addresses',
  '/401': 'reached from addresses without right',
}

/** Everything to be shown; addresses whose parameters nobody knows come back in `unknown`. */
export async function samples(base: string): Promise<{ all: Sample[]; unknown: string[] }> {
  const known = await knowledge(base)
  const all: Sample[] = []
  const unknown: string[] = []
  for (const screen of features.flatMap((feature) => feature.screens)) {
    for (const pattern of pathsOf(screen)) {
      if (pattern in NOT_SHOWN) continue
      const workbench = workbenchOf(screen, pattern)
      const plan = ORDERS.find(([rule]) => rule.test(pattern))![1]
      const who = workbench === '' ? null : PEOPLE[workbench]
      const address = fill(pattern, known(workbench, plan))
      if (address === null) unknown.push(pattern)
      else all.push({ name: nameOf(pattern), who, workbench, address })
    }
  }
  for (const [name, who, workbench, pattern, plan] of MORE) {
    const address = fill(pattern, known(workbench, plan))
    if (address !== null) all.push({ name, who, workbench, address })
  }
  all.push({ name: 'verifier', who: null, workbench: '', address: '/verify/' })
  return { all, unknown }
}

function workbenchOf(screen: Screen, pattern: string): Workbench | '' {
  if (screen.public) return ''
  const [first = 'purchaser'] = listOf(screen.workbench)
  return listOf(screen.workbench).find((one) => pattern.startsWith(`/${one}/`)) ?? first
}

type Known = Partial<Record<string, string>>

/** The address with its parameters; optional ones are left out. null when one is not known. */
function fill(pattern: string, known: Known): string | null {
  const parts = pattern.split('/').filter((part) => !part.endsWith('?'))
  const filled = parts.map((part) => (part.startsWith(':') ? known[part.slice(1)] : part))
  return filled.includes(undefined) ? null : filled.join('/')
}

function nameOf(pattern: string): string {
  const words = pattern.split('/').filter((part) => part !== '' && !part.startsWith(':'))
  return words.join('-') || 'home'
}

/** What stands for each parameter, by workbench and order. */
async function knowledge(base: string): Promise<(workbench: Workbench | '', plan: PlanName) => Known> {
  const cast = new Cast(base)
  const [buyer, agent, supplier] = await Promise.all([cast.as('buyer'), cast.as('agent'), cast.as('supplier1')])
  const bought = (await buyer.call(orderPage, { query: { pageSize: 100 } })).rows
  const run = (await agent.call(orderPage, { query: { pageSize: 100 } })).rows
  const [expert] = (await buyer.call(expertPage, {})).rows
  const [ceremony] = await buyer.call(ownCeremonies, {})
  const [notice] = (await buyer.call(portalNotices, {})).rows
  const of = (plan: PlanName) => bought.find((row) => row.title === PLANS[plan].title)!
  const bidding = of('endoscope').orderId
  const document = (await buyer.call(orderDetail, { params: { orderId: bidding } })).files[0]?.fileId
  const [trade] = (await buyer.call(tradePage, { params: { orderId: bidding } })).rows
  const { current } = await supplier.call(bidRoom, { params: { orderId: bidding } })
  const hash = current && (await hashOf(supplier, { orderId: bidding, submissionId: current.submissionId }))
  const decrypting = of('ventilator').orderId
  const ownIn = async (orderId: string, who = supplier) =>
    (await who.call(tenderDetail, { params: { orderId } })).tradeId ?? undefined
  const bidders: Partial<Record<PlanName, string | undefined>> = {
    ventilator: await ownIn(decrypting),
    monitor: await ownIn(of('monitor').orderId),
    clean: await ownIn(of('clean').orderId, await cast.as('supplier2')),
  }
  const common: Known = {
    alias: 'kaibiao',
    expertId: expert?.expertId,
    noticeId: notice?.noticeId,
    biddingFileId: document,
    submissionId: current ? `${current.submissionId}#${hash}` : undefined,
    tradeId: trade?.tradeId,
    supplierId: trade?.supplierId,
    isApproval: '1',
    ceremonyId: ceremony?.ceremonyId,
  }
  return (workbench, plan) => {
    const order = workbench === 'agency' ? run[0]! : of(plan)
    const orders = { ...common, bidderId: bidders[plan], orderId: order.orderId, projectId: order.projectId }
    if (workbench === 'expert') return { ...orders, projectId: order.orderId }
    if (workbench === 'supplier') return { ...orders, projectId: order.orderId }
    return orders
  }
}

async function hashOf(supplier: HttpClient, params: { orderId: string; submissionId: string }): Promise<string> {
  const { content } = await supplier.file(receiptJson, { params })
  const { body } = JSON.parse(content.toString()) as Receipt
  return createHash('sha256').update(canonicalBytes(body)).digest('hex')
}
