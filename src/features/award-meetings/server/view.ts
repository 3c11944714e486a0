import { sql } from 'kysely'
import { drawRow, viewOf } from '#features/draws/server/public.ts'
import { buyerColumn, candidateRows, doesBuying, orderRow } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { MEETING_STATES, MEETING_STATUS } from '../rules/meeting.ts'
import { countedVotes } from './count.ts'
import { type Any, type Ctx, type Item, type Meeting, type Seat, SEATED, seatAt } from './access.ts'

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(MEETING_STATES).map((state) => [state, sql<boolean>`m.state = ${sql.lit(state)}`])),
}

/** Meetings as those read them who organise them or sit in them. */
export const viewRoutes: readonly Route[] = [
  implement(contract.meetingPage, SEATED, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'm',
        keys: ['id'],
        rows: () =>
          ownMeetings(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['m.title', 'm.code']))),
      },
      show: (rows) =>
        ownMeetings(ctx)
          .innerJoin(rows, 'page.id', 'm.id')
          .selectAll('m')
          .select([
            sql<number>`(select count(*)::int from award_meeting_order o where o.tenant_id = m.tenant_id and o.meeting_id = m.id)`.as(
              'orders',
            ),
            sql<number>`(select count(*)::int from award_meeting_member o where o.tenant_id = m.tenant_id and o.meeting_id = m.id
              and o.out_at is null)`.as('members'),
          ]),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(row, row)) }
  }),

  implement(contract.meetingDetail, SEATED, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.meetId)
    const { meeting, items, members, own, facts, who } = seat
    return {
      ...rowValue(meeting, { orders: items.length, members: facts.members }),
      note: meeting.note,
      minutes: meeting.minutes,
      cancelReason: meeting.cancelReason,
      createdAt: meeting.createdAt.toISOString(),
      calledAt: meeting.calledAt?.toISOString() ?? null,
      heldAt: meeting.heldAt?.toISOString() ?? null,
      endedAt: meeting.endedAt?.toISOString() ?? null,
      memberList: members.map((one) => ({
        memberId: one.id,
        employeeId: one.employeeId,
        name: one.name,
        isChair: one.isChair,
        isOwn: one.id === own?.id,
        reply: one.reply as '',
        replyReason: one.replyReason,
        isOut: one.outAt !== null,
        signedAt: one.signedAt?.toISOString() ?? null,
        remark: one.remark,
      })),
      agenda: await Promise.all(items.map((item) => itemValue(ctx, seat, item))),
      actions: MEETING_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),
]

/** Meetings of the own company, for who buys or audits; and those that one sits in, once they are called. */
function ownMeetings(ctx: Ctx) {
  const { companyId, employeeId, rights } = ctx.actor
  const reads = doesBuying(ctx.actor) || rights.has('auditing')
  buyerColumn(ctx.actor)
  return ctx.tx
    .selectFrom('award_meeting as m')
    .where('m.tenantId', '=', ctx.tenantId)
    .where((e) =>
      e.or([
        ...(reads ? [e('m.companyId', '=', companyId)] : []),
        e.and([
          e('m.state', '<>', 'draft'),
          e.exists(
            e
              .selectFrom('award_meeting_member as p')
              .select('p.id')
              .whereRef('p.tenantId', '=', 'm.tenantId')
              .whereRef('p.meetingId', '=', 'm.id')
              .where('p.employeeId', '=', employeeId)
              .where('p.outAt', 'is', null),
          ),
        ]),
      ]),
    )
}

function rowValue(row: Meeting, { orders, members }: { orders: number; members: number }) {
  const { id, code, title, rule, ballot, state, meetAt, place, createdByName } = row
  return {
    meetId: id,
    code,
    title,
    rule: rule as 'vote',
    ballot: ballot as 'open',
    state: state as 'draft',
    meetAt: meetAt.toISOString(),
    place,
    orders,
    members,
    createdByName,
  }
}

/** An order of the agenda. What a vote says is told once its round is counted, and of a secret ballot never by whom. */
export async function itemValue(
  ctx: Any,
  { meeting, members, own, who }: Pick<Seat, 'meeting' | 'members'> & Partial<Seat>,
  item: Item,
) {
  const { orderId, round, options, chosenTradeId } = item
  const order = await orderRow(ctx, orderId)
  const rows = await candidateRows(ctx, orderId)
  const votes = await ctx.many('award_vote', { meetingId: meeting.id, orderId }, { orderBy: ['round', 'memberId'] })
  const nameOf = new Map(members.map(({ id, name }) => [id, name]))
  const seated = new Set(members.filter(({ outAt }) => outAt === null).map(({ id }) => id))
  const now = votes.filter((vote) => vote.round === round && (chosenTradeId !== null || seated.has(vote.memberId)))
  const ownVote = now.find(({ memberId }) => memberId === own?.id)
  const draw = item.drawId === null ? undefined : await drawRow(ctx, item.drawId)
  // Of a lot the votes are open as soon as it is drawn among those who have most.
  const isCounted = chosenTradeId !== null || Boolean(draw?.frozenAt)
  const rounds = [...Map.groupBy(votes, (vote) => vote.round)]
    .filter(([no]) => no < round || isCounted)
    .map(([no, cast]) => [no, countedVotes(cast, members)] as const)
  return {
    orderId,
    code: order.code,
    title: order.title,
    method: order.method,
    round,
    candidates: rows.map(({ tradeId, rank, supplierName, price, score }) => ({
      tradeId,
      rank,
      supplierName,
      price,
      score,
    })),
    options: options ?? rows.map(({ tradeId }) => tradeId),
    voted: now.map(({ memberId }) => nameOf.get(memberId) ?? '').toSorted(),
    mayVote: meeting.state === 'held' && (who?.toVote ?? 0) > 0 && chosenTradeId === null && !ownVote,
    ownVote: ownVote?.tradeId ?? null,
    chosen: chosenTradeId,
    draw: draw ? await viewOf(ctx, draw) : null,
    rounds: rounds.map(([no, own]) => ({
      round: no,
      tally: [...Map.groupBy(own, ({ tradeId }) => tradeId)]
        .map(([tradeId, list]) => ({ tradeId, votes: list.length }))
        .toSorted((a, b) => b.votes - a.votes),
      named:
        meeting.ballot === 'secret'
          ? []
          : own.map(({ memberId, tradeId, reason }) => ({ name: nameOf.get(memberId) ?? '', tradeId, reason })),
    })),
  }
}
