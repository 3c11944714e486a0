import type { Route } from '#server/implement.ts'
import { implement, implementPublic } from '#server/implement.ts'
import * as c from '../contract-bid-file.ts'
import { envelopes, envelopeStatus, ownBidFile, spType } from './bid-file.ts'
import { openTicket, qrResult, releaseByTicket, startQr } from './qr.ts'
import { BIDDER } from './rows.ts'

/** The bid file service, but for what releases the keys from the hall itself. */
export const bidFileRoutes: readonly Route[] = [
  implement(c.encryptSpType, BIDDER, (ctx, { params }) => spType(ctx, params.id)),
  implement(c.digitalEnvelope, { ...BIDDER, readOnly: true }, async (ctx, { params }) =>
    envelopes(ctx, await ownBidFile(ctx, params.id)),
  ),
  implement(c.envelopeStatus, BIDDER, (ctx, { params }) => envelopeStatus(ctx, params.id)),
  implement(c.startQrDecrypt, BIDDER, (ctx, { params, raw }) => startQr(ctx, params.id, raw.request)),
  implement(c.qrDecryptResult, BIDDER, (ctx, { params }) => qrResult(ctx, params.id)),
  implementPublic(c.openTicket, {}, (ctx, { body }) => openTicket(ctx, body.ticket)),
  implementPublic(c.releaseByTicket, {}, (ctx, { body }) => releaseByTicket(ctx, body)),
]
