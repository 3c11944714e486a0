import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { demandVisible, orderRow } from '#features/procurement/server/public.ts'
import { checkpointOf } from '#features/sealed-bids/server/public.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { PublicHall } from '../contract-portal.ts'
import { PUBLIC_OPENING } from '../rules.ts'
import { stageLabel } from '../rules-offer.ts'
import { currentOpening, type OpeningRow, type Order, stageOf } from './access.ts'
import { releaseState } from './joint-access.ts'
import { biddersOf, companyName, readingOf } from './hall.ts'

type Ctx = Context<Actor | null>

/**
 * The hall as the public may watch it. Before the start it tells the date alone; reasons of failures, remarks,
 * disputes and presence stay with those who take part.
 */
export async function publicHallOf(ctx: Ctx, orderId: string): Promise<PublicHall> {
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === ctx.tenantId)
  if (!tenant?.config.funcList.includes(PUBLIC_OPENING)) throw new AppError('notFound')
  const order = await orderRow(ctx, orderId)
  if (!order.publishedAt) throw new AppError('notFound')
  await demandVisible(ctx, order)
  const opening = await currentOpening(ctx, orderId)
  const bidders = opening ? await biddersOf(ctx, { order, opening, viewer: null }) : []
  const isOpen = opening?.marksOpenedAt != null
  const release = opening ? await releaseState(ctx, order) : null
  return {
    orderId,
    title: order.title,
    orderCode: order.code,
    purchaserName: await companyName(ctx, order.purchaserCompanyId),
    place: order.place,
    openAt: order.openAt?.toISOString() ?? null,
    state: stateOf(order, opening, release),
    stageLabel: opening ? stageLabel(order.reviewModel, stageOf(opening)) : '',
    startedAt: opening?.startedAt?.toISOString() ?? null,
    // Nobody can release any more, whatever is left of the window.
    decryptEnd: release?.isClosed ? null : (opening?.decryptEnd?.toISOString() ?? null),
    marksOpenedAt: opening?.marksOpenedAt?.toISOString() ?? null,
    endedAt: opening?.endedAt?.toISOString() ?? null,
    controlPrice: order.controlPrice,
    referencePrice: isOpen ? opening.referencePrice : null,
    readingNo: opening?.endedAt ? null : (bidders.find((b) => b.bidderId === readingOf(bidders))?.no ?? null),
    bidders: bidders.map(({ no, supplierName, decryptState, quote, marks, confirmState }) => ({
      no,
      supplierName,
      decryptState,
      quote,
      marks: marks.map(({ markType, markName, markValue, markUnit }) => ({ markType, markName, markValue, markUnit })),
      confirmState,
    })),
    checkpoint: opening ? await checkpointOf(ctx, orderId) : null,
  }
}

function stateOf(
  order: Order,
  opening: OpeningRow | undefined,
  release: Awaited<ReturnType<typeof releaseState>>,
): string {
  if (isAbortive(order)) return '该标段已流标'
  if (!opening) return `等待开标（${formatTime(order.openAt)}）`
  if (opening.endedAt) return `开标已于 ${formatTime(opening.endedAt, true)} 结束`
  if (opening.marksOpenedAt) return '正在唱标'
  if (!release) return '投标人正在解密'
  if (!release.isClosed) return '投标人正在提交密钥'
  return release.isDone ? '投标文件已全部开启，等待公布' : '保管人正在共同开启全部投标文件'
}
