import type { Selectable } from 'kysely'
import { serviceSigner } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { PriceTalk, PriceTalkEntry } from '#server/database/tables.ts'
import type { TalkEntryKind, TalkFacts, TalkState } from '../../rules/talk.ts'
import type { Any } from '../access.ts'
import { type EntryBody, entryHash, type EntryReceipt } from './chain.ts'

export type TalkRow = Selectable<PriceTalk>
export type EntryRow = Selectable<PriceTalkEntry>

/** Everything in a talk, in its order. */
export async function entriesOf(ctx: Any, talkId: string): Promise<EntryRow[]> {
  return ctx.many('price_talk_entry', { talkId }, { orderBy: ['seq'] })
}

/** What the status table looks at. */
export function talkFacts(talk: TalkRow, entries: readonly EntryRow[]): TalkFacts {
  const last = entries.findLast(({ kind }) => kind === 'ask' || kind === 'offer' || kind === 'refuse')
  const box = last?.kind === 'ask' ? { until: last.until!.getTime(), price: last.price } : null
  return { state: talk.status as TalkState, startPrice: talk.startPrice, price: talk.price, box }
}

interface Entry {
  kind: TalkEntryKind
  side: 'buyer' | 'supplier'
  price?: string | null
  until?: Date | null
  text?: string
}

/**
 * Adds to a talk, which the caller has locked: hashed to what was before, signed, with its fact in the audit trail under an
 * entity of its own, and told to the two sides alone.
 */
export async function addEntry(
  ctx: Context<Employee>,
  talk: TalkRow,
  { kind, side, price = null, until = null, text = '' }: Entry,
): Promise<{ seq: number; at: Date; hash: string }> {
  const sign = await serviceSigner(ctx)
  const at = ctx.clock.now()
  const seq = talk.seq + 1
  const body: EntryBody = {
    type: 'kaibiao/price-talk-entry/1',
    tenantId: String(ctx.tenantId),
    talkId: talk.id,
    seq,
    kind,
    side,
    price: price ?? '',
    until: until?.toISOString() ?? '',
    text,
    at: at.toISOString(),
    byUserId: ctx.actor.userId,
    prev: talk.head.toString('hex'),
  }
  const hash = entryHash(body)
  const receipt: EntryReceipt = { body, hash: hash.toString('hex'), ...sign('price-talk/entry', hash) }
  await ctx.insert('price_talk_entry', {
    talkId: talk.id,
    seq,
    kind,
    side,
    price,
    until,
    text,
    at,
    byUserId: ctx.actor.userId,
    byName: ctx.actor.name,
    hash,
    receipt: JSON.stringify(receipt),
  })
  const lowest = kind === 'offer' && price !== null ? { price } : {}
  const ended = kind === 'agree' || kind === 'fail' ? { status: ENDS[kind], closedAt: at } : {}
  await ctx.update('price_talk', { id: talk.id }, { seq, head: hash, ...lowest, ...ended })
  ctx.audit({
    action: `price-talk.${kind}`,
    entity: 'price-talk',
    entityId: talk.id,
    summary: SUMMARIES[kind],
    data: { orderId: talk.orderId, seq, price, until, hash: receipt.hash },
  })
  ctx.emit({
    kind: 'price-talk',
    payload: { talkId: talk.id, orderId: talk.orderId, entry: kind, side, seq },
    topics: [`price-talk:${talk.id}`, `order-owner:${talk.orderId}`],
  })
  return { seq, at, hash: receipt.hash }
}

const ENDS = { agree: 'agreed', fail: 'failed' } as const satisfies Partial<Record<TalkEntryKind, TalkState>>

/** Without prices and names: what was said stands in the talk. */
const SUMMARIES: Readonly<Record<TalkEntryKind, string>> = {
  open: '发起竞价后议价',
  ask: '议价：邀请报价',
  offer: '议价：提交报价',
  refuse: '议价：谢绝报价',
  message: '议价：留言',
  agree: '议价达成一致',
  fail: '议价未达成一致',
}
