import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { itemValue, orderItems } from '#features/procurement/server/public.ts'
import { jointKeyOf } from '#features/joint-key/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { wireStatus } from '#features/procurement/engine/states.ts'
import type { bidRoom as endpoint } from '../contract.ts'
import type { FileRole } from '#features/sealing/core/envelope-header.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { BID_STATUS, MAX_FILE, MAX_TOTAL } from '../rules.ts'
import { AppError } from '#contract/errors.ts'
import { type Bid, bidFacts, historyOf, ownBid } from './bid.ts'
import { draftNotes } from './draft-notes.ts'
import { companyKeys, keyView } from './keys.ts'
import { headAtDeadline } from './log.ts'
import { roundKeyFor } from './round-keys.ts'
import { type CurrentRound, currentRound, rounds } from './round-port.ts'
import { noticeTrust } from './trust.ts'

/** Everything the bid screen needs; nothing of any other bidder is in it, not even a number. */
export async function bidRoom(
  ctx: Context<Employee>,
  { params, query }: { params: { orderId: string }; query: { roundId?: string } },
): Promise<OutputOf<typeof endpoint>> {
  const bid = await ownBid(ctx, params.orderId)
  const { order, trade } = bid
  const settings = OrderSettings.parse(order.settings)
  const shown = await roundShown(ctx, bid, query.roundId)
  const { round, deadline } = shown
  const history = await historyOf(ctx, trade.id, round)
  const views = await submissionViews(ctx, history)
  const last = views.at(-1)
  const now = ctx.clock.now()
  const asked = await rounds().askedFor(ctx, order, { round, tradeId: trade.id })
  const targets = new Map(asked?.items?.map(({ itemId, target }) => [itemId, target]))
  const items = (await orderItems(ctx, order)).filter(({ id }) => !asked?.items || targets.has(id))
  const facts = await bidFacts(ctx, bid, shown)
  return {
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    method: order.method,
    tradeId: trade.id,
    bidderId: trade.supplierCompanyId,
    round,
    code: order.code,
    title: order.title,
    status: wireStatus(order.state),
    reviewModel: order.reviewModel,
    suite: order.suite as SuiteName,
    controlPrice: order.controlPrice,
    bidEnd: deadline?.toISOString() ?? null,
    openAt: order.openAt?.toISOString() ?? null,
    now: now.toISOString(),
    items: items.map(itemValue),
    // A round may be stricter than the documents.
    terms: settings.quote
      ? { ...settings.quote, ...(asked && { notAbove: asked.notAbove, isPartial: asked.isPartial }) }
      : null,
    roundNote: asked?.note ?? '',
    target: asked?.target ?? null,
    targets: [...targets].flatMap(([itemId, unitPrice]) => (unitPrice === undefined ? [] : [{ itemId, unitPrice }])),
    previous: await previousFor(ctx, order, { round, tradeId: trade.id }),
    marks: settings.marks,
    bidFiles: settings.bidFiles,
    trust: await noticeTrust(ctx, order, round),
    jointKey: await jointKeyFor(ctx, order),
    roundKey: await roundKeyShown(ctx, order, round),
    keys: await keysFor(ctx, { tradeId: trade.id, suite: order.suite }),
    current: last?.kind === 'submitted' ? last : null,
    receipt: history.at(-1)?.receipt ?? null,
    history: views,
    drafts: await draftNotes(ctx, { tradeId: trade.id, round, since: last ? new Date(last.at) : null }),
    maxFileSize: MAX_FILE,
    maxTotalSize: MAX_TOTAL,
    unconfirmed: facts.unconfirmed,
    actions: BID_STATUS.allowed(facts, { isBidder: true }, now.getTime()),
  }
}

/** The current round, or an earlier one, which takes nothing any more; `notFound` for one that the bidder was not asked to. */
async function roundShown(
  ctx: Context<Employee>,
  { order, trade }: Bid,
  roundId: string | undefined,
): Promise<CurrentRound> {
  const current = await currentRound(ctx, order, trade.id)
  if (roundId === undefined) return current
  const round = await rounds().numberOf(ctx, order, { roundId, tradeId: trade.id })
  if (round === null) throw new AppError('notFound')
  if (round === current.round) return current
  const head = await headAtDeadline(ctx, order.id, round)
  return { round, deadline: head?.deadline ?? order.bidEnd, isOpen: false }
}

async function roundKeyShown(ctx: Context<Employee>, order: Bid['order'], round: number) {
  const key = await roundKeyFor(ctx, order, round)
  return key && { keyId: key.keyId, publicKey: key.publicKey, fingerprint: key.fingerprint }
}

async function previousFor(ctx: Context<Employee>, order: Bid['order'], of: { round: number; tradeId: string }) {
  const quote = await rounds().previousOf(ctx, order, of)
  return quote && { total: quote.total, lines: [...quote.lines], alternatives: [...(quote.alternatives ?? [])] }
}

async function jointKeyFor(ctx: Context<Employee>, order: Bid['order']): Promise<Record<string, unknown> | null> {
  const key = isJoint(order.settings) ? await jointKeyOf(ctx, order.id) : null
  return key && { ...key.record }
}

async function submissionViews(ctx: Context<Employee>, history: Awaited<ReturnType<typeof historyOf>>) {
  const ids = history.map((row) => row.id)
  const files = ids.length
    ? await ctx.many(
        'bid_file',
        { submissionId: ids },
        { columns: ['submissionId', 'position', 'role', 'name', 'size', 'cipherHash'], orderBy: ['position'] },
      )
    : []
  const bySubmission = Map.groupBy(files, (file) => file.submissionId)
  return history.map((row) => ({
    submissionId: row.id,
    kind: row.kind as 'submitted' | 'withdrawn',
    at: row.at.toISOString(),
    by: row.byName ?? '',
    logIndex: row.logIndex,
    manifestHash: row.manifestHash.toString('hex'),
    keyId: row.keyId,
    fingerprint: row.fingerprint,
    files: (bySubmission.get(row.id) ?? []).map((file) => ({
      position: file.position,
      role: file.role as FileRole,
      name: file.name,
      size: file.size,
      cipherHash: file.cipherHash,
    })),
  }))
}

/** Keys that could be used, with the last rehearsal passed for this order. */
async function keysFor(ctx: Context<Employee>, { tradeId, suite }: { tradeId: string; suite: string }) {
  const passed = await ctx.tx
    .selectFrom('bid_rehearsal')
    .select(['keyId', (e) => e.fn.max('passedAt').as('at')])
    .where('tenantId', '=', ctx.tenantId)
    .where('tradeId', '=', tradeId)
    .groupBy('keyId')
    .execute()
  const at = new Map(passed.map((row) => [row.keyId, row.at]))
  return (await companyKeys(ctx)).map((key) => ({
    ...keyView(key),
    rehearsedAt: at.get(key.id)?.toISOString() ?? null,
    fits: key.suite === suite && key.revokedAt === null,
  }))
}
