import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'
import { type FeeTiming, isCertificate } from './kinds.ts'
import type { Category, Part, RecruitState } from './order.ts'

/** How an application stands. */
export const ApplyStatus = enumeration({
  pending: { value: 0, label: '待审核' },
  passed: { value: 1, label: '已通过' },
  refused: { value: 2, label: '未通过' },
  sentBack: { value: 3, label: '退回修改' },
})
const S = ApplyStatus.values
export type ApplyStatusValue = (typeof S)[keyof typeof S]

export const FEE_STATES = {
  none: '无需缴费',
  due: '待缴纳',
  paid: '已缴纳',
  refunding: '退还中',
  refunded: '已退还',
} as const
export type FeeState = keyof typeof FEE_STATES

export interface FeeRow {
  refundAt: Date | null
  refundedAt: Date | null
}

/** How the fee stands by what was paid last; `due` says whether it is to be paid at all. */
export function feeState(fee: FeeRow | undefined, due: boolean): FeeState {
  if (fee && !fee.refundAt) return 'paid'
  if (due) return 'due'
  if (!fee) return 'none'
  return fee.refundedAt ? 'refunded' : 'refunding'
}

/** Whether an application owes the fee of its call now, unless it has paid. */
export function isOwed(of: { timing: FeeTiming; status: number; orderState: RecruitState }): boolean {
  if (of.timing === 'none' || of.orderState === 'published' || of.orderState === 'abandoned') return false
  if (of.status === S.refused) return false
  return of.timing === 'signUp' || of.status === S.passed
}

/** What decides and what applies, as acts on one application. */
export type TradeAction = 'pass' | 'refuse' | 'sendBack' | 'mend' | 'pay'

export interface TradeFacts {
  status: ApplyStatusValue
  orderState: RecruitState
  /** The step of the call that waits for approval. */
  held: string | null
  timing: FeeTiming
  fee: FeeState
  /** Why a document that is asked for does not hold, in words; null: all do. */
  expired: string | null
}

export type TradePart = Part | 'supplier'

const decides = (part: TradePart) => part === 'owner' || part === 'assistant'
const applies = (part: TradePart) => part === 'supplier'
const isOpen = ({ orderState }: TradeFacts) => (orderState === 'recruiting' ? true : '征集已截止')
const isUndecided = ({ orderState, held }: TradeFacts) => {
  if (held !== null) return `“${held}”审批中`
  if (orderState === 'published') return '结果已公布，审核结论不能再修改'
  return orderState === 'abandoned' ? '征集已终止' : true
}

export const TRADE_STATUS = statusTable<ApplyStatusValue, TradeAction, TradeFacts, TradePart>(
  ({ status }) => status,
  [
    {
      action: 'pass',
      label: '通过',
      from: [S.pending, S.refused],
      to: S.passed,
      who: decides,
      primary: true,
      guard: (facts) => {
        const open = isUndecided(facts)
        if (open === true && facts.expired !== null) return facts.expired
        if (open !== true || facts.timing !== 'signUp' || facts.fee === 'paid') return open
        return facts.status === S.refused ? '费用已退还，不能改为通过' : '供应商尚未缴费'
      },
    },
    {
      action: 'sendBack',
      label: '退回修改',
      from: [S.pending],
      to: S.sentBack,
      who: decides,
      guard: (facts) => {
        const open = isUndecided(facts)
        return open === true && facts.orderState !== 'recruiting' ? '征集已截止，供应商不能再修改' : open
      },
    },
    {
      action: 'refuse',
      label: '不通过',
      from: [S.pending, S.passed, S.sentBack],
      to: S.refused,
      who: decides,
      danger: true,
      guard: isUndecided,
    },
    { action: 'mend', label: '修改申请', from: [S.pending, S.sentBack], to: S.pending, who: applies, guard: isOpen },
    {
      action: 'pay',
      label: '缴纳费用',
      from: [S.pending, S.passed, S.sentBack],
      who: applies,
      primary: true,
      guard: ({ fee }) => (fee === 'due' ? true : fee === 'paid' ? '费用已缴纳' : '当前无需缴费'),
    },
  ],
)

/** What a supplier hands in for one document that a category asks for. */
export interface HandedIn {
  category: string
  document: string
  files: readonly unknown[]
  number: string
  validUntil: string | null
}

interface Application {
  categories: readonly string[]
  documents: readonly HandedIn[]
  contactName: string
  contactPhone: string
}

interface Documents {
  categories: readonly string[]
  documents: readonly HandedIn[]
}

/**
 * Which certificates that an application must have ended before `day`, in words; null: none. `day`: `2026-11-28`, today, and
 * once the call is over its last day, behind which nobody can hand in a renewed one.
 */
export function expiredOf(
  { categories, documents }: Documents,
  { wanted, day }: { wanted: readonly Category[]; day: string },
): string | null {
  const expired = wanted
    .filter(({ key }) => categories.includes(key))
    .flatMap((category) =>
      category.documents.flatMap(({ key, name, required, requireType }) => {
        const given = documents.find((one) => one.category === category.key && one.document === key)
        if (!required || !isCertificate(requireType) || !given || given.validUntil === null) return []
        return given.validUntil < day ? [`${name}有效期至 ${given.validUntil}，已过期`] : []
      }),
    )
  return expired.length > 0 ? expired.join('；') : null
}

/** Something that an application lacks. `path`: the field where it is mended. */
export interface Missing {
  path: string
  message: string
}

/**
 * What an application lacks before it can be handed in. `hasLicence`: the platform certified the company by its licence,
 * which then need not be handed in again. `today`: `2026-11-28`; a certificate must be valid beyond it.
 */
export function missingOf(
  { categories, documents, contactName, contactPhone }: Application,
  { wanted, hasLicence, today }: { wanted: readonly Category[]; hasLicence: boolean; today: string },
): Missing[] {
  const missing: Missing[] = []
  if (categories.length === 0) missing.push({ path: 'categories', message: '请选择申请的品类' })
  if (contactName.trim() === '') missing.push({ path: 'contactName', message: '请填写联系人' })
  if (contactPhone.trim() === '') missing.push({ path: 'contactPhone', message: '请填写联系电话' })
  for (const category of wanted.filter(({ key }) => categories.includes(key)))
    for (const document of category.documents) {
      const given = documents.find((one) => one.category === category.key && one.document === document.key)
      const path = `documents.${category.key}.${document.key}`
      const named = `${category.name}：${document.name}`
      const isGiven = given !== undefined && given.files.length > 0
      if (!isGiven) {
        if (document.required && !(document.requireType === 'licence' && hasLicence))
          missing.push({ path, message: `${named}未上传` })
        continue
      }
      if (!isCertificate(document.requireType)) continue
      if (given.number === '') missing.push({ path, message: `${named}未填写证书编号` })
      if (given.validUntil === null) missing.push({ path, message: `${named}未填写有效期` })
      else if (given.validUntil < today) missing.push({ path, message: `${named}已于 ${given.validUntil} 过期` })
    }
  return missing
}
