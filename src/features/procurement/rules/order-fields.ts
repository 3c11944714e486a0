import type { AuctionTerms } from './auction-terms.ts'
import { directionOf, extensionInWords, reserveInWords, stepInWords, talkInWords } from './auction-terms-meaning.ts'
import { type LowPriceTerms, lowPriceInWords } from '#features/evaluation/rules/low-price.ts'
import { roundingOf } from '#features/evaluation/rules/part-score.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { ScheduleInput } from '../contract/shared.ts'
import { PurchaseMethod } from './enums.ts'
import { methodOf } from '../methods/all.ts'
import { type GroupTerms, groupInWords } from './group-terms.ts'
import { partsInWords } from './score-parts.ts'
import { lowQuoteInWords, quoteInWords } from '../steps/quote/terms.ts'
import { type KeyMode, openingInWords } from './key-mode.ts'
import { saleInWords, type SaleTerms } from './sale-terms.ts'
import type { QuoteTerms } from './quote-terms.ts'
import type { OrderSettings } from './settings.ts'
import { expertsInWords, publicDays, reasonInWords, type SoleTerms } from '../steps/publicity/terms.ts'

/** What the live fields of a notice are computed from: a stored order, or the form that edits one. */
export interface FieldFacts {
  project: { name: string; code: string; description: string; region: string; funds: string }
  purchaser?: string | undefined
  agency?: string | undefined
  title: string
  code?: string | undefined
  method: number
  controlPrice: string | null
  bond: string
  documentFee: string
  place: string
  schedule: Partial<ScheduleInput>
  /** Names of the documents asked for at sign-up. */
  qualifications: readonly string[]
  auction?: AuctionTerms | undefined
  sale?: SaleTerms | undefined
  quote?: QuoteTerms | undefined
  /** Of a method with a group: what the documents say of it. */
  group?: GroupTerms | undefined
  /** Asked for beside the sheet that is filled in. */
  bidFiles?: OrderSettings['bidFiles'] | undefined
  /** Of quotes: whose key opens them, and how long suppliers release theirs. */
  keyMode?: KeyMode | undefined
  decryptMinutes?: number | undefined
  ways: readonly (Parameters<typeof roundingOf>[0][number] & Parameters<typeof partsInWords>[0][number])[]
  lowPrice?: LowPriceTerms | undefined
  /** Of a method that asks one supplier alone: why, whom, and until when that is publicised. */
  sole?: (SoleTerms & { supplier?: string | undefined; end?: string | undefined }) | undefined
}

/**
 * The live fields of an order by placeholder name: `1,000.00 元`, `2026-11-21 09:00` Beijing time. What is not known yet is
 * left out. A draft keeps the placeholders; both sides compute the values from here, and publication writes them down.
 */
export function orderFields(facts: FieldFacts): Record<string, string> {
  const { project, schedule } = facts
  const none = facts.qualifications.length === 0
  const values: Record<string, string | undefined> = {
    项目名称: project.name,
    项目编号: project.code,
    项目概况: project.description || undefined,
    项目地区: project.region || undefined,
    资金来源: project.funds || undefined,
    标段名称: facts.title || undefined,
    标段编号: facts.code,
    采购方式: PurchaseMethod.label(facts.method),
    采购人: facts.purchaser,
    代理机构: facts.agency,
    最高限价: facts.controlPrice === null ? '不设最高限价' : money(facts.controlPrice),
    投标保证金: Number(facts.bond) === 0 ? '无需缴纳' : money(facts.bond),
    招标文件售价: Number(facts.documentFee) === 0 ? '免费' : money(facts.documentFee),
    ...timeFields(schedule),
    开标地点: facts.place || undefined,
    计分舍入: roundingOf(facts.ways) || undefined,
    异常低价: facts.lowPrice && methodOf(facts.method).review === 'hall' ? lowPriceInWords(facts.lowPrice) : undefined,
    报名资料: none ? '无' : facts.qualifications.join('、'),
    报价要求: quoteFields(facts),
    ...auctionFields(facts),
    ...soleFields(facts),
    付款提货要求: facts.sale && saleInWords(facts.sale),
  }
  return known(values)
}

/** The live fields that are dates. */
export function dateFields(schedule: Partial<ScheduleInput>): Record<string, string> {
  return known(timeFields(schedule))
}

function timeFields(schedule: Partial<ScheduleInput>): Record<string, string | undefined> {
  return {
    招标文件获取开始时间: time(schedule.saleStart),
    招标文件获取截止时间: time(schedule.saleEnd),
    报名截止时间: time(schedule.signUpEnd),
    提问截止时间: time(schedule.questionEnd),
    投标截止时间: time(schedule.bidEnd),
    开标时间: time(schedule.openAt),
  }
}

function quoteFields({
  method,
  quote,
  group: terms,
  bidFiles,
  lowPrice,
  keyMode,
  decryptMinutes,
  ways,
}: FieldFacts): string | undefined {
  const { group, words } = methodOf(method)
  const low = quote && lowPrice && lowQuoteInWords(lowPrice)
  return (
    quote &&
    [
      quoteInWords(quote, bidFiles, group !== undefined),
      ...(group && terms ? [groupInWords(terms, group, words.act)] : []),
      ...(group?.decides === 'score' ? [partsInWords(ways)] : []),
      ...(keyMode ? [openingInWords(keyMode, decryptMinutes ?? 0)] : []),
      ...(low ? [low] : []),
    ].join('；')
  )
}

function known(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function auctionFields({ auction, controlPrice, schedule }: FieldFacts): Record<string, string | undefined> {
  if (!auction || controlPrice === null) return {}
  return {
    竞价开始时间: time(schedule.openAt),
    竞价时长: `${auction.durationMinutes} 分钟`,
    延时规则: extensionInWords(auction),
    ...(directionOf(auction) === 'rising'
      ? { 最小加价幅度: stepInWords(auction, controlPrice), 保留价: reserveInWords(auction) }
      : { 最小降幅: stepInWords(auction, controlPrice), 议价规则: talkInWords(auction) }),
  }
}

function soleFields({ method, sole }: FieldFacts): Record<string, string | undefined> {
  const { name, grounds } = methodOf(method)
  if (!sole || !grounds) return {}
  const days = publicDays(sole, grounds)
  return {
    拟定供应商: sole.supplier,
    [`${name}理由`]: sole.explanation ? reasonInWords(sole, grounds) : undefined,
    论证意见: expertsInWords(sole) || '无',
    [`${name}公示期限`]: days === 0 ? '不公示' : sole.end && `${days} 个工作日，至 ${formatTime(sole.end)}`,
  }
}

const money = (value: string) => `${formatAmount(value)} 元`
const time = (at: string | null | undefined) => (at ? formatTime(at) : undefined)
