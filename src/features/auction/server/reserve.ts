import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import type { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { ownersOrder, ownOrder } from '#features/procurement/server/public.ts'
import { RESERVE_TYPE, reserveCommitment } from '#features/sealing/core/auction-reserve.ts'
import type { AuctionReserve } from '#features/sealing/core/verify-auction.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { AuctionReserve as Reserve } from '#server/database/tables.ts'
import type { auctionReserve } from '../contract-reserve.ts'
import type { Any, Order } from './access.ts'

type Ctx = Context<Employee>

const SECRET = 'auction_reserve.secret'

/** The secret reserve as the buyer's side sees it; none is set while the saved terms ask for none. */
export async function reserveOf(ctx: Ctx, orderId: string): Promise<OutputOf<typeof auctionReserve>> {
  await ownOrder(ctx, orderId)
  const row = await ctx.one('auction_reserve', { orderId })
  return {
    isSet: row !== undefined,
    commitment: row?.commitment.toString('hex') ?? null,
    startPrice: row?.startPrice ?? null,
    setAt: row?.setAt.toISOString() ?? null,
    price: row?.price ?? null,
    salt: row?.salt?.toString('hex') ?? null,
  }
}

/** Sets the reserve of a draft; a new salt each time, so that equal prices do not show. */
export async function setReserve(ctx: Ctx, orderId: string, given: string): Promise<{ commitment: string }> {
  const own = await ownersOrder(ctx, orderId, 'update')
  demandSealed(own.order)
  await own.demand('edit')
  const { controlPrice: startPrice } = own.order
  if (startPrice === null) throw invalid('请先填写起始价')
  const price = new Exact(given).toFixed(2)
  if (new Exact(price).lt(startPrice)) throw invalid(`保留价不能低于起始价 ${formatAmount(startPrice)} 元`)
  const salt = randomBytes(32).toString('hex')
  const commitment = commitmentOf(ctx, orderId, { price, salt })
  const secret = ctx.cipher.seal(SECRET, rowIdOf(ctx, orderId), JSON.stringify({ price, salt }))
  const values = { commitment, secret, startPrice, setBy: ctx.actor.userId, setAt: ctx.clock.now() }
  await ctx.tx
    .insertInto('auction_reserve')
    .values({ tenantId: ctx.tenantId, orderId, ...values })
    .onConflict((c) => c.columns(['tenantId', 'orderId']).doUpdateSet(values))
    .execute()
  ctx.audit({
    action: 'auction.reserve',
    entity: 'order',
    entityId: orderId,
    summary: '设定保密保留价',
    // The fingerprint alone: what it hides stays hidden from auditors too.
    data: { commitment: commitment.toString('hex') },
  })
  return { commitment: commitment.toString('hex') }
}

/** What the best offer had to reach at the end of the auction; null: nothing. A secret one is revealed by this. */
export async function reserveAtEnd(
  ctx: Any,
  orderId: string,
  { reserve }: AuctionTerms,
): Promise<{ price: string; isWhole: boolean } | null> {
  if (!reserve) return null
  if (reserve.kind === 'open') return { price: new Exact(reserve.price).toFixed(2), isWhole: true }
  const row = await ctx.expectOne('auction_reserve', { orderId }, { lock: 'update' })
  const known = JSON.parse(ctx.cipher.open(SECRET, rowIdOf(ctx, orderId), row.secret)) as Known
  const isWhole = commitmentOf(ctx, orderId, known).equals(row.commitment)
  await ctx.update(
    'auction_reserve',
    { orderId },
    { price: known.price, salt: Buffer.from(known.salt, 'hex'), revealedAt: ctx.clock.now() },
  )
  return { price: known.price, isWhole }
}

/** The reserve as the archive's check reads it; null: none. */
export async function archivedReserve(ctx: Any, orderId: string, terms: AuctionTerms): Promise<AuctionReserve | null> {
  const { reserve } = terms
  if (!reserve) return null
  if (reserve.kind === 'open') return { kind: 'open', price: new Exact(reserve.price).toFixed(2) }
  const { commitment, price, salt } = await ctx.expectOne('auction_reserve', { orderId })
  return { kind: 'sealed', commitment: commitment.toString('hex'), price, salt: salt?.toString('hex') ?? null }
}

/** Fingerprint of a secret reserve, and the price once it is revealed: what everybody in the hall sees; null: there is none. */
export async function shownReserve(ctx: Any, orderId: string, { reserve }: AuctionTerms) {
  if (reserve?.kind !== 'sealed') return null
  const row = await ctx.one('auction_reserve', { orderId }, { columns: ['commitment', 'price'] })
  return row ? { commitment: row.commitment.toString('hex'), price: row.price } : null
}

/** Whether what the service keeps secret, and what it has revealed, is what was published. */
export function isReserveWhole(ctx: Any, row: Selectable<Reserve>): boolean {
  const hidden = JSON.parse(ctx.cipher.open(SECRET, rowIdOf(ctx, row.orderId), row.secret)) as Known
  const shown = row.price === null ? hidden : { price: row.price, salt: row.salt!.toString('hex') }
  return [hidden, shown].every((one) => commitmentOf(ctx, row.orderId, one).equals(row.commitment))
}

interface Known {
  price: string
  salt: string
}

function commitmentOf({ tenantId }: Pick<Any, 'tenantId'>, orderId: string, known: Known): Buffer {
  const { price, salt } = known
  return Buffer.from(reserveCommitment({ type: RESERVE_TYPE, tenantId: String(tenantId), orderId, price, salt }))
}

function rowIdOf({ tenantId }: Pick<Any, 'tenantId'>, orderId: string): string {
  return `${tenantId}/${orderId}`
}

function demandSealed(order: Order): void {
  if (OrderSettings.parse(order.settings).auction?.reserve?.kind !== 'sealed') throw new AppError('notFound')
}

function invalid(message: string): AppError {
  return new AppError('invalid', message, [{ path: 'price', message }])
}
