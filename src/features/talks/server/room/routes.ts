import { CompiledQuery } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { participants } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../../contract-room.ts'
import { PRESENCE_MS, type RoomSide, SHOWN_LINES } from '../../rules-room.ts'
import { roomPart } from './access.ts'

type Ctx = Context<Actor>

/** Both sides and the group; `roomPart` tells them apart. */
const INSIDE = { workbench: ['purchaser', 'agency', 'expert', 'supplier'] } as const

/** What the buyer's side is called to a supplier, which is not told who sits in the group. */
const UNNAMED = '采购方'

export const roomRoutes: readonly Route[] = [
  implementForPerson(c.talkRoom, INSIDE, async (ctx, { params }) => {
    const { talk, order, side, blocked } = await roomPart(ctx, params.talkId)
    const [here, lines, people] = await Promise.all([
      presentIn(ctx, talk.id),
      ctx.many('talk_line', { talkId: talk.id }, { orderBy: ['id desc'], limit: SHOWN_LINES }),
      participants(ctx, order.id),
    ])
    return {
      talkId: talk.id,
      side,
      supplierName: people.find(({ tradeId }) => tradeId === talk.tradeId)?.companyName ?? '',
      beganAt: talk.beganAt?.toISOString() ?? null,
      endsAt:
        talk.beganAt && talk.minutes !== null
          ? new Date(talk.beganAt.getTime() + talk.minutes * MINUTE).toISOString()
          : null,
      blocked,
      people: shownTo(side, here),
      lines: lines.toReversed().map((line) => lineFor(side, line)),
    }
  }),

  implementForPerson(c.sayInTalk, INSIDE, async (ctx, { params, body }) => {
    const { talk, side, blocked } = await roomPart(ctx, params.talkId, 'share')
    if (blocked !== null) throw new AppError('wrongState', blocked)
    const { userId, name } = ctx.actor
    const line = { id: ctx.newId(), side, name, content: body.content, at: ctx.clock.now() }
    await ctx.insert('talk_line', { talkId: talk.id, userId, ...line })
    for (const hearer of ['buyer', 'supplier'] as const)
      ctx.emit({
        kind: 'talk.line',
        payload: { talkId: talk.id, line: lineFor(hearer, line) },
        topics: [`talk-${hearer}:${talk.id}`],
      })
    return { lineId: line.id }
  }),

  implementForPerson(c.hereInTalk, INSIDE, async (ctx, { params }) => {
    const { talk, side } = await roomPart(ctx, params.talkId)
    // Worth nothing after a crash: the commit does not wait for the disk.
    await ctx.tx.executeQuery(CompiledQuery.raw('set local synchronous_commit = off'))
    const { userId, name } = ctx.actor
    const before = await presentIn(ctx, talk.id)
    const values = { side, name, seenAt: ctx.clock.now() }
    await ctx.tx
      .insertInto('talk_presence')
      .values({ tenantId: ctx.tenantId, talkId: talk.id, userId, ...values })
      .onConflict((on) => on.columns(['tenantId', 'talkId', 'userId']).doUpdateSet(values))
      .execute()
    if (before.some((one) => one.userId === userId)) return
    const topics = [`talk-buyer:${talk.id}`, `talk-supplier:${talk.id}`]
    ctx.emit({ kind: 'talk.presence', payload: { talkId: talk.id }, topics })
  }),
]

type Said = { id: string; side: string; name: string; content: string; at: Date }

/** A line as a side reads it. */
function lineFor(reader: RoomSide, { id, side, name, content, at }: Said): c.RoomLine {
  return {
    lineId: id,
    side: side as RoomSide,
    name: reader === 'supplier' && side === 'buyer' ? UNNAMED : name,
    content,
    at: at.toISOString(),
  }
}

async function presentIn(ctx: Ctx, talkId: string) {
  return ctx.tx
    .selectFrom('talk_presence')
    .select(['userId', 'side', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('talkId', '=', talkId)
    .where('seenAt', '>', new Date(ctx.clock.now().getTime() - PRESENCE_MS))
    .orderBy('side')
    .orderBy('name')
    .execute()
}

/** Who is there: a supplier learns that the buyer's side is, and neither names nor how many. */
function shownTo(reader: RoomSide, here: readonly { side: string; name: string }[]) {
  const people = here.map(({ side, name }) => ({ side: side as RoomSide, name }))
  if (reader === 'buyer') return people
  const own = people.filter(({ side }) => side === 'supplier')
  return people.length > own.length ? [{ side: 'buyer' as const, name: UNNAMED }, ...own] : own
}
