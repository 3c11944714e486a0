import type { InputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import type * as orders from '#features/procurement/contract/order.ts'
import { projectDetail } from '#features/procurement/contract/project.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import type { WayPlan } from '#features/procurement/rules/default-ways.ts'
import { GroupTerms } from '#features/procurement/rules/group-terms.ts'
import { QUOTE_FILE } from '#features/procurement/rules/enums.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from '../cast.ts'
import type { CompanyKey } from '../companies.ts'
import { type Account, PEOPLE } from '../people.ts'
import * as buyer from './buyer.ts'
import { itemsOf, type PlanLine, type TenderPlan } from './plan.ts'
import * as supplier from './supplier.ts'

type Terms = NonNullable<NonNullable<InputOf<typeof orders.createOrder>['body']['settings']>['quote']>

/** What is bought by quotes, for at most `price` yuan, under these terms. */
export type InquiryPlan = TenderPlan & {
  terms: Terms
  /** Asked for beside the sheet, and whether it must be there. */
  files?: Readonly<Record<string, boolean>>
  facts?: readonly Readonly<Record<string, string>>[]
  /** How long suppliers release their keys, where they hold them. */
  decryptMinutes?: number
  /** Of a method with a group: what differs from the usual. */
  group?: Partial<GroupTerms>
  /** Criteria, of a method that scores. */
  ways?: WayPlan[]
}

export function inquiryPlan(
  given: Pick<TenderPlan, 'projectName' | 'title' | 'description'> & {
    price: string
    lines: readonly PlanLine[]
    terms?: Terms
    files?: InquiryPlan['files']
    method?: number
    invited?: readonly CompanyKey[]
    /** By line: what the method asks of it. */
    facts?: InquiryPlan['facts']
    category?: TenderPlan['category']
    keyMode?: TenderPlan['keyMode']
    decryptMinutes?: number
    group?: InquiryPlan['group']
    ways?: InquiryPlan['ways']
  },
): InquiryPlan {
  const { price, lines, terms = {}, method = comparison.code, category = 'goods', ...rest } = given
  const [regime] = methodOf(method).regimes
  return {
    ...rest,
    method,
    terms,
    regime,
    category,
    region: '江州市',
    funds: regime === 'government' ? '财政资金' : '自筹资金',
    budget: price,
    estimatedPrice: price,
    controlPrice: price,
    bond: '0',
    suite: 'intl',
    items: itemsOf(lines),
  }
}

/** Consumables of a laboratory in six lines, which may be split among three invited suppliers, in up to three rounds. */
export const SPLIT: InquiryPlan = inquiryPlan({
  projectName: '江州市第一人民医院检验科耗材询比采购',
  title: '检验科常用耗材询比采购',
  description: '采购采血管、移液吸头、离心管等检验科常用耗材，按月分批送货。',
  price: '190300',
  terms: { rounds: 3, isPartial: true, award: 'item', notAbove: 'line', deliveryDays: 'asked', brand: 'asked' },
  invited: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
  lines: [
    ['真空采血管', 'EDTA-K2，2mL', '支', '60000', '0.9'],
    ['真空采血管', '促凝胶，5mL', '支', '40000', '1.1'],
    ['移液吸头', '200μL，盒装灭菌', '盒', '800', '45'],
    ['离心管', '1.5mL，无酶', '包', '600', '38'],
    ['血糖试纸', '50片装', '盒', '500', '46'],
    ['一次性尿杯', '60mL，带盖', '只', '30000', '0.35'],
  ],
})

export async function signUp(
  cast: Cast,
  orderId: string,
  { account, now }: { account: Account; now: Date },
): Promise<string> {
  const { name: contact, mobile } = PEOPLE[account]
  return supplier.signUp(await cast.as(account), orderId, { contact, mobile, now })
}

/** Each line at its part of the unit ceiling; null leaves it out. */
export function atParts(parts: readonly (string | null)[]): (item: Item) => string | null {
  return (item) => {
    const part = parts[item.line - 1]
    return part == null ? null : new Exact(item.controlPrice ?? '100').times(part).toDecimalPlaces(4).toFixed()
  }
}

interface InquiryDates {
  purchaser: CompanyKey | null
  signUpEnd: number
  deadline: number
}

/** Project, draft and publication of an inquiry; dates in epoch ms. */
export async function publishInquiry(client: HttpClient, plan: InquiryPlan, dates: InquiryDates): Promise<string> {
  const orderId = await draftInquiry(client, plan, dates)
  await buyer.publish(client, orderId)
  return orderId
}

/** Project and draft, its notice made from the template. */
export async function draftInquiry(client: HttpClient, plan: InquiryPlan, dates: InquiryDates): Promise<string> {
  const projectId = await buyer.createProject(client, plan, dates.purchaser)
  const { lines } = await client.call(projectDetail, { params: { projectId } })
  const facts = plan.facts?.map((asked, i) => [lines[i]!.itemId, asked])
  const instant = (ms: number) => new Date(ms).toISOString()
  const { title, estimatedPrice, controlPrice, bond, invited } = plan
  return buyer.draftFromTemplate(
    client,
    {
      projectId,
      method: plan.method,
      admission: invited ? 'invited' : 'open',
      title,
      estimatedPrice,
      controlPrice,
      bond,
      ...(plan.decryptMinutes && { decryptMinutes: plan.decryptMinutes }),
      schedule: {
        saleStart: null,
        saleEnd: null,
        signUpEnd: instant(dates.signUpEnd),
        questionEnd: instant(dates.signUpEnd),
        bidEnd: instant(dates.deadline),
        openAt: null,
      },
      settings: {
        qualifications: [{ name: '营业执照', required: true }],
        bidFiles: Object.entries(plan.files ?? {}).map(([name, required]) => ({ role: QUOTE_FILE, name, required })),
        marks: [],
        delivery: '合同签订后按采购人通知分批送达指定地点。',
        paymentTerms: '验收合格后30日内付款。',
        quote: plan.terms,
        ...(plan.regime === 'government' && { lowPrice: { rule: 'government' as const } }),
        ...(plan.keyMode && { keyMode: plan.keyMode }),
        ...(methodOf(plan.method ?? comparison.code).group && { group: GroupTerms.parse(plan.group ?? {}) }),
        ...(plan.ways && { ways: plan.ways }),
        ...(facts && { lineFacts: Object.fromEntries(facts) }),
      },
    },
    { notice: invited ? '邀请书' : '公告', invited },
  )
}
