import type { Route } from '#server/implement.ts'
import { implement, implementFile } from '#server/implement.ts'
import { ReviewModel } from '#features/procurement/rules/enums.ts'
import * as c from '../contract-offer.ts'
import { entered } from './access.ts'
import * as host from './host.ts'
import { startOffer } from './offer.ts'
import { HOST, page, rows, summary } from './rows.ts'
import { sheetFile } from './sheet.ts'

const second = (orderId: string) => ({ orderId, stage: 2 }) as const

/** Double envelope: the first opening's own start, and the second opening whole. */
export const offerRoutes: readonly Route[] = [
  implement(c.startBusinessOpening, HOST, (ctx, { params }) =>
    host.start(ctx, params.projectId, ReviewModel.values.double),
  ),
  implement(c.startOfferOpening, HOST, (ctx, { params }) => startOffer(ctx, params.projectId)),
  implement(c.offerBidderPage, HOST, async (ctx, { params, query }) =>
    page(await rows(ctx, params.projectId, 2), query),
  ),
  implement(c.offerBidderSummary, HOST, async (ctx, { params }) => summary(await rows(ctx, params.projectId, 2))),
  implement(c.offerMarkPage, HOST, async (ctx, { params, query }) => page(await rows(ctx, params.projectId, 2), query)),
  implement(c.openOfferMarks, HOST, (ctx, { params }) => host.openMarks(ctx, second(params.projectId))),
  implement(c.offerBidRemark, HOST, (ctx, { params, body }) =>
    host.remark(ctx, second(params.projectId), { bidderId: params.bidderId, remark: body.openOfferBidRemark }),
  ),
  implement(c.endOfferOpening, HOST, (ctx, { params }) => host.end(ctx, second(params.projectId))),
  implement(c.offerFileBack, HOST, (ctx, { params, body }) =>
    host.fileBack(ctx, second(params.projectId), { bidderId: params.bidderId, ...body }),
  ),
  implementFile(c.offerMarkReport, HOST, async (ctx, { params }) =>
    sheetFile(ctx, await entered(ctx, params.projectId), { stage: 2, format: 'pdf' }),
  ),
]
