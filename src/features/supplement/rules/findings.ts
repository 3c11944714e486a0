import { Exact, formatAmount, lineTotal, sum } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { type Counting, dayOf, daysBetween } from '#features/procurement/rules/legal-calendar-days.ts'
import { CALENDAR_RULES } from '#features/procurement/rules/legal-calendar-rules.ts'
import {
  type Moments,
  regimeUnder,
  type Schedule,
  TENDERS,
} from '#features/procurement/rules/legal-calendar-schedule.ts'
import type { Severity } from '#features/procurement/rules/legal-calendar-rule.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'
import type { Finding, Run } from '../contract/run.ts'
import { RUN_DATE_NAMES, RUN_DATES, type RunDateName, SEQUENCES } from './dates.ts'

/** What a tenant decides of the calendar; see `CalendarPolicy`. */
export interface Policy extends Partial<Counting> {
  severity?: Readonly<Record<string, Severity>>
}

/** Where no law says it: what has to be true of any registration. */
const OWN_SOURCE = '补录登记核对规则'
/** Dates without which a purchase of this kind cannot be held against its periods. */
const NEEDED: readonly RunDateName[] = ['noticeOn', 'deadlineAt', 'resultOn', 'contractOn']
const NEEDED_OF_TENDERS: readonly RunDateName[] = ['documentsFrom', 'documentsTo', 'openedAt', 'reviewedOn']
/** Methods that ask one supplier announce nothing that others answer. */
const WITHOUT_CALL = ['singleSource', 'direct']

/** All checks of a finished purchase that what is known of it allows. A breach is told, never refused. */
export function findingsOf(run: Run, policy: Policy = {}): Finding[] {
  return [
    ...sequenceFindings(run),
    ...missingFindings(run),
    ...legalFindings(run, policy),
    ...winnerFindings(run),
    ...priceFindings(run),
    ...sumFindings(run),
    ...doubleFindings(run),
  ]
}

export function breachesOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ ok }) => !ok)
}

/** Lots that something is said of, in their order. */
export function lotsOf({ participants, awards, lines }: Pick<Run, 'participants' | 'awards' | 'lines'>): number[] {
  return [...new Set([...participants, ...awards, ...lines].map(({ lotNo }) => lotNo))].toSorted((a, b) => a - b)
}

/** What was paid to all winners, yuan. */
export function dealOf({ awards }: Pick<Run, 'awards'>): string {
  return new Exact(sum(awards.map(({ price }) => price))).toFixed(2)
}

interface Rule {
  ruleId: string
  title: string
  source?: string
  severity?: Severity
}

function say({ ruleId, title, source = OWN_SOURCE, severity = 'block' }: Rule, wrong: readonly string[]): Finding[] {
  const base = { ruleId, title, source, severity }
  if (wrong.length === 0) return [{ ...base, ok: true, message: '' }]
  return wrong.map((message) => ({ ...base, ok: false, message }))
}

/** A lot is named where there are several. */
function inLot(run: Run, lotNo: number, message: string): string {
  return lotsOf(run).length > 1 ? `第 ${lotNo} 包：${message}` : message
}

function sequenceFindings(run: Run): Finding[] {
  const wrong = SEQUENCES.flatMap((sequence) => {
    const known = sequence.filter((name) => run[name] !== null)
    return known.slice(1).flatMap((name, i) => {
      const before = known[i]!
      return isEarlier(run, name, before)
        ? [`${RUN_DATES[name].label}（${shown(run, name)}）早于${RUN_DATES[before].label}（${shown(run, before)}）`]
        : []
    })
  })
  return say({ ruleId: 'sequence', title: '各环节时间先后有序' }, wrong)
}

function isEarlier(run: Run, name: RunDateName, before: RunDateName): boolean {
  const [at, limit] = [run[name]!, run[before]!]
  // A day is compared with days only.
  if (RUN_DATES[name].kind === 'instant' && RUN_DATES[before].kind === 'instant')
    return new Date(at).getTime() < new Date(limit).getTime()
  return dayOf(at) < dayOf(limit)
}

function shown(run: Run, name: RunDateName): string {
  return RUN_DATES[name].kind === 'day' ? run[name]! : formatTime(run[name])
}

function missingFindings(run: Run): Finding[] {
  const { calendar } = methodOf(run.method)
  if (WITHOUT_CALL.includes(calendar)) return []
  const needed = TENDERS.includes(calendar) ? [...NEEDED, ...NEEDED_OF_TENDERS] : NEEDED
  const missing = RUN_DATE_NAMES.filter((name) => needed.includes(name) && run[name] === null)
  return say(
    { ruleId: 'dates-known', title: '关键日期齐全', severity: 'warn' },
    missing.map((name) => `${RUN_DATES[name].label}未填写，相关期限无法核对`),
  )
}

/** The same calendar that orders of the platform are held against, over what happened. */
function legalFindings(run: Run, policy: Policy): Finding[] {
  const schedule = scheduleOf(run)
  const common = ask(schedule, policy)
  const known = new Set(common.map(({ ruleId }) => ruleId))
  const byLot = lotsOf(run).flatMap((lotNo) => {
    const supplierCount = new Set(
      run.participants.filter((one) => one.lotNo === lotNo).map(({ name, creditCode }) => creditCode || name),
    ).size
    return ask({ ...schedule, supplierCount }, policy)
      .filter(({ ruleId }) => !known.has(ruleId))
      .map((finding) => (finding.ok ? finding : { ...finding, message: inLot(run, lotNo, finding.message) }))
  })
  // One that every lot passes is told once.
  const broken = new Set(byLot.filter(({ ok }) => !ok).map(({ ruleId }) => ruleId))
  const passed = new Map(byLot.flatMap((one) => (broken.has(one.ruleId) ? [] : [[one.ruleId, one]])))
  return [...common, ...byLot.filter(({ ok }) => !ok), ...passed.values()]
}

function scheduleOf(run: Run): Schedule {
  const { calendar, regimes } = methodOf(run.method)
  const moments: Moments = Object.fromEntries(
    RUN_DATE_NAMES.flatMap((name) => (run[name] === null ? [] : [[RUN_DATES[name].moment, run[name]]])),
  )
  const { candidatesFrom, candidatesTo } = run
  const wasPublicised = candidatesFrom !== null && candidatesTo !== null
  return {
    ...moments,
    method: calendar,
    regime: regimeUnder(run, calendar),
    methodFor: regimes,
    budget: run.budget,
    category: run.category,
    ...(calendar === 'inquiry' && { candidateDays: wasPublicised ? daysBetween(candidatesFrom, candidatesTo) : 0 }),
  }
}

function ask(schedule: Schedule, policy: Policy): Finding[] {
  const counting: Counting = { counting: policy.counting ?? 'last-day-counts', restDays: policy.restDays ?? [] }
  return CALENDAR_RULES.flatMap(({ id, title, sources, methods, severity, predicate }) => {
    const source = methods.includes(schedule.method) && sources[schedule.regime]
    const verdict = source && predicate(schedule, counting)
    if (!verdict) return []
    const { ok, detail } = verdict
    return [{ ruleId: id, title, source, severity: policy.severity?.[id] ?? severity, ok, message: ok ? '' : detail }]
  })
}

function winnerFindings(run: Run): Finding[] {
  const strangers = run.awards.filter((award) => !offerOf(run, award))
  const unranked = run.awards.flatMap((award) => {
    const offer = offerOf(run, award)
    const first = run.participants.some(({ lotNo, rank }) => lotNo === award.lotNo && rank === 1)
    return offer && first && offer.rank !== 1 ? [{ award, offer }] : []
  })
  const shared = (lotNo: number) => run.awards.filter((one) => one.lotNo === lotNo).length > 1
  return [
    ...say(
      { ruleId: 'winner-participates', title: '成交供应商是参加单位' },
      strangers.map(({ lotNo, name }) => inLot(run, lotNo, `${name}不在参加单位中`)),
    ),
    ...say(
      { ruleId: 'winner-first', title: '成交供应商排名第一', severity: 'warn' },
      unranked
        .filter(({ award }) => !shared(award.lotNo))
        .map(({ award, offer }) =>
          inLot(
            run,
            award.lotNo,
            `${award.name}${offer.rank === null ? '没有排名' : `排名第 ${offer.rank}`}，不是第一`,
          ),
        ),
    ),
  ]
}

function offerOf({ participants }: Run, { lotNo, name, creditCode }: Run['awards'][number]) {
  const ofLot = participants.filter((one) => one.lotNo === lotNo)
  return (
    ofLot.find((one) => creditCode !== '' && one.creditCode === creditCode) ??
    ofLot.find((one) => one.name === name && (one.creditCode === '' || creditCode === ''))
  )
}

const BUDGET_SOURCE: Readonly<Partial<Record<Regime, string>>> = { government: '《政府采购法》第三十六条第一款第三项' }
const CEILING_SOURCE: Readonly<Partial<Record<Regime, string>>> = {
  tender: '《招标投标法实施条例》第五十一条第五项',
  government: '《政府采购货物和服务招标投标管理办法》（财政部令第87号）第六十三条第四项',
}

function priceFindings(run: Run): Finding[] {
  const { calendar, isSingleQuote } = methodOf(run.method)
  const regime = regimeUnder(run, calendar)
  const deal = dealOf(run)
  const over = (limit: string, what: string) =>
    new Exact(deal).gt(limit) ? [`成交总价 ${formatAmount(deal)} 元超过${what} ${formatAmount(limit)} 元`] : []
  const isFixed = TENDERS.includes(calendar) || isSingleQuote
  // A lot that is divided among winners gives each a part of what it offered.
  const isAlone = (lotNo: number) => run.awards.filter((one) => one.lotNo === lotNo).length === 1
  const other = run.awards.flatMap((award) => {
    const price = isAlone(award.lotNo) ? offerOf(run, award)?.price : null
    return price && !new Exact(price).eq(award.price)
      ? [inLot(run, award.lotNo, `${award.name}报价 ${formatAmount(price)} 元，成交价 ${formatAmount(award.price)} 元`)]
      : []
  })
  return [
    ...say(
      withSource({ ruleId: 'within-budget', title: '成交总价不超过预算' }, BUDGET_SOURCE[regime]),
      over(run.budget, '预算'),
    ),
    ...(run.ceiling === null
      ? []
      : say(
          withSource({ ruleId: 'within-ceiling', title: '成交总价不超过最高限价' }, CEILING_SOURCE[regime]),
          over(run.ceiling, '最高限价'),
        )),
    ...(isFixed
      ? say(
          { ruleId: 'price-as-offered', title: '成交价与其报价一致', source: '《招标投标法》第四十三条、第四十六条' },
          other,
        )
      : []),
  ]
}

function withSource(rule: Rule, source: string | undefined): Rule {
  return source ? { ...rule, source } : rule
}

function sumFindings(run: Run): Finding[] {
  if (run.lines.length === 0) return []
  const lines = run.lines.flatMap(({ lotNo, name, quantity, unitPrice, amount }) =>
    unitPrice !== null && amount !== null && !new Exact(lineTotal(unitPrice, quantity)).eq(amount)
      ? [
          inLot(
            run,
            lotNo,
            `“${name}”单价 × 数量为 ${formatAmount(lineTotal(unitPrice, quantity))} 元，登记金额为 ${formatAmount(amount)} 元`,
          ),
        ]
      : [],
  )
  const totals = lotsOf(run).flatMap((lotNo) => {
    const amounts = run.lines.filter((one) => one.lotNo === lotNo).map((line) => amountOf(line))
    const known = amounts.filter((one) => one !== null)
    if (amounts.length === 0 || known.length < amounts.length) return []
    const total = sum(known)
    const paid = sum(run.awards.filter((one) => one.lotNo === lotNo).map(({ price }) => price))
    return new Exact(total).eq(paid)
      ? []
      : [inLot(run, lotNo, `清单合计 ${formatAmount(total)} 元，成交价合计 ${formatAmount(paid)} 元`)]
  })
  return [
    ...say({ ruleId: 'line-amounts', title: '清单各行金额等于单价 × 数量' }, lines),
    ...say({ ruleId: 'line-sum', title: '清单合计等于成交价' }, totals),
  ]
}

/** Of a line, yuan; null while it has no price. */
export function amountOf({ unitPrice, quantity, amount }: Run['lines'][number]): string | null {
  return amount ?? (unitPrice === null ? null : lineTotal(unitPrice, quantity))
}

function doubleFindings(run: Run): Finding[] {
  const seen = new Set<string>()
  const doubles = run.participants.filter(({ lotNo, name, creditCode }) => {
    const key = `${lotNo}/${creditCode || name}`
    const isSeen = seen.has(key)
    seen.add(key)
    return isSeen
  })
  return say({ ruleId: 'participants-differ', title: '同一包内参加单位不重复' }, [
    ...new Set(doubles.map(({ lotNo, name }) => inLot(run, lotNo, `${name}重复登记`))),
  ])
}
