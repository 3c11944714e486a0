import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import { NoticeKind } from '../rules/enums.ts'
import { say } from '../methods/say.ts'
import { isDecided, ORDER_STATUS } from '../engine/order-status.ts'
import { endOfPeriod } from '../rules/publicity.ts'
import { textOf, type RichNode } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import { contractDue } from './award-letter.ts'
import { buyer } from './bind.ts'
import { bondFindings, bondStandings } from './bond-standings.ts'
import { calendarPolicy, demandLawful, findingsOf, groundsOf } from './legal.ts'
import { lastNotice } from './notices.ts'
import { advanceOrder, orderFacts, ownOrder, publishNotice } from './public.ts'
import { fallingAward, fallingCandidates, tellFallen } from './result-change.ts'
import { markPublished, storeAward, storeFewerCandidates } from './result-store.ts'
import { awardLines, awardsOf, type CandidateRow, candidateRows, resultVersions } from './results.ts'
import { draftOf } from './templates.ts'
import { setTimers } from './timers.ts'
import { iso, noticeRow } from './values.ts'

export const awardRoutes: readonly Route[] = [
  buyer(contract.candidateDraft, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const notice = await lastNotice(ctx, order.id, NoticeKind.values.candidate)
    const { publicityDays } = OrderSettings.parse(order.settings)
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
      draft: await draftOf(ctx, order, {
        kind: NoticeKind.values.candidate,
        title: `${order.title}${say(order, '{won}候选人公示')}`,
        more: { 公示截止时间: formatTime(end) },
      }),
      publicityDays,
      publicityEnd: iso(order.publicityEnd),
      objections,
    }
  }),

  buyer(contract.winnerDetail, async (ctx, { params }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    const facts = await orderFacts(ctx, order)
    const candidates = await withBonds(ctx, order, await candidateRows(ctx, order.id))
    const [award] = await awardsOf(ctx, order.id)
    const versions = await resultVersions(ctx, order, 'award')
    const barred = versions.flatMap(({ rows }) => rows.map(({ tradeId }) => tradeId))
    const notice = await lastNotice(ctx, order.id, NoticeKind.values.result)
    const first = candidates.find(({ tradeId }) => tradeId === award?.tradeId) ?? candidates[0]
    const action = ORDER_STATUS.allowed(facts, who, ctx.clock.now().getTime()).find((a) => a.action === 'award')
    return {
      candidates,
      bondFindings: await bondFindings(ctx, order, candidates),
      eligible: candidates.map(({ tradeId }) => tradeId).filter((id) => !barred.includes(id)),
      versions,
      lines: award ? await awardLines(ctx, award) : [],
      winner: award
        ? {
            tradeId: award.tradeId,
            supplierName: award.name,
            price: award.price,
            reason: award.reason,
            decidedAt: award.decidedAt.toISOString(),
          }
        : null,
      notice: notice && noticeRow(notice),
      draft: await draftOf(ctx, order, {
        kind: NoticeKind.values.result,
        title: `${order.title}${say(order, '{won}结果公告')}`,
        more: first
          ? {
              中标人: first.supplierName,
              中标金额: `${formatAmount(first.price)} 元`,
              中标金额大写: toCapitals(first.price),
            }
          : {},
      }),
      publicityEnd: iso(order.publicityEnd),
      openObjections: facts.openObjections,
      blocked: action ? (action.reason ?? null) : isDecided(order) ? '由经办单位定标' : '当前状态不能定标',
      contractDue: award ? await contractDue(ctx, award.decidedAt) : null,
    }
  }),
]

/** Publicises the candidates for at least three days; with `change` anew, without those that fell away. */
export async function publishCandidates(
  ctx: Context<Employee>,
  orderId: string,
  { change, ...body }: Step<typeof contract.publishCandidates>,
): Promise<{ noticeId: string; publicityEnd: string }> {
  const { order, who } = await ownOrder(ctx, orderId, 'update')
  const now = ctx.clock.now()
  const action = change ? 'reCandidate' : 'publishCandidates'
  ORDER_STATUS.next(action, { record: await orderFacts(ctx, order), who, now: now.getTime() })
  const fallen = change && (await fallingCandidates(ctx, order, change))
  if (fallen) await storeFewerCandidates(ctx, order.id, fallen)
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
  const bonds = await bondFindings(ctx, order, candidates)
  demandLawful(bonds, body.acceptWarnings)
  const publicised = await advanceOrder(ctx, order, {
    action,
    who,
    patch: { publicityEnd },
    ...(fallen && { summary: fallen.summary }),
    data: {
      candidates: candidates.map(publicFacts),
      publicityEnd,
      acknowledged: bonds.map((one) => one.message),
      ...(fallen && { change: fallen.record }),
    },
  })
  const { noticeId } = await publishNotice(ctx, {
    order: publicised,
    kind: NoticeKind.values.candidate,
    title: body.title,
    content: body.content,
    check: (content) => demandNames(content, [...candidates.map((c) => c.supplierName), ...(fallen?.names ?? [])]),
    publicityEnd,
    data: { candidates: candidates.map(publicFacts), publicityDays: body.publicityDays, ...fallen?.published },
  })
  await markPublished(ctx, candidates[0]!.resultId, noticeId)
  await setTimers(ctx, publicised)
  if (fallen) tellFallen(ctx, order.id, fallen)
  return { noticeId, publicityEnd: publicityEnd.toISOString() }
}

/** Fixes the winner after the publicity period and publishes the result; with `change` another one, in place of the first. */
export async function publishWinner(
  ctx: Context<Employee>,
  orderId: string,
  { change, ...body }: Step<typeof contract.publishWinner>,
): Promise<{ noticeId: string }> {
  const { order, who } = await ownOrder(ctx, orderId, 'update')
  const now = ctx.clock.now()
  const isEarly = order.state === 'candidates.public' && order.publicityEnd !== null && now < order.publicityEnd
  if (isEarly && who.part === 'owner')
    throw new AppError('tooEarly', `公示期至 ${formatTime(order.publicityEnd)}，期满后方可定标`)
  const action = change ? 'reWinner' : 'award'
  ORDER_STATUS.next(action, { record: await orderFacts(ctx, order), who, now: now.getTime() })
  const fallen = change && (await fallingAward(ctx, order, { change, tradeId: body.tradeId }))
  const reason = change?.reason ?? body.reason
  const candidates = await candidateRows(ctx, order.id)
  const winner = candidates.find((c) => c.tradeId === body.tradeId)
  if (!winner)
    throw new AppError('invalid', say(order, '{winner}须为公示的{won}候选人'), [
      { path: 'tradeId', message: '请选择候选人' },
    ])
  // 实施条例第五十五条: the first candidate wins; another one only for a recorded reason.
  if (winner.rank !== 1 && reason.length < 2)
    throw new AppError('invalid', say(order, '确定非第一名候选人为{winner}的，须填写原因'), [
      { path: 'reason', message: '请填写原因' },
    ])
  const bonds = await bondFindings(ctx, order, [winner])
  demandLawful(bonds, body.acceptWarnings)
  const resultId = await storeAward(ctx, order, { winner, reason, change })
  const awarded = await advanceOrder(ctx, order, {
    action,
    who,
    patch: { awardedAt: now, endedAt: now },
    summary: `${fallen ? `${fallen.summary}；` : ''}${say(order, '确定{winner}')}：${winner.supplierName}，${formatAmount(winner.price)} 元`,
    data: {
      tradeId: winner.tradeId,
      rank: winner.rank,
      price: winner.price,
      reason,
      acknowledged: bonds.map((one) => one.message),
      ...(fallen && { change: fallen.record }),
    },
  })
  const { noticeId } = await publishNotice(ctx, {
    order: awarded,
    kind: NoticeKind.values.result,
    title: body.title,
    content: body.content,
    check: (content) => demandNames(content, [winner.supplierName, ...(fallen?.names ?? [])]),
    data: { winner: publicFacts(winner), reason: change ? '' : reason, ...fallen?.published },
  })
  await markPublished(ctx, resultId, noticeId)
  ctx.emit({
    kind: 'order.awarded',
    payload: { orderId: order.id, tradeId: winner.tradeId },
    topics: [`order:${order.id}`],
  })
  if (fallen) tellFallen(ctx, order.id, fallen)
  return { noticeId }
}

/** What a step is done with: the body of its call, without what its approval needs. */
type Step<C extends typeof contract.publishCandidates | typeof contract.publishWinner> = Omit<BodyOf<C>, 'approval'>

/** Candidates with how their bonds stand. */
async function withBonds(ctx: Context<Employee>, order: Order, rows: readonly CandidateRow[]) {
  const { of } = await bondStandings(ctx, order)
  return rows.map((row) => ({ ...row, bond: of(row.tradeId) }))
}

/** What a notice says of a candidate, beside its text. */
function publicFacts({ rank, supplierName, creditCode, price, score }: CandidateRow) {
  return { rank, supplierName, creditCode, price, score }
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
