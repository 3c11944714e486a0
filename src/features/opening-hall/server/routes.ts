import { ANSWERS, BIDDERS } from './bound.ts'
import { AppError } from '#contract/errors.ts'
import { preparePasswordCheck } from '#features/passport/server/public.ts'
import { bidSuite, submissionFiles } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { implement, implementFile, implementPublic } from '#server/implement.ts'
import * as c from '../contract.ts'
import { checkOpened } from './check.ts'
import * as talk from '../contract-talk.ts'
import * as decryption from '../contract-decrypt.ts'
import { digitalHost } from '../contract-host.ts'
import { publicHall } from '../contract-portal.ts'
import { bidderRecord, currentOpening, entered, type HallPart, hallPart, openedEnvelope, stageOf } from './access.ts'
import { bidFileRoutes } from './bid-file-routes.ts'
import { actionsOf, confirm, lastMineOf, mineOf, release, signIn } from './bidder.ts'
import { jointOpening } from './joint-open.ts'
import { tellOfBondFault } from './bond-messages.ts'
import { jointRoutes, jointSubscribers } from './joint-routes.ts'
import { markRead, messages, send, totals } from './chat.ts'
import { decryptAgain, decryptOnRelease } from './decrypt.ts'
import { compareRoutes } from './compare-routes.ts'
import { digitalHostOf } from './digital-host.ts'
import { demandDrawn, prepareOpeningDraw } from './draw.ts'
import { companyName, doorOf, hallOf } from './hall.ts'
import { home } from './home.ts'
import * as host from './host.ts'
import { messageKinds } from './message-kinds.ts'
import { offerActions } from './offer.ts'
import { tellOfFirstStage, tellOfOffers } from './offer-messages.ts'
import { offerRoutes } from './offer-routes.ts'
import { startBeat } from './outage.ts'
import { extensionsOf } from './extensions.ts'
import { publicHallOf } from './portal.ts'
import { onlineBidders, stillHere } from './presence.ts'
import { BIDDER, HOST, page, rows, summary } from './rows.ts'
import { makeOfferSheetOnEnd, makeSheetOnEnd, sheetFile } from './sheet.ts'
import { signRecord } from './signing.ts'
import { topics } from './topics.ts'

const ANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const

type Ctx = Context<Employee>

export const openingHall: Feature = {
  name: 'opening-hall',
  files: { 'opening.sheet_file_id': 'id' },
  topics,
  subscribers: [
    decryptOnRelease,
    decryptAgain,
    tellOfBondFault,
    makeSheetOnEnd,
    makeOfferSheetOnEnd,
    tellOfFirstStage,
    tellOfOffers,
    ...jointSubscribers,
  ],
  workers: [jointOpening],
  start: startBeat,
  check: checkOpened,
  bound: [BIDDERS, ANSWERS],
  messageKinds,
  home,
  routes: [
    implement(c.hallDoor, ANY, async (ctx, { params }) => doorOf(ctx, await hallPart(ctx, params.id))),
    implement(c.hallDetail, ANY, async (ctx, { params, query }) => {
      const part = await entered(ctx, params.id)
      const hall = await hallOf(ctx, part, query.stage)
      return { ...hall, actions: [...hall.actions, ...(await offerActions(ctx, part))] }
    }),
    implement(digitalHost, ANY, async (ctx, { params }) => digitalHostOf(ctx, await entered(ctx, params.id))),
    implementFile(c.openingSheet, ANY, async (ctx, { params, query }) =>
      sheetFile(ctx, await entered(ctx, params.id), query),
    ),

    implement(c.startOpening, HOST, async (ctx, { params }) => {
      await host.start(ctx, params.projectId)
      await prepareOpeningDraw(ctx, params.projectId)
    }),
    implement(c.openMarks, HOST, (ctx, { params }) => host.openMarks(ctx, params.projectId)),
    implement(c.readOut, HOST, (ctx, { params }) => host.readOut(ctx, params.projectId, params.bidderId)),
    implement(c.fileBack, HOST, (ctx, { params, body }) =>
      host.fileBack(ctx, params.projectId, { bidderId: params.bidderId, ...body }),
    ),
    implement(c.bidRemark, HOST, (ctx, { params, body }) =>
      host.remark(ctx, params.projectId, { bidderId: params.bidderId, remark: body.openBidRemark }),
    ),
    implement(c.disputeReply, HOST, (ctx, { params, body }) =>
      host.replyDispute(ctx, params.projectId, { bidderId: params.bidderId, ...body }),
    ),
    implement(c.endOpening, HOST, async (ctx, { params }) => {
      await demandDrawn(ctx, params.projectId)
      await host.end(ctx, params.projectId)
    }),
    implement(decryption.extendDecryption, HOST, async (ctx, { params, body }) => ({
      decryptEnd: (await host.extend(ctx, params.projectId, body)).toISOString(),
    })),
    implement(decryption.extensionRecords, HOST, async (ctx, { params }) => {
      const { order } = await entered(ctx, params.projectId)
      const opening = await currentOpening(ctx, order.id)
      return extensionsOf(ctx, { orderId: order.id, stage: opening ? stageOf(opening) : 1 })
    }),
    implement(c.bidderPage, HOST, async (ctx, { params, query }) => page(await rows(ctx, params.projectId, 1), query)),
    implement(c.markPage, HOST, async (ctx, { params, query }) => page(await rows(ctx, params.projectId, 1), query)),
    implement(c.markList, HOST, (ctx, { params }) => rows(ctx, params.projectId)),
    implement(c.bidderSummary, HOST, async (ctx, { params }) => summary(await rows(ctx, params.projectId, 1))),
    implement(decryption.hostFileDecryption, HOST, async (ctx, { params }) => {
      if ((await entered(ctx, params.projectId)).part !== 'host') throw new AppError('notFound')
      return decryptionOf(ctx, params)
    }),
    implement(c.onlineBidders, HOST, async (ctx, { params }) => {
      await entered(ctx, params.projectId)
      const bidderIds = await onlineBidders(ctx, params.projectId)
      return { onlineCnt: bidderIds.length, bidderIds }
    }),
    implement(talk.hostSend, HOST, async (ctx, { params, body }) =>
      send(ctx, await speaker(ctx, params.projectId), { content: body.content, privateTo: body.bidderId }),
    ),
    implement(talk.hostMessages, HOST, async (ctx, { params, query }) =>
      messages(ctx, await entered(ctx, params.projectId), query),
    ),
    implement(talk.hostMessageTotal, HOST, async (ctx, { params }) =>
      totals(ctx, await entered(ctx, params.projectId)),
    ),
    implement(talk.hostMessagesRead, HOST, async (ctx, { params, query }) =>
      markRead(ctx, await entered(ctx, params.projectId), query),
    ),

    implement(c.bidderState, BIDDER, async (ctx, { params }) => ownState(ctx, params)),
    implement(c.ownerInfo, BIDDER, async (ctx, { params }) => owner(ctx, await entered(ctx, params.projectId))),
    implement(c.bidderMarkPage, BIDDER, async (ctx, { params, query }) =>
      page(await rows(ctx, params.projectId), query),
    ),
    implement(decryption.bidderFileDecryption, BIDDER, async (ctx, { params }) => {
      await own(ctx, params)
      const { bidder } = await mineOf(ctx, params.projectId, params)
      const suite = await bidSuite(ctx, bidder.submissionId)
      const submissionId = bidder.submissionId
      return { submissionId, encryptFileId: submissionId, ...suite, ...(await decryptionOf(ctx, params)) }
    }),
    implement(c.onlineRefresh, { ...BIDDER, readOnly: false }, async (ctx, { params }) =>
      stillHere(ctx, await own(ctx, params)),
    ),
    implement(c.signIn, BIDDER, (ctx, { params }) => signIn(ctx, params.projectId, params.bidderId)),
    implement(c.confirmMarks, BIDDER, (ctx, { params, body }) =>
      confirm(ctx, params.projectId, { bidderId: params.bidderId, ...body }),
    ),
    implement(c.signRecord, { ...BIDDER, prepare: preparePasswordCheck }, (ctx, { params, body, prepared }) =>
      signRecord(ctx, params, { sha256: body.sha256, prepared }),
    ),
    implement(talk.bidderSend, BIDDER, async (ctx, { params, body }) => {
      const part = await own(ctx, params)
      return send(ctx, part, { content: body.content, privateTo: body.toHostOnly ? params.bidderId : null })
    }),
    implement(talk.bidderMessages, BIDDER, async (ctx, { params, query }) =>
      messages(ctx, await own(ctx, params), query),
    ),
    implement(talk.bidderMessageTotal, BIDDER, async (ctx, { params }) => totals(ctx, await own(ctx, params))),
    implement(talk.bidderMessagesRead, BIDDER, async (ctx, { params }) => markRead(ctx, await own(ctx, params))),

    ...jointRoutes(HOST),

    implement(decryption.releaseKeys, BIDDER, (ctx, { params, body }) => release(ctx, params.id, body.keys)),
    implement(decryption.decryptResult, BIDDER, async (ctx, { params }) => result(ctx, params.id)),
    ...offerRoutes,
    ...compareRoutes,
    ...bidFileRoutes,
    implementPublic(publicHall, {}, (ctx, { params }) => publicHallOf(ctx, params.orderId)),
  ],
}

/** Who may speak as the host. */
async function speaker(ctx: Ctx, orderId: string): Promise<HallPart> {
  const part = await entered(ctx, orderId)
  if (part.part !== 'host') throw new AppError('notFound')
  return part
}

/** The hall from the own bidder's place; another bidder's id does not exist. */
async function own(ctx: Ctx, { projectId, bidderId }: { projectId: string; bidderId: string }): Promise<HallPart> {
  const part = await entered(ctx, projectId)
  if (part.part !== 'bidder' || part.tradeId !== bidderId) throw new AppError('notFound')
  return part
}

async function decryptionOf(ctx: Ctx, { projectId, bidderId }: { projectId: string; bidderId: string }) {
  const { order } = await entered(ctx, projectId)
  const opening = await currentOpening(ctx, projectId)
  const stage = opening ? stageOf(opening) : 1
  const row = await bidderRecord(ctx, { orderId: projectId, stage }, bidderId)
  if (!row) throw new AppError('notFound')
  const files = await submissionFiles(ctx, row.submissionId, openedEnvelope(order, stage))
  return { decryptState: row.decryptState, failure: row.failure, files }
}

async function ownState(ctx: Ctx, { projectId, bidderId }: { projectId: string; bidderId: string }) {
  await own(ctx, { projectId, bidderId })
  const mine = await lastMineOf(ctx, projectId, bidderId)
  const row = (await rows(ctx, projectId, stageOf(mine.opening))).find((b) => b.bidderId === bidderId)!
  const submissionId = mine.bidder.submissionId
  return { ...row, submissionId, encryptFileId: submissionId, actions: actionsOf(ctx, mine) }
}

async function owner(ctx: Ctx, { order }: HallPart) {
  const opening = await currentOpening(ctx, order.id)
  const user = opening?.hostUserId
    ? await ctx.one('app_user', { id: opening.hostUserId }, { columns: ['nickname'] })
    : undefined
  return {
    ownerTenantId: ctx.tenantId,
    purchaserName: await companyName(ctx, order.purchaserCompanyId),
    ownerName: await companyName(ctx, order.ownerCompanyId),
    hostName: user?.nickname ?? '',
  }
}

async function result(ctx: Ctx, submissionId: string) {
  const row = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .select(['b.decryptState', 'b.failure'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.submissionId', '=', submissionId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .orderBy('b.stage', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return { decryptState: row.decryptState, failure: row.failure }
}
