import { formatTime } from '#contract/time.ts'
import type { AllowedAction } from '#contract/transition.ts'
import { readinessOf } from '#features/joint-key/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import type { BondStanding } from '#features/procurement/contract/bond.ts'
import { bondStandings, orderRow } from '#features/procurement/server/public.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { wireStatus } from '#features/procurement/engine/states.ts'
import { checkpointOf } from '#features/sealed-bids/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BidderRow, HallDetail, HallDoor } from '../contract.ts'
import type * as z from 'zod'
import { ConfirmState, DecryptState, type HallStep, isSettled, PRESENCE_MS } from '../rules.ts'
import { type Stage, stageLabel } from '../rules-offer.ts'
import {
  currentOpening,
  type HallPart,
  isDoorOpen,
  type OpeningRow,
  openingRow,
  type Order,
  pricedStage,
  stageOf as stageIn,
} from './access.ts'
import { byName, drawable, drawOf, drawSteps } from './draw.ts'
import { extensionsOf } from './extensions.ts'
import { hallJoint } from './joint-view.ts'
import { remarksOf } from './marks.ts'
import { offerStatus } from './offer-status.ts'

type Door = z.output<typeof HallDoor>
/** What stands at the door. Tells nothing of bidders. */
export async function doorOf(ctx: Context<Employee>, part: HallPart): Promise<Door> {
  const { order } = part
  const purchaser = await companyName(ctx, order.purchaserCompanyId)
  return {
    projectId: order.id,
    title: order.title,
    orderCode: order.code,
    purchaserName: purchaser,
    part: part.part,
    bidderId: part.part === 'bidder' ? part.tradeId : null,
    openAt: order.openAt?.toISOString() ?? null,
    place: order.place,
    status: wireStatus(order.state),
    state: order.state,
    isOpen: await isDoorOpen(ctx, order),
    reviewModel: order.reviewModel,
  }
}

/**
 * The whole hall for one viewer. Quotes and marks are left out until they are open for all. `stage`: which opening, the
 * latest when left out.
 */
export async function hallOf(
  ctx: Context<Employee>,
  part: HallPart,
  stage?: Stage,
): Promise<z.input<typeof HallDetail>> {
  const { order } = part
  const opening = stage ? await openingRow(ctx, order.id, stage) : await currentOpening(ctx, order.id)
  const bidders = opening
    ? await biddersOf(ctx, { order, opening, viewer: part.part === 'bidder' ? part.tradeId : null })
    : []
  const host = opening?.hostUserId
    ? await ctx.one('app_user', { id: opening.hostUserId }, { columns: ['nickname'] })
    : undefined
  const joint = opening ? await hallJoint(ctx, order, part.part) : null
  const draw = opening && drawable(order).length > 0 ? await drawOf(ctx, order.id) : null
  return {
    ...(await doorOf(ctx, part)),
    stage: opening?.stage === 2 || stage === 2 ? 2 : 1,
    stageLabel: stageLabel(order.reviewModel, opening ? stageIn(opening) : (stage ?? 1)),
    offerBidOpenStatus: offerStatus(await openingRow(ctx, order.id, 2)),
    step: stepOf(order, opening, bidders),
    hostName: host?.nickname ?? '',
    startedAt: opening?.startedAt?.toISOString() ?? null,
    decryptEnd: opening?.decryptEnd?.toISOString() ?? null,
    marksOpenedAt: opening?.marksOpenedAt?.toISOString() ?? null,
    endedAt: opening?.endedAt?.toISOString() ?? null,
    controlPrice: order.controlPrice,
    referencePrice: referenceFor(part, opening),
    drawn: draw && {
      params: byName(draw.record).map(({ label, value }) => ({ label, value })),
      how: draw.how,
    },
    draw: opening ? await drawSteps(ctx, order) : null,
    extensions: opening ? await extensionsOf(ctx, { orderId: order.id, stage: stageIn(opening) }) : [],
    bidEnd: order.bidEnd?.toISOString() ?? null,
    bidders,
    readingId: readingOf(bidders),
    onlineCnt: bidders.filter((b) => b.isOnline).length,
    roundId: String(pricedStage(order)),
    suite: order.suite as 'intl' | 'gm',
    sheetReady: opening?.sheetFileId != null,
    sheetHash: opening?.sheetFileId ? await sheetHash(ctx, opening.sheetFileId) : null,
    checkpoint: opening ? await checkpointOf(ctx, order.id) : null,
    joint: joint?.view ?? null,
    readiness: !opening && part.part === 'host' && isJoint(order.settings) ? await readinessOf(ctx, order.id) : null,
    actions: part.part === 'host' ? hostActions(order, opening, { bidders, joint, now: ctx.clock.now() }) : [],
  }
}

/** Rows of all bidders in the order of the closing list. `viewer`: the trade looking, null for the buyer's side. */
export async function biddersOf(
  ctx: Context<Actor | null>,
  { order, opening, viewer }: { order: Pick<Order, 'id'>; opening: OpeningRow; viewer: string | null },
): Promise<BidderRow[]> {
  const since = new Date(ctx.clock.now().getTime() - PRESENCE_MS)
  const [rows, marks, online, signatures, bonds] = await Promise.all([
    ctx.tx
      .selectFrom('opening_bidder as b')
      .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
      .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
      .selectAll('b')
      .select('c.name as supplier')
      .where('b.tenantId', '=', ctx.tenantId)
      .where('b.orderId', '=', order.id)
      .where('b.stage', '=', opening.stage)
      .orderBy('b.no')
      .execute(),
    opening.marksOpenedAt
      ? ctx.many('opening_mark', { orderId: order.id, stage: opening.stage }, { orderBy: ['sort'] })
      : Promise.resolve([]),
    ctx.tx
      .selectFrom('hall_presence')
      .select('tradeId')
      .distinct()
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .where('seenAt', '>', since)
      .execute(),
    opening.endedAt ? signaturesOf(ctx, { orderId: order.id, stage: stageIn(opening) }) : Promise.resolve([]),
    opening.marksOpenedAt ? bondsOf(ctx, order.id, opening.endedAt) : Promise.resolve(null),
  ])
  const signed = new Map(signatures.map((s) => [s.tradeId, s.at.toISOString()]))
  const here = new Set(online.map((o) => o.tradeId))
  const byTrade = Map.groupBy(marks, (m) => m.tradeId)
  const notes = await remarksOf(ctx, order.id, opening)
  return rows.map((b) => ({
    bidderId: b.tradeId,
    no: b.no,
    supplierName: b.supplier,
    isOwn: b.tradeId === viewer,
    signedInAt: b.signedInAt?.toISOString() ?? null,
    isOnline: here.has(b.tradeId),
    decryptState: b.decryptState,
    decryptedAt: b.decryptedAt?.toISOString() ?? null,
    // Why it failed concerns the bidder and the host; others see the state.
    failure: viewer === null || viewer === b.tradeId ? b.failure : '',
    quote: opening.marksOpenedAt ? b.quote : null,
    marks: (byTrade.get(b.tradeId) ?? []).map((m) => ({
      markId: m.id,
      markType: m.markType,
      markName: m.name,
      markValue: m.value,
      markUnit: m.unit,
      openBidRemark: notes.get(b.tradeId)?.get(1) ?? '',
      openOfferBidRemark: notes.get(b.tradeId)?.get(2) ?? '',
    })),
    bond: bonds && bondOf(bonds.of(b.tradeId)),
    confirmState: b.confirmState,
    dispute: viewer === null || viewer === b.tradeId || opening.endedAt ? b.dispute : '',
    disputeReply: viewer === null || viewer === b.tradeId || opening.endedAt ? b.disputeReply : '',
    signedAt: signed.get(b.tradeId) ?? null,
    remark: opening.marksOpenedAt ? b.remark : '',
    readAt: b.readAt?.toISOString() ?? null,
  }))
}

/** SHA-256 of a stored sheet, hex. */
export async function sheetHash(ctx: Context<Actor | null>, fileId: string): Promise<string> {
  const row = await ctx.expectOne('file_object', { id: fileId }, { columns: ['sha256'] })
  return row.sha256.toString('hex')
}

export async function companyName(ctx: Context<Actor | null>, companyId: string): Promise<string> {
  const row = await ctx.one('company', { id: companyId }, { columns: ['name'] })
  return row?.name ?? ''
}

async function bondsOf(ctx: Context<Actor | null>, orderId: string, endedAt: Date | null) {
  return bondStandings(ctx, await orderRow(ctx, orderId), endedAt)
}

/** What the opening says of a bond; nothing where none is demanded. */
function bondOf(bond: BondStanding | null): BidderRow['bond'] {
  return bond === null || bond.state === 'notRequired'
    ? null
    : { label: bond.label, isFault: bond.isFault, detail: bond.detail }
}

function stepOf(order: Order, opening: OpeningRow | undefined, bidders: readonly BidderRow[]): HallStep {
  if (!opening) return 'sign-in'
  if (opening.endedAt || isOver(order)) return 'end'
  if (!opening.marksOpenedAt) return 'decrypt'
  return bidders.some((b) => b.decryptState === DecryptState.values.success && !b.readAt) ? 'read' : 'confirm'
}

/** The reference price is secret until the quotes are open; its host knows what was entered. */
function referenceFor(part: HallPart, opening: OpeningRow | undefined) {
  if (!opening?.referencePrice || (part.part !== 'host' && !opening.marksOpenedAt)) return null
  return { price: opening.referencePrice, basis: opening.referenceBasis }
}

/** Who has signed the record of an opening, in the order in which they did. */
export async function signaturesOf(ctx: Context<Actor | null>, of: { orderId: string; stage: Stage }) {
  return ctx.many('opening_signature', { orderId: of.orderId, stage: of.stage }, { orderBy: ['at'] })
}

/** Whom the read-out line is at: the bidder read last. */
export function readingOf(bidders: readonly BidderRow[]): string | null {
  const read = bidders.filter((b) => b.readAt !== null)
  return (
    read.reduce<BidderRow | null>((last, b) => (last === null || b.readAt! > last.readAt! ? b : last), null)
      ?.bidderId ?? null
  )
}

/** What the host may do now. The order's own table decides again when it is done. */
function hostActions(
  order: Order,
  opening: OpeningRow | undefined,
  { bidders, joint, now }: { bidders: readonly BidderRow[]; joint: Awaited<ReturnType<typeof hallJoint>>; now: Date },
): AllowedAction[] {
  if (order.state === 'publish.open') {
    const early = order.openAt === null || now < order.openAt
    return [
      {
        action: 'start',
        label: `开始${stageLabel(order.reviewModel, 1) || '开标'}`,
        primary: true,
        confirm: '开始后即公布投标人名单并启动解密，确认开始？',
        ...(early ? { reason: `未到开标时间（${formatTime(order.openAt)}）` } : {}),
      },
    ]
  }
  if (!opening || opening.endedAt || isOver(order)) return []
  // During the second opening the order is in review; once that is over nothing is opened any more.
  if (opening.stage === 2 && order.state !== 'review.running') return []
  const extend: AllowedAction = { action: 'extend', label: '延长解密时间' }
  // The officers come between the release and the marks.
  if (joint && !opening.marksOpenedAt && joint.view.doneAt === null)
    return joint.view.closedAt === null ? [...joint.actions, extend] : joint.actions
  if (!opening.marksOpenedAt) {
    const open = bidders.filter((b) => !isSettled(b.decryptState as DecryptState))
    const waiting = joint === null && open.length > 0 && opening.decryptEnd !== null && now < opening.decryptEnd
    return [
      {
        action: 'openMarks',
        label: '公布开标一览表',
        primary: true,
        confirm:
          open.length > 0
            ? `仍有${open.length}家未完成解密，公布后将视为撤销其投标（因平台原因解密失败的视为撤回）。确认公布？`
            : stageLabel(order.reviewModel, stageIn(opening)) === '商务开标'
              ? '公布后各投标人的商务开标内容同时可见，确认公布？'
              : '公布后所有投标人的报价同时可见，确认公布？',
        ...(waiting ? { reason: '解密时间未结束，仍有投标人未完成解密' } : {}),
      },
      ...(joint ? [] : [extend]),
    ]
  }
  const unread = bidders.filter((b) => b.decryptState === DecryptState.values.success && !b.readAt)
  const disputed = bidders.filter((b) => b.confirmState === ConfirmState.values.disputed && b.disputeReply === '')
  const notYet =
    unread.length > 0 ? '尚未全部唱标' : disputed.length > 0 ? `第${disputed[0]!.no}家的异议尚未答复` : undefined
  return [
    ...(unread.length > 0 ? [{ action: 'readNext', label: `唱标下一家（余${unread.length}家）`, primary: true }] : []),
    {
      action: 'end',
      label: '结束开标',
      primary: unread.length === 0,
      confirm: '结束后开标记录将固定并生成开标一览表，确认结束？',
      ...(notYet ? { reason: notYet } : {}),
    },
  ]
}
