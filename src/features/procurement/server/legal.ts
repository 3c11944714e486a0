import * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { KeyHolders } from '../rules/key-holders.ts'
import type { Finding } from '../contract/shared.ts'
import { checkCalendar, type CalendarPolicy } from '../rules/legal-calendar.ts'
import { CALENDAR_RULES } from '../rules/legal-calendar-rules.ts'
import { GROUP_RULES } from '../rules/legal-calendar-groups.ts'
import { leastSuppliers } from '../rules/group-terms.ts'
import { type Moment, regimeUnder, type Schedule } from '../rules/legal-calendar-schedule.ts'
import { methodOf } from '../methods/all.ts'
import type { Order } from './access.ts'
import type { Project } from './projects.ts'

const Policy = z.object({
  counting: z.enum(['last-day-counts', 'full-days']).optional(),
  restDays: z.array(z.string()).optional(),
  severity: z.record(z.string(), z.enum(['block', 'warn'])).optional(),
})

/** What the tenant decided about the legal calendar: `legalCalendar` of its configuration; otherwise the law's own. */
export async function calendarPolicy(ctx: Context<Actor | null>): Promise<CalendarPolicy> {
  const row = await ctx.one('tenant', { id: ctx.tenantId }, { columns: ['config'] })
  const parsed = Policy.safeParse((row?.config as { legalCalendar?: unknown } | undefined)?.legalCalendar ?? {})
  return parsed.success ? parsed.data : {}
}

/** The legal calendar's findings about a schedule, in the form of the contract. */
export async function findingsOf(ctx: Context<Actor | null>, schedule: Schedule): Promise<Finding[]> {
  const policy = await calendarPolicy(ctx)
  return checkCalendar(schedule, policy).map(({ ruleId, citation, ok, severity, message, suggestion }) => ({
    ruleId,
    citation,
    title: CALENDAR_RULES.find((rule) => rule.id === ruleId)?.title ?? ruleId,
    ok,
    severity,
    message,
    ...(suggestion && SCHEDULE_FIELDS[suggestion.field]
      ? { suggestion: { field: SCHEDULE_FIELDS[suggestion.field]!, at: suggestion.at } }
      : {}),
  }))
}

/** What the tenant's policy says about who holds the parts of a joint key. */
export async function holderFinding(
  ctx: Context<Actor | null>,
  { method }: Pick<Order, 'method'>,
  keyHolders: KeyHolders,
): Promise<Finding | undefined> {
  // The same under every regime.
  const [finding] = await findingsOf(ctx, { method: methodOf(method).calendar, regime: 'tender', keyHolders })
  return finding
}

/**
 * What the tenant's policy says of experts who were named by hand, by name; undefined where the law does not demand a
 * draw.
 */
export async function drawFinding(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'method' | 'projectId'>,
  handPicked: readonly string[],
): Promise<Finding | undefined> {
  const [finding] = await findingsOf(ctx, { ...(await groundsOf(ctx, order)), handPicked })
  return finding
}

/** What the rules say of the number of people who look at the quotes of an order; undefined where they say nothing. */
export async function groupFinding(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'method' | 'projectId'>,
  groupSize: number,
): Promise<Finding | undefined> {
  const findings = await findingsOf(ctx, { ...(await groundsOf(ctx, order)), groupSize })
  return findings.find(({ ruleId }) => ruleId === 'group-inquiry')
}

/** What the rules say of a group that talks with suppliers, and of how many of these are left. */
export async function reviewGroupFindings(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'method' | 'projectId' | 'settings'>,
  known: Pick<Schedule, 'groupSize' | 'groupExperts' | 'handPicked' | 'supplierCount' | 'finalOffers'>,
): Promise<Finding[]> {
  const findings = await findingsOf(ctx, { ...(await groundsOf(ctx, order)), ...known, isFew: isFew(order) })
  return findings.filter(({ ruleId }) => GROUP_RULES.some(({ id }) => id === ruleId))
}

/** Whether the documents name a case in which two suppliers are enough. */
export function isFew({ method, settings }: Pick<Order, 'method' | 'settings'>): boolean {
  const { group, minSuppliers } = methodOf(method)
  return group !== undefined && leastSuppliers({ group, minSuppliers }, settings) < minSuppliers
}

/** What the rules say of a winner that is fixed now: how long after the report. Kept rules are left out. */
export async function decisionFindings(ctx: Context<Actor | null>, order: Reported & Pick<Order, 'projectId'>) {
  const reviewReportAt = reportedAt(order)
  const dates = { reviewReportAt, awardedAt: ctx.clock.now() }
  const findings = await findingsOf(ctx, { ...(await groundsOf(ctx, order)), ...dates })
  return findings.filter(({ ruleId, ok }) => !ok && DECISION_RULES.includes(ruleId))
}

const DECISION_RULES: readonly string[] = ['decide-winner', 'decide-inquiry', 'decide-group']

type Reported = Pick<Order, 'method' | 'reviewedAt' | 'openAt'>

/** When the order's owner knew the outcome: what the clock opens and nobody reviews is known from then on. */
export function reportedAt({ method, reviewedAt, openAt }: Reported): Date | undefined {
  return reviewedAt ?? (methodOf(method).reveal === 'clock' ? openAt : null) ?? undefined
}

/** What of a project decides whose rules its orders follow. */
export type LawProject = Pick<Project, 'regime' | 'category' | 'budget'>

export function lawProject(ctx: Context<Actor | null>, { projectId }: Pick<Order, 'projectId'>): Promise<LawProject> {
  return ctx.expectOne('project', { id: projectId }, { columns: ['regime', 'category', 'budget'] })
}

/** By which rules an order is judged. */
export async function groundsOf(ctx: Context<Actor | null>, order: Pick<Order, 'method' | 'projectId'>) {
  return groundsUnder(order, await lawProject(ctx, order))
}

function groundsUnder({ method: code }: Pick<Order, 'method'>, project: LawProject) {
  const { calendar: method } = methodOf(code)
  return { method, regime: regimeUnder(project, method), budget: project.budget, category: project.category }
}

/** The dates of a schedule that the law speaks of. */
const SCHEDULE_FIELDS: Partial<Record<Moment, NonNullable<Finding['suggestion']>['field']>> = {
  documentSaleStart: 'saleStart',
  documentSaleEnd: 'saleEnd',
  signUpDeadline: 'signUpEnd',
  questionDeadline: 'questionEnd',
  bidDeadline: 'bidEnd',
  openAt: 'openAt',
}

/** Throws `legalRule` when a finding forbids going on, and `confirm` when warnings have not been accepted. */
export function demandLawful(findings: readonly Finding[], acceptWarnings: boolean): void {
  const broken = findings.filter((f) => !f.ok)
  const blocks = broken.filter((f) => f.severity === 'block')
  if (blocks.length > 0) throw new AppError('legalRule', `${headOf(blocks[0]!)}${blocks[0]!.message}`, blocks)
  if (broken.length > 0 && !acceptWarnings)
    throw new AppError('confirm', `存在 ${broken.length} 项提醒，请确认后继续`, broken)
}

/** Rules that no law knows: the purchaser's own. */
const OWN_RULES: ReadonlySet<string> = new Set(['budget-line', 'budget-amount'])

function headOf({ ruleId }: Finding): string {
  return OWN_RULES.has(ruleId) ? '' : '不符合法定程序要求：'
}

type Dated = Pick<Order, 'saleStart' | 'saleEnd' | 'signUpEnd' | 'questionEnd' | 'bidEnd' | 'openAt'>

/** An order's planned dates and amounts as the law sees them. */
export function lawView(
  order: Dated & Pick<Order, 'method' | 'estimatedPrice' | 'bond'>,
  { project, noticeAt }: { project: LawProject; noticeAt: Date | null },
): Schedule {
  return {
    ...groundsUnder(order, project),
    methodFor: methodOf(order.method).regimes,
    noticeAt: noticeAt ?? undefined,
    documentSaleStart: order.saleStart ?? undefined,
    documentSaleEnd: order.saleEnd ?? undefined,
    signUpDeadline: order.signUpEnd ?? undefined,
    questionDeadline: order.questionEnd ?? undefined,
    bidDeadline: order.bidEnd ?? undefined,
    openAt: order.openAt ?? undefined,
    estimatedPrice: order.estimatedPrice,
    bond: order.bond,
  }
}
