import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { hall, HOST_V2 } from './contract-place.ts'
import { BidderRow, bidderSummary, bidRemark, fileBack, Remark } from './contract.ts'

/*
 * Double envelope: the opening of the business envelopes is started by a call of its own, and the quotations have an
 * opening of their own, for those who passed the first stage of the review.
 */

const OFFER = `${HOST_V2}/offer-open`

export const startBusinessOpening = endpoint({
  method: 'POST',
  path: `${HOST_V2}/business-open/start`,
  summary: 'Start the opening of the business envelopes at its time; quotation envelopes stay sealed',
  params: hall,
  errors: ['tooEarly', 'legalRule', 'wrongState'],
})

export const offerBidderPage = endpoint({
  method: 'GET',
  path: `${OFFER}/bidders/page`,
  summary: 'Who takes part in the opening of the quotations',
  params: hall,
  query: PageQuery,
  returns: pageOf(BidderRow),
})

export const offerBidderSummary = endpoint({
  method: 'GET',
  path: `${OFFER}/bidders/summary`,
  summary: 'How many of them have signed in and decrypted',
  params: hall,
  returns: bidderSummary.returns,
})

export const startOfferOpening = endpoint({
  method: 'POST',
  path: `${OFFER}/start`,
  summary:
    'Start the opening of the quotations, of those only who passed the first stage; the others stay sealed for ever',
  params: hall,
  errors: ['wrongState'],
})

export const offerMarkPage = endpoint({
  method: 'GET',
  path: `${OFFER}/bidders/marks/page`,
  summary: 'Marks of the quotations',
  params: hall,
  query: PageQuery,
  returns: pageOf(BidderRow),
})

export const openOfferMarks = endpoint({
  method: 'POST',
  path: `${OFFER}/open-mark`,
  summary: 'Open the quotes for everybody at once; who has not decrypted counts as revoked or withdrawn (A-112)',
  params: hall,
  errors: ['wrongState', 'tooEarly'],
})

export const offerBidRemark = endpoint({
  method: 'POST',
  path: `${OFFER}/bidders/{bidderId}/bid-remark`,
  summary: 'Note something on a bidder in the record of the second opening',
  params: bidRemark.params,
  body: z.object({ openOfferBidRemark: Remark }),
  errors: ['wrongState'],
})

export const endOfferOpening = endpoint({
  method: 'POST',
  path: `${OFFER}/open-bid-end`,
  summary: 'End the opening of the quotations; the review goes on with prices',
  params: hall,
  errors: ['wrongState'],
})

export const offerFileBack = endpoint({
  method: 'POST',
  path: `${HOST_V2}/bidders/{bidderId}/offer-file-back`,
  summary: "Give a quotation back unopened because decryption failed by others' fault (视为撤回, A-112)",
  params: fileBack.params,
  body: fileBack.body,
  errors: ['wrongState'],
})

export const offerMarkReport = endpoint({
  method: 'GET',
  path: '/review-hall/purchaser/kpb/projects/v2/{projectId}/offer-open/reports/bidder-mark',
  summary: 'Sheet of the second opening as PDF',
  params: hall,
  answer: 'file',
})
