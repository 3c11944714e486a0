import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { LineOffer, PricedItem } from '#features/procurement/contract/shared.ts'
import { hall, HOST } from './contract-place.ts'

/*
 * What the host does with opened quotes: comparing them, and putting on record what the tender documents leave to the
 * opening. Nothing of it answers before the quotes are open for everybody.
 */

const HOST_V3 = '/workbench/purchaser/kpb/projects/v3/{projectId}'
const Percent = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/, '百分比格式不正确')

export const reviewWays = endpoint({
  method: 'GET',
  path: `${HOST}/review-ways`,
  summary: 'Ways of review as published, the price plan, and what of it is drawn at the opening',
  params: hall,
  returns: z.object({
    reviewMethod: z.number().int(),
    reviewModel: z.number().int(),
    ways: z.array(
      z.object({
        wayId: z.string(),
        type: z.number().int(),
        name: z.string(),
        itemKind: z.number().int(),
        fullMark: z.string(),
        isAutomatic: z.boolean(),
        /** Double envelope: 1 judged before the quotations are opened, 2 after. */
        stage: z.number().int(),
        items: z.array(
          z.object({ name: z.string(), standard: z.string(), fullMark: z.string(), isObjective: z.boolean() }),
        ),
      }),
    ),
    price: z.object({ baseKind: z.number().int(), percentage: z.string(), floatRate: z.string() }),
    drawable: z.array(
      z.object({ name: z.enum(['percentage', 'floatRate']), label: z.string(), options: z.array(z.string()) }),
    ),
    drawn: z
      .object({
        params: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
        how: z.string(),
        at: Instant,
      })
      .nullable(),
  }),
})

export const submitControlPrice = endpoint({
  method: 'POST',
  path: `${HOST}/control-price/submit`,
  summary:
    'Enter the reference price (标底) before the quotes are open; everybody learns it with them (实施条例第五十条). A ceiling stands in the tender documents and cannot be set here (第二十七条)',
  params: hall,
  body: z.object({ price: Amount, basis: z.string().trim().max(200).default('') }),
  errors: ['wrongState', 'invalid'],
})

export const submitScoreParams = endpoint({
  method: 'POST',
  path: `${HOST_V3}/auto-score/params-submit`,
  summary: 'Put the parameters of the price score on record that were drawn at the opening, once',
  params: hall,
  body: z.object({
    params: z.object({ percentage: Percent.optional(), floatRate: Percent.optional() }),
    how: z.string().trim().min(2, '请填写抽取方式').max(200),
  }),
  errors: ['wrongState', 'invalid'],
})

export const drawScoreParams = endpoint({
  method: 'POST',
  path: `${HOST_V3}/auto-score/params-draw`,
  summary: 'Have the platform draw these parameters: what is drawn is frozen now, the result comes with its beacon',
  params: hall,
  errors: ['wrongState'],
})

export const finalOffer = endpoint({
  method: 'GET',
  path: `${HOST}/final-offer`,
  summary: 'Final offers: what each opened bid comes to, ranked, with its distance from ceiling and lowest',
  params: hall,
  returns: z.object({
    controlPrice: Amount.nullable(),
    referencePrice: Amount.nullable(),
    /** Mean of the quotes, to the cent. */
    mean: Amount.nullable(),
    rows: z.array(
      z.object({
        bidderId: Id,
        no: z.number().int(),
        supplierName: z.string(),
        quote: Amount,
        /** 1 is lowest; equal quotes share a rank. */
        rank: z.number().int(),
        isBest: z.boolean(),
        overControlPrice: z.boolean(),
        /** Percent below the ceiling, two digits; null without one. */
        belowControl: z.string().nullable(),
        /** Percent above the lowest quote, two digits. */
        aboveLowest: z.string(),
      }),
    ),
  }),
})

const Bidder = z.object({ bidderId: Id, no: z.number().int(), supplierName: z.string(), quote: Amount })

export const compareItemOffer = endpoint({
  method: 'GET',
  path: `${HOST}/compare-item-offer/detail`,
  summary: 'Prices item by item, the best marked',
  params: hall,
  returns: z.object({
    bidders: z.array(Bidder.extend({ bestLines: z.number().int(), isBest: z.boolean() })),
    items: z.array(
      PricedItem.extend({
        /** Mean of the unit prices, six digits; null when nobody priced the line. */
        mean: Quantity.nullable(),
        /** By bidder, in their order; null: not priced. */
        offers: z.array(LineOffer.nullable()),
      }),
    ),
  }),
})

export const compareItemSheet = endpoint({
  method: 'GET',
  path: `${HOST}/compare-item-offer/export`,
  summary: 'The comparison as xlsx',
  params: hall,
  answer: 'file',
})

/** The round of offers, as the hall names its own; those of the review are asked for there. */
const round = z.object({ roundId: z.string().max(40).optional() })

export const subOfferSummary = endpoint({
  method: 'GET',
  path: `${HOST}/sub-offer/summary`,
  summary: 'Sub-offers: what each part of the bill comes to, by bidder, the lowest marked',
  params: hall,
  query: round,
  returns: z.object({
    bidders: z.array(Bidder),
    subs: z.array(
      z.object({
        subId: z.string(),
        name: z.string(),
        items: z.number().int(),
        offers: z.array(z.object({ bidderId: Id, amount: Amount, isBest: z.boolean() })),
      }),
    ),
  }),
})

export const subOfferItems = endpoint({
  method: 'GET',
  path: `${HOST}/sub-offer/item-summary`,
  summary: 'The lines of one part of the bill, compared',
  params: hall,
  query: round.extend({ subId: z.string().max(40) }),
  returns: compareItemOffer.returns,
})
