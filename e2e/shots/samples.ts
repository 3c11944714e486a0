import type { Workbench } from '#contract/workbench.ts'
import type { Account } from '#demo/people.ts'
import { TENANTS } from '#demo/tenants.ts'
import { features } from '#web/features.ts'
import { listOf, pathsOf, type Screen } from '#web/screen.ts'
import { type Known, type OrderName, parametersOf } from './parameters.ts'

/** One picture: who looks at which address. */
export interface Sample {
  name: string
  who: Account | null
  workbench: Workbench | ''
  address: string
  /** The address of another tenant. */
  host?: string
}

/** Who stands for a workbench. */
const PEOPLE: Record<Workbench, Account> = {
  purchaser: 'buyer',
  agency: 'agent',
  supplier: 'supplier1',
  expert: 'expert7',
  admin: 'admin',
}

/** Addresses that say more to somebody else: approvals and shared documents are those of the second tenant. */
const [BEIJIANG] = TENANTS.beijiang.hosts
const OTHERS: readonly (readonly [RegExp, Pick<Sample, 'who' | 'host'>])[] = [
  [/^\/(document|to-do-list)/, { who: 'bj-handler', host: BEIJIANG! }],
  [/^\/enterprise\/workflow-approval/, { who: 'bj-buyer', host: BEIJIANG! }],
  [/^\/enterprise\/audit-trail/, { who: 'buyer2' }],
]

/** The order that says most at an address; the first rule that fits counts. */
const ORDERS: readonly (readonly [RegExp, OrderName])[] = [
  [/bidders\/:bidderId\/review-hall$/, 'monitor'],
  [/offer-compare/, 'reagent'],
  [/open-hall|\/open$/, 'ventilator'],
  [/review|leader-recommend/, 'clean'],
  [/candidate/, 'monitor'],
  [/winner/, 'ultrasound'],
  [/abnormal\/auction|discarded/, 'security'],
  [/objection/, 'monitor'],
  [/joint-key/, 'joint'],
  [/preview$|bid-file\/make/, 'draft'],
  [/./, 'endoscope'],
]

type Workplace = readonly [Account, Workbench]
const BUYER: Workplace = ['buyer', 'purchaser']
const ORDER = '/purchaser/bidding/orders/:orderId'

/** Pictures beyond one per address: other states, other people. */
const MORE: readonly (readonly [name: string, who: Workplace, pattern: string, order: OrderName])[] = [
  ['order-sign-up', ['agent', 'agency'], '/agency/bidding/orders/:orderId/info', 'furniture'],
  ['order-opening', BUYER, `${ORDER}/info`, 'ventilator'],
  ['order-reviewing', BUYER, `${ORDER}/info`, 'clean'],
  ['order-abortive', BUYER, `${ORDER}/info`, 'security'],
  ['order-edit', BUYER, `${ORDER}/projects/:projectId/edit/kpbFile`, 'draft'],
  ['order-archived', BUYER, `${ORDER}/info`, 'ct'],
  ['candidate-publish', BUYER, `${ORDER}/candidate`, 'sterilizer'],
  ['winner-choice', BUYER, `${ORDER}/winner`, 'bed'],
  ['candidate-change', BUYER, `${ORDER}/abnormal/candidate`, 'monitor'],
  ['winner-change', BUYER, `${ORDER}/abnormal/winner`, 'ultrasound'],
  ['open-hall-announcing', BUYER, `${ORDER}/kpb/open-hall-home`, 'ecg'],
  ['review-report-to-write', ['expert1', 'expert'], '/review/projects/:projectId/review-report', 'xray'],
  ['open-hall-joint', BUYER, `${ORDER}/kpb/open-hall-home`, 'jointOpening'],
  ['open-hall-double', BUYER, `${ORDER}/kpb/open-hall-home`, 'ward'],
  ['open-hall-ended', BUYER, `${ORDER}/kpb/open-hall-home`, 'reagent'],
  ['review-report', BUYER, `${ORDER}/kpb/review-hall/review-report`, 'monitor'],
  ['review-report', ['expert1', 'expert'], '/review/projects/:projectId/review-report', 'monitor'],
  [
    'review-hall-asked',
    ['supplier2', 'supplier'],
    '/supplier/bid/orders/:orderId/kpb-project/:projectId/bidders/:bidderId/review-hall',
    'clean',
  ],
  ['sign-up', ['supplier1', 'supplier'], '/supplier/bid/orders/:orderId/trades', 'furniture'],
  ['bid-making', ['supplier5', 'supplier'], '/supplier/bid/orders/:orderId/bid', 'endoscope'],
]

/** Addresses without a picture, and why. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  '/blank-page': 'stands for half a second between two companies',
  '/select-company': 'seen by people of several companies before they choose',
  '/404': 'reached from unknown addresses',
  '/401': 'reached from addresses without right',
  '/join/:token': 'its link is a secret sent to one person',
  '/hall/qr/:ticket': 'its pass is a secret that lasts five minutes',
  '/demo/wechat/:scene': 'stands for a telephone while somebody binds an account',
  '/agency/compete/order/:orderId/abnormal/aborted-detail': 'the auction that the agency runs was held',
  '/agency/compete/order/:orderId/discarded/detail': 'the auction that the agency runs was held',
  '/agency/bidding/orders/:orderId/kpb/open-hall-home': 'the order that the agency runs is still at sign-up',
  '/agency/bidding/orders/:orderId/kpb/offer-compare': 'the order that the agency runs is still at sign-up',
}

/** Everything to be shown; addresses whose parameters nobody knows come back in `unknown`. */
export async function samples(base: string): Promise<{ all: Sample[]; unknown: string[] }> {
  const known = await parametersOf(base)
  const all: Sample[] = []
  const unknown: string[] = []
  for (const screen of features.flatMap((feature) => feature.screens)) {
    for (const pattern of pathsOf(screen)) {
      if (pattern in NOT_SHOWN) continue
      const workbench = workbenchOf(screen, pattern)
      const order = ORDERS.find(([rule]) => rule.test(pattern))![1]
      const who = workbench === '' ? null : PEOPLE[workbench]
      const other = who && OTHERS.find(([rule]) => rule.test(pattern))?.[1]
      const values = known({ pattern, workbench, order })
      const address = fill(pattern, values)
      const seen = { who: (values.who as Account | undefined) ?? who, ...other }
      if (address === null) unknown.push(pattern)
      else all.push({ name: nameOf(pattern, { all, workbench }), workbench, address, ...seen })
    }
  }
  for (const [name, [who, workbench], pattern, order] of MORE) {
    const address = fill(pattern, known({ pattern, workbench, order }))
    if (address === null) unknown.push(pattern)
    else all.push({ name, who, workbench, address })
  }
  all.push({ name: 'verifier', who: null, workbench: '', address: '/verify/' })
  return { all, unknown }
}

function workbenchOf(screen: Screen, pattern: string): Workbench | '' {
  if (screen.public) return ''
  const [first = 'purchaser'] = listOf(screen.workbench)
  return listOf(screen.workbench).find((one) => pattern.startsWith(`/${one}/`)) ?? first
}

/** The address with its parameters; optional ones are left out. null when one is not known. */
function fill(pattern: string, known: Known): string | null {
  const parts = pattern.split('/').filter((part) => !part.endsWith('?'))
  const filled = parts.map((part) => (part.startsWith(':') ? known[part.slice(1)] : part))
  return filled.includes(undefined) ? null : filled.join('/')
}

/** The words of the address; where another of the workbench has the same ones, with what stands at its end. */
function nameOf(pattern: string, { all, workbench }: { all: readonly Sample[]; workbench: string }): string {
  const parts = pattern.split('/').filter((part) => part !== '')
  const name = parts.filter((part) => !part.startsWith(':')).join('-') || 'home'
  const isTaken = all.some((one) => one.workbench === workbench && one.name === name)
  return isTaken ? `${name}-${parts.at(-1)!.replaceAll(/\W/g, '')}` : name
}
