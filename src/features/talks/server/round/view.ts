import type { OutputOf } from '#contract/endpoint.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { participants } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { roundRows, standings } from '#features/quotes/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../../contract-round.ts'
import type { Order } from '../access.ts'
import { DRAWN, HELD, roundTalkStatus, type RoundTalkWho } from '../../rules-round.ts'
import {
  type Any,
  besides,
  calledTrade,
  minutesOf,
  type MinutesRow,
  readOrder,
  type TalkRow,
  talksOf,
} from './access.ts'

type Ctx = Context<Employee>
const iso = (at: Date | null) => at?.toISOString() ?? null

/** The last round of an order that was opened, with who quoted in it and for how much. */
export async function lastRound(ctx: Any, orderId: string) {
  const rows = await roundRows(ctx, { orderId, kind: 'order' })
  const round = rows.findLast(({ status }) => status === RoundStatus.values.closed)
  if (!round) return null
  const quoted = (await standings(ctx, [round])).filter(({ quoteId }) => quoteId !== null)
  return {
    roundId: round.id,
    roundNo: round.roundNo,
    tradeIds: quoted.map(({ tradeId }) => tradeId),
    totals: new Map(quoted.map(({ tradeId, total }) => [tradeId, total])),
  }
}

/** All talks, as the buyer's side sees them, beside its own comparison. */
export async function talksView(ctx: Ctx, orderId: string): Promise<OutputOf<typeof c.roundTalks>> {
  const own = await readOrder(ctx, orderId)
  const [round, talks, people, action] = await Promise.all([
    lastRound(ctx, orderId),
    talksOf(ctx, { orderId }),
    participants(ctx, orderId),
    own.action('holdTalk'),
  ])
  const isHost = own.who.part === 'owner'
  const may: RoundTalkWho | null = action && action.reason === undefined ? { part: 'host' } : null
  const isDrawn = methodOf(own.order.method).group !== undefined
  // In a drawn order those take part whose turn was drawn.
  const takesPart = (tradeId: string) => !isDrawn || talks.some((one) => one.tradeId === tradeId)
  const minutes = await minutesOf(
    ctx,
    talks.map(({ id }) => id),
  )
  const nameOf = (tradeId: string) => people.find((one) => one.tradeId === tradeId)?.companyName ?? ''
  const heldIn = (tradeId: string) =>
    talks.filter((one) => one.tradeId === tradeId && one.roundNo === round?.roundNo && HELD.includes(one.status))
  return {
    blocked: isDrawn
      ? fillWords(methodOf(own.order.method).words, DRAWN)
      : action
        ? (action.reason ?? null)
        : isHost
          ? say(own.order, '报价开启后、定标前方可{act}')
          : say(own.order, '由经办单位组织{act}'),
    isHost,
    isDrawn,
    round: round && { roundId: round.roundId, roundNo: round.roundNo },
    suppliers: (round?.tradeIds ?? []).filter(takesPart).map((tradeId) => ({
      tradeId,
      supplierName: nameOf(tradeId),
      total: round!.totals.get(tradeId) ?? null,
      talks: heldIn(tradeId).length,
    })),
    talks: talks.map((talk) => ({
      ...talkValue(ctx, { order: own.order, talk }, { minutes, who: may, ...besides(talk, talks) }),
      turn: talk.turn,
      tradeId: talk.tradeId,
      supplierName: nameOf(talk.tradeId),
    })),
  }
}

/** The own talks of a supplier, from the call on. */
export async function ownTalksView(ctx: Ctx, orderId: string): Promise<OutputOf<typeof c.ownRoundTalks>> {
  const { order, trade } = await calledTrade(ctx, orderId)
  const talks = (await talksOf(ctx, { orderId, tradeId: trade.id })).filter(({ calledAt }) => calledAt !== null)
  const minutes = await minutesOf(
    ctx,
    talks.map(({ id }) => id),
  )
  const who: RoundTalkWho | null = order.state === 'quote.closed' ? { part: 'supplier' } : null
  const { id, code, title, method } = order
  return {
    orderId: id,
    code,
    title,
    method,
    tradeId: trade.id,
    talks: talks.map((talk) => talkValue(ctx, { order, talk }, { minutes, who, hasOther: false })),
  }
}

/** `who`: null for whoever only reads. */
function talkValue(
  ctx: Any,
  { order, talk }: { order: Order; talk: TalkRow },
  {
    minutes,
    who,
    hasOther,
    hasEarlier = false,
  }: { minutes: readonly MinutesRow[]; who: RoundTalkWho | null; hasOther: boolean; hasEarlier?: boolean },
): c.RoundTalk {
  const record = { state: talk.status, hasOther, hasEarlier }
  return {
    talkId: talk.id,
    roundNo: talk.roundNo,
    state: talk.status,
    plannedAt: talk.plannedAt.toISOString(),
    place: talk.place,
    subject: talk.subject,
    calledAt: iso(talk.calledAt),
    beganAt: iso(talk.beganAt),
    dropReason: talk.dropReason,
    // A turn tells how many others there are.
    turn: null,
    minutesEach: talk.minutes,
    actions: who ? roundTalkStatus(order).allowed(record, who, ctx.clock.now().getTime()) : [],
    minutes: minutes.filter(({ talkId }) => talkId === talk.id).map(minutesValue),
  }
}

export function minutesValue(row: MinutesRow): c.RoundTalk['minutes'][number] {
  return {
    version: row.version,
    endedAt: row.endedAt.toISOString(),
    people: row.people as c.RoundTalk['minutes'][number]['people'],
    content: row.content,
    hash: row.hash.toString('hex'),
    byName: row.createdByName,
    at: row.createdAt.toISOString(),
    agreed: row.agreed,
    reason: row.reason,
    repliedByName: row.repliedByName ?? '',
    repliedAt: iso(row.repliedAt),
  }
}
