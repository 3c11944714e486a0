import type { OutputOf } from '#contract/endpoint.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ownTalk, priceTalks, Talk } from '../../contract-talk.ts'
import { nextInTalk, TALK_STATUS, type TalkEntryKind, type TalkWho } from '../../rules/talk.ts'
import type { Order } from '../access.ts'
import { readOrder, supplierTalk, talksOf } from './access.ts'
import { rankedForTalk } from './acts.ts'
import { entriesOf, talkFacts, type TalkRow } from './entries.ts'

type Ctx = Context<Employee>

/** The talks of an order as the buyer's side sees them. Before the end of the auction there is no ranking to tell. */
export async function talksView(ctx: Ctx, orderId: string): Promise<OutputOf<typeof priceTalks>> {
  const own = await readOrder(ctx, orderId)
  const { order, who } = own
  const isHost = who.part === 'owner'
  const ranking = reached(order, 'ranked') ? await rankedForTalk(ctx, order) : []
  const nameOf = (tradeId: string) => ranking.find((one) => one.tradeId === tradeId)?.supplierName ?? ''
  const talks = await talksOf(ctx, orderId)
  const action = await own.as({ part: 'owner' }).action('talkPrice')
  const next = nextInTalk(ranking)
  const blocked = action ? (action.reason ?? (typeof next === 'string' ? next : null)) : whyNot(order)
  const mayAct = isHost && action !== undefined && action.reason === undefined
  return {
    isHost,
    ranking: ranking.map(({ talk: state, ...one }) => ({ ...one, state })),
    next: blocked === null && typeof next !== 'string' ? next : null,
    blocked,
    talks: await Promise.all(
      talks.map(async (talk) => ({
        ...(await talkValue(ctx, talk, mayAct ? { part: 'host' } : null)),
        rank: talk.rank,
        supplierName: nameOf(talk.tradeId),
      })),
    ),
  }
}

/** The own talk of a supplier. */
export async function ownTalkView(ctx: Ctx, orderId: string): Promise<OutputOf<typeof ownTalk>> {
  const { order, talk } = await supplierTalk(ctx, orderId)
  const purchaser = await ctx.one('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  return {
    code: order.code,
    title: order.title,
    purchaserName: purchaser?.name ?? '',
    talk: await talkValue(ctx, talk, order.state === 'auction.ended' ? { part: 'supplier' } : null),
  }
}

/** `who`: null for whoever only reads. */
async function talkValue(ctx: Ctx, talk: TalkRow, who: TalkWho | null): Promise<Talk> {
  const entries = await entriesOf(ctx, talk.id)
  const facts = talkFacts(talk, entries)
  const { state, box } = facts
  return {
    talkId: talk.id,
    state,
    startPrice: talk.startPrice,
    price: talk.price,
    openedAt: talk.openedAt.toISOString(),
    closedAt: talk.closedAt?.toISOString() ?? null,
    box: state === 'open' && box ? { price: box.price, until: new Date(box.until).toISOString() } : null,
    entries: entries.map((entry) => ({
      seq: entry.seq,
      kind: entry.kind as TalkEntryKind,
      side: entry.side as 'buyer',
      byName: entry.byName,
      at: entry.at.toISOString(),
      price: entry.price,
      until: entry.until?.toISOString() ?? null,
      text: entry.text,
      hash: entry.hash.toString('hex'),
    })),
    actions: who ? TALK_STATUS.allowed(facts, who, ctx.clock.now().getTime()) : [],
  }
}

function whyNot(order: Order): string {
  if (!OrderSettings.safeParse(order.settings).data?.auction?.priceTalk) return '竞价公告未规定竞价后议价'
  return reached(order, 'ranked') ? '当前状态不能议价' : '竞价结束后方可议价'
}
