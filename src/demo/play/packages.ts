import { Exact } from '#contract/money.ts'
import { projectPackages, publishPackage, savePackage } from '#features/packages/contract.ts'
import { signUpLots, tenderDetail } from '#features/procurement/contract/supplier.ts'
import { negotiation } from '#features/procurement/methods/negotiation.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from '../cast.ts'
import { COMPANIES, type CompanyKey } from '../companies.ts'
import { type Account, PEOPLE } from '../people.ts'
import * as buyer from './buyer.ts'
import { pdfOf } from './documents.ts'
import { inquiryPlan } from './inquiry.ts'
import type { PlanLine } from './plan.ts'
import { submitQuote } from './quotes.ts'

/** A project whose lots run as one package. */
export interface PackagePlan {
  projectName: string
  description: string
  title: string
  remark?: string
  lots: readonly {
    title: string
    price: string
    lines: readonly PlanLine[]
    /** Those who alone are invited to this lot. */
    invited?: readonly CompanyKey[]
  }[]
  /** Days for which candidates are publicised. */
  candidateDays?: number
}

interface Dates {
  purchaser?: CompanyKey | null
  /** Epoch ms. */
  signUpEnd: number
  deadline: number
}

export interface PlayedPackage {
  projectId: string
  packageId: string
  /** Orders by lot. */
  orderIds: string[]
}

/** The body that saves the package of a plan under an existing project. */
export function packageBody(plan: PackagePlan, projectId: string, { signUpEnd, deadline }: Dates) {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    projectId,
    method: negotiation.code,
    title: plan.title,
    remark: plan.remark ?? '',
    terms: {
      schedule: {
        saleStart: null,
        saleEnd: null,
        signUpEnd: at(signUpEnd),
        questionEnd: at(signUpEnd),
        bidEnd: at(deadline),
        openAt: null,
      },
      settings: {
        qualifications: [{ name: '营业执照', required: true }],
        bidFiles: [],
        marks: [],
        delivery: '合同签订后按采购人通知分批交付。',
        paymentTerms: '验收合格后30日内付款。',
        quote: { candidateDays: plan.candidateDays ?? 0 },
      },
    },
    lots: plan.lots.map(({ title, price, invited }, i) => ({
      lotNo: i + 1,
      title,
      estimatedPrice: price,
      controlPrice: price,
      admission: invited ? ('invited' as const) : ('open' as const),
      companyIds: (invited ?? []).map((key) => COMPANIES[key].id),
    })),
  }
}

/** Project and package of drafts. */
export async function draftPackage(client: HttpClient, plan: PackagePlan, dates: Dates): Promise<PlayedPackage> {
  const price = plan.lots.reduce((sum, lot) => sum.plus(lot.price), new Exact(0)).toFixed()
  const { projectName, description, title } = plan
  const project = inquiryPlan({ projectName, description, title, price, lines: [], method: negotiation.code })
  const items = plan.lots.flatMap(({ lines }, i) =>
    lines.map(([name, spec, unit, quantity, controlPrice]) => ({
      lotNo: i + 1,
      name,
      spec,
      unit,
      quantity,
      controlPrice,
    })),
  )
  const projectId = await buyer.createProject(client, { ...project, items }, dates.purchaser ?? null)
  const made = await client.call(savePackage, { body: packageBody(plan, projectId, dates) })
  return { projectId, ...made }
}

/** The same, published together. */
export async function publishedPackage(client: HttpClient, plan: PackagePlan, dates: Dates): Promise<PlayedPackage> {
  const made = await draftPackage(client, plan, dates)
  await client.call(publishPackage, { params: { packageId: made.packageId }, body: { acceptWarnings: true } })
  return made
}

/** Ticks these lots and signs up for them once. The trades, by order. */
export async function signUpForLots(
  cast: Cast,
  orderIds: readonly string[],
  { account, now }: { account: Account; now: Date },
): Promise<void> {
  const client = await cast.as(account)
  const [orderId] = orderIds as [string]
  const { title } = await client.call(tenderDetail, { params: { orderId } })
  const parts = [{ heading: '营业执照', paragraphs: [`本文件为${title}的报名资料：营业执照。`] }]
  const content = await pdfOf({ title: '营业执照', org: title, parts }, now)
  const { fileId, name } = await client.upload('qualification', '营业执照.pdf', content)
  const { name: contactName, mobile: contactMobile } = PEOPLE[account]
  const { rows } = await client.call(signUpLots, {
    params: { orderId },
    body: { orderIds: [...orderIds], contactName, contactMobile, files: [{ fileId, kind: '营业执照', name }] },
  })
  const refused = rows.find(({ outcome }) => outcome === 'refused')
  if (refused) throw new Error(`sign-up for ${refused.orderId}: ${refused.reason}`)
}

/** Quotes each of these lots at a part of its ceilings. */
export async function quoteLots(
  cast: Cast,
  orderIds: readonly string[],
  { by, part }: { by: Account; part: string },
): Promise<void> {
  for (const orderId of orderIds)
    await submitQuote(await cast.as(by), orderId, {
      by,
      priceOf: ({ controlPrice }) => new Exact(controlPrice ?? '100').times(part).toDecimalPlaces(4).toFixed(),
      lineOf: () => ({ deliveryDays: '10' }),
    })
}

/** The newest package of a project as its owner sees it. */
export async function packageOf(client: HttpClient, projectId: string) {
  const [found] = await client.call(projectPackages, { params: { projectId } })
  return found!
}
