import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import { NoticeKind } from '../rules/enums.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { isDecided } from '../engine/order-status.ts'
import { candidateDays } from '../rules/candidate-days.ts'
import { endOfPeriod, LEAST_PUBLICITY_DAYS } from '../rules/publicity.ts'
import { doc, textOf, type RichNode } from '../rules/rich-text.ts'
import { winnerFields } from '../rules/winner-fields.ts'
import type { Order } from './access.ts'
import type { OrderHandle } from './order-handle.ts'
import { budgetFindings, choiceIn, decideAward, mustPublishLines } from './award-decision.ts'
import { contractDue } from './award-letter.ts'
import { awardScope, isProposed, isRanked } from './award-scope.ts'
import { buyer } from './bind.ts'
import { bondFindings, bondStandings } from './bond-standings.ts'
import { listCandidates } from './candidate-list.ts'
import { calendarPolicy, decisionFindings, demandLawful, findingsOf, groundsOf } from './legal.ts'
import { meetings } from './meeting-port.ts'
import { lastNotice } from './notices.ts'
import { proposalInForce } from './proposal.ts'
import { ownOrder, publishNotice } from './public.ts'
import { fallingAward, fallingCandidates, tellFallen } from './result-change.ts'
import { type AwardDecision, markPublished, storeAward } from './result-store.ts'
import { awardInForce, type CandidateRow, candidateRows, resultVersions } from './results.ts'
import { candidateText, winnerText } from './result-texts.ts'
import { setTimers } from './timers.ts'
import { iso, noticeRow } from './values.ts'

export const awardRoutes: readonly Route[] = [
  buyer(contract.candidateDraft, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const notice = await lastNotice(ctx, order.id, NoticeKind.values.candidate)
    const publicityDays = candidateDays(order)
    const end = order.publicityEnd ?? endOfPeriod(ctx.clock.now(), publicityDays, await calendarPolicy(ctx))
    const { objections } = await ctx.tx
      .selectFrom('objection')
      .select((e) => e.fn.countAll<number>().as('objections'))
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .executeTakeFirstOrThrow()
    const rows = await candidateRows(ctx, order.id)
    return {
      rows: await withBonds(ctx, order, rows),
      bondFindings: await bondFindings(ctx, order, rows),
      versions: await resultVersions(ctx, order, 'candidates'),
      notice: notice && noticeRow(notice),
      draft:
        methodOf(order.method).candidates === 'never'
          ? { title: '', content: doc(), fields: {} }
          : await candidateText(ctx, order, { 公示截止时间: formatTime(end) }),
      publicityDays,
      leastDays: leastDays(order),
      proposal: await proposalInForce(ctx, order),
      scope: awardScope(order),
      publicityEnd: iso(order.publicityEnd),
      objections,
    }
  }),

  buyer(contract.winnerDetail, async (ctx, { params }) => winnerView(ctx, await ownOrder(ctx, params.orderId))),
]

/** The winners of an order, or what is needed to fix them. */
export async function winnerView(ctx: Context<Employee>, own: OrderHandle) {
  const { order } = own
  const facts = await own.facts()
  const candidates = await withBonds(ctx, order, await candidateRows(ctx, order.id))
  const award = await awardInForce(ctx, order.id)
  const proposal = await proposalInForce(ctx, order)
  const versions = await resultVersions(ctx, order, 'award')
  const barred = versions.flatMap(({ rows }) => rows.map(({ tradeId }) => tradeId))
  const notice = await lastNotice(ctx, order.id, NoticeKind.values.result)
  const meeting = award ? null : await meetings().decisionOf(ctx, order.id)
  const decided = candidates.find(({ tradeId }) => tradeId === meeting?.tradeId)
  const [first] = (award ?? proposal)?.winners ?? (decided ? [decided] : candidates)
  const action = await own.action('award')
  return {
    scope: awardScope(order),
    candidates,
    bondFindings: await bondFindings(ctx, order, candidates),
    eligible: candidates.map(({ tradeId }) => tradeId).filter((id) => !barred.includes(id)),
    versions,
    award,
    proposal,
    meeting,
    notice: notice && noticeRow(notice),
    draft: await winnerText(ctx, order, first ? winnerFields((award ?? proposal)?.winners ?? [first]) : {}),
    publicityEnd: iso(order.publicityEnd),
    openObjections: facts.openObjections,
    blocked: action ? (action.reason ?? null) : isDecided(facts) ? '由经办单位定标' : '当前状态不能定标',
    contractDue: award ? await contractDue(ctx, order, new Date(award.decidedAt)) : null,
  }
}

/** Publicises candidates for the days that are due; with `change` anew, without those that fell away. */
export async function publishCandidates(
  ctx: Context<Employee>,
  orderId: string,
  { change, ...body }: Step<typeof contract.publishCandidates>,
): Promise<{ noticeId: string; publicityEnd: string }> {
  const own = await ownOrder(ctx, orderId, 'update')
  const { order } = own
  const now = ctx.clock.now()
  const action = change ? 'reCandidate' : 'publishCandidates'
  await own.demand(action)
  const least = leastDays(order)
  if (body.publicityDays < least) {
    const message = `公示期不得少于 ${least} 日`
    throw new AppError('invalid', message, [{ path: 'publicityDays', message }])
  }
  const fallen = change && (await fallingCandidates(ctx, order, change))
  const decision = await listCandidates(ctx, order, { body: { ...body, change }, fallen })
  const candidates = await candidateRows(ctx, order.id)
  if (candidates.length === 0) throw new AppError('wrongState', say(order, '评审未推荐{won}候选人'))
  const publicityEnd = new Date(endOfPeriod(now, body.publicityDays, await calendarPolicy(ctx)))
  const findings = await findingsOf(ctx, {
    ...(await groundsOf(ctx, order)),
    candidateNoticeAt: now,
    candidateNoticeEnd: publicityEnd,
    candidateCount: candidates.length,
  })
  demandLawful(findings, true)
  const warnings = await bondFindings(ctx, order, candidates)
  if (decision) warnings.push(...(await budgetFindings(ctx, order, decision)))
  demandLawful(warnings, body.acceptWarnings)
  const facts = candidates.map((row) => candidateFacts(order, row))
  const publicised = await own.advance({
    action,
    patch: { publicityEnd },
    ...(fallen && { summary: fallen.summary }),
    data: {
      candidates: facts,
      ...(decision && { parts: partsOf(decision), items: decision.items, reason: body.reason }),
      publicityEnd,
      acknowledged: warnings.map((one) => one.message),
      ...(fallen && { change: fallen.record }),
    },
  })
  const { noticeId } = await publishNotice(ctx, {
    order: publicised,
    kind: NoticeKind.values.candidate,
    title: body.title,
    content: body.content,
    check: (content) => {
      demandNames(content, [...candidates.map((c) => c.supplierName), ...(fallen?.names ?? [])])
      if (decision)
        demandNames(
          content,
          candidates.map(({ price }) => formatAmount(price)),
        )
    },
    publicityEnd,
    data: { candidates: facts, publicityDays: body.publicityDays, ...fallen?.published },
  })
  await markPublished(ctx, candidates[0]!.resultId, noticeId)
  await setTimers(ctx, publicised)
  if (fallen) {
    const stay = candidates.map(({ tradeId }) => tradeId)
    const gone = fallen.before.map(({ tradeId }) => tradeId).filter((tradeId) => !stay.includes(tradeId))
    if (gone.length > 0) tellFallen(ctx, order.id, { ...fallen, tradeIds: gone })
  }
  return { noticeId, publicityEnd: publicityEnd.toISOString() }
}

/** Fixes the winner after the publicity period and publishes the result; with `change` another one, in place of the first. */
export async function publishWinner(
  ctx: Context<Employee>,
  orderId: string,
  { change, ...body }: Step<typeof contract.publishWinner>,
): Promise<{ noticeId: string }> {
  const own = await ownOrder(ctx, orderId, 'update')
  const { order, who } = own
  const now = ctx.clock.now()
  const isEarly = order.state === 'candidates.public' && order.publicityEnd !== null && now < order.publicityEnd
  if (isEarly && who.part === 'owner')
    throw new AppError('tooEarly', `公示期至 ${formatTime(order.publicityEnd)}，期满后方可定标`)
  const action = change ? 'reWinner' : 'award'
  await own.demand(action)
  const choice = await choiceIn(ctx, order, { ...body, change })
  const chosen = choice.awards?.map(({ tradeId }) => tradeId) ?? [choice.tradeId ?? '']
  const fallen = change && (await fallingAward(ctx, order, { change, chosen }))
  const reason = change?.reason ?? choice.reason
  const decision = await decideAward(ctx, order, { choice, change, barred: fallen?.barred ?? [], reason })
  const rows = decision.parts.map(({ row }) => row)
  const bonds = await bondFindings(ctx, order, rows)
  const budget = await budgetFindings(ctx, order, decision)
  // Whoever asks is reminded of a late decision; an approval that took its time carries it out all the same.
  const late = who.part === 'owner' && !change ? await decisionFindings(ctx, order) : []
  const warnings = [...bonds, ...budget, ...late]
  demandLawful(warnings, body.acceptWarnings)
  const before = change ? await awardInForce(ctx, order.id) : null
  const resultId = await storeAward(ctx, order, { decision, reason, change })
  const award = (await awardInForce(ctx, order.id))!
  const names = award.winners.map(({ supplierName, price }) => `${supplierName}，${formatAmount(price)} 元`)
  const awarded = await own.advance({
    action,
    patch: { awardedAt: now, endedAt: now },
    summary: `${fallen ? `${fallen.summary}；` : ''}${say(order, '确定{winner}')}：${names.join('；')}`,
    data: {
      winners: partsOf(decision),
      items: decision.items,
      reason,
      acknowledged: warnings.map((one) => one.message),
      ...(fallen && { change: fallen.record }),
    },
  })
  const hasLines = (body.publishesLines ?? false) || (await mustPublishLines(ctx, order))
  const { noticeId } = await publishNotice(ctx, {
    order: awarded,
    kind: NoticeKind.values.result,
    title: body.title,
    content: body.content,
    check: (content) => {
      demandNames(content, [...rows.map(({ supplierName }) => supplierName), ...(fallen?.names ?? [])])
      if (rows.length > 1)
        demandNames(
          content,
          award.winners.map(({ price }) => formatAmount(price)),
        )
    },
    data: {
      winners: rows.map((row) => {
        const { price, lines } = award.winners.find(({ tradeId }) => tradeId === row.tradeId)!
        return { ...publicFacts(row), price, ...(hasLines && { lines: lines.map(publicLine) }) }
      }),
      unbought: award.items.filter(({ unboughtReason }) => unboughtReason !== '').map(unboughtFacts),
      reason: change ? '' : reason,
      ...fallen?.published,
    },
  })
  await markPublished(ctx, resultId, noticeId)
  const told = before ? award.winners.filter((one) => !isSame(one, before.winners)) : award.winners
  for (const { tradeId } of told)
    ctx.emit({
      kind: 'order.awarded',
      payload: { orderId: order.id, tradeId },
      topics: [`order:${order.id}`],
    })
  if (fallen) tellFallen(ctx, order.id, fallen)
  return { noticeId }
}

type Won = NonNullable<Awaited<ReturnType<typeof awardInForce>>>['winners'][number]

/** Nothing has changed for this winner: its letter says the same as before. */
function isSame(one: Won, before: readonly Won[]): boolean {
  const had = before.find(({ tradeId }) => tradeId === one.tradeId)
  return JSON.stringify(had?.lines) === JSON.stringify(one.lines)
}

function publicLine({ line, name, spec, unit, quantity, unitPrice, amount }: Won['lines'][number]) {
  return { line, name, spec, unit, quantity, unitPrice, amount }
}

/** What a step is done with: the body of its call, without what its approval needs. */
type Step<C extends typeof contract.publishCandidates | typeof contract.publishWinner> = Omit<BodyOf<C>, 'approval'>

/** Candidates with how their bonds stand. */
async function withBonds(ctx: Context<Employee>, order: Order, rows: readonly CandidateRow[]) {
  const { of } = await bondStandings(ctx, order)
  return rows.map((row) => ({ ...row, bond: of(row.tradeId) }))
}

function partsOf({ parts }: AwardDecision) {
  return parts.map(({ row, price, lines }) => ({ tradeId: row.tradeId, rank: row.rank, price, lines }))
}

/** The days for which an order publicises candidates at least; one that does not is refused elsewhere. */
function leastDays(order: Order): number {
  return isProposed(order) ? candidateDays(order) : LEAST_PUBLICITY_DAYS
}

/** What a notice says of a candidate that is publicised: of one among several winners how many lines it shall deliver, no prices of them. */
function candidateFacts(order: Order, row: CandidateRow) {
  if (isRanked(order)) return publicFacts(row)
  const { supplierName, creditCode, price, lines } = row
  return { supplierName, creditCode, price, lineCount: lines?.length ?? 0 }
}

/** What a notice says of a candidate, beside its text. */
function publicFacts({ rank, supplierName, creditCode, price, score }: CandidateRow) {
  return { rank, supplierName, creditCode, price, score }
}

function unboughtFacts(item: { line: number; name: string; unit: string; unbought: string; unboughtReason: string }) {
  const { line, name, unit, unbought, unboughtReason } = item
  return { line, name, unit, quantity: unbought, reason: unboughtReason }
}

/** A notice must name those it is about: the text and the record must not disagree. */
function demandNames(content: RichNode, names: readonly string[]): void {
  const text = textOf(content)
  const missing = names.filter((name) => !text.includes(name))
  if (missing.length > 0) {
    const message = `公告正文未包含${missing.join('、')}`
    throw new AppError('invalid', message, [{ path: 'content', message }])
  }
}
