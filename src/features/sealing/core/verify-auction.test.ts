import { describe, expect, it } from 'vitest'
import { auctionGenesis, auctionOfferHash, labelled, type OfferBody, type OfferReceipt } from './auction-offer.ts'
import { RESERVE_TYPE, reserveCommitment } from './auction-reserve.ts'
import { toHex } from './bytes.ts'
import { canonicalJson } from './canonical.ts'
import { verdictOf } from './check.ts'
import { generateLogKey, signEd25519 } from './log/checkpoint.ts'
import { AUCTION_TYPE, type AuctionRecord, verifyAuction } from './verify-auction.ts'
import { LOG_RECORDS_TYPE, type LogRecords } from './verify-log-records.ts'

/* The offers of an auction, checked from its archive alone. */

const KEY = generateLogKey()
const START = Date.parse('2026-12-01T01:00:00.000Z')
const iso = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

/** Signed and chained as the service does it. */
function signed(given: readonly { tradeId: string; price: string; at: string }[]): OfferReceipt[] {
  let prev = toHex(auctionGenesis('1', 'o'))
  return given.map((offer, i) => {
    const body: OfferBody = { type: 'kaibiao/auction-offer/1', tenantId: '1', orderId: 'o', seq: i + 1, ...offer, prev }
    const hash = auctionOfferHash(body)
    prev = toHex(hash)
    const signature = toHex(signEd25519(KEY.privateKey, labelled('auction/offer', hash)))
    return { body, hash: prev, publicKey: KEY.publicKey, signature }
  })
}

const OFFERS = [
  { tradeId: 'a', price: '990.00', at: iso(1) },
  { tradeId: 'b', price: '980.00', at: iso(5) },
  // Within the last three minutes: the end moves from 12 to 13.
  { tradeId: 'a', price: '970.00', at: iso(10) },
  { tradeId: 'b', price: '950.00', at: iso(12.5) },
]

function auction(offers = OFFERS, change: Partial<AuctionRecord> = {}): AuctionRecord {
  const receipts = signed(offers)
  return {
    type: AUCTION_TYPE,
    tenantId: '1',
    orderId: 'o',
    outcome: 'ended',
    startPrice: '1000.00',
    step: '10.00',
    startsAt: iso(0),
    plannedEnd: iso(10),
    endedAt: iso(15.5),
    windowMinutes: 3,
    maxExtensions: null,
    bidders: [
      { tradeId: 'a', mark: '01', name: '甲' },
      { tradeId: 'b', mark: '02', name: '乙' },
    ],
    offers: receipts,
    // A pause of two minutes before the third offer.
    events: [
      { kind: 'start', at: iso(0), reason: '', newEnd: null },
      { kind: 'pause', at: iso(6), reason: '停电', newEnd: null },
      { kind: 'resume', at: iso(8), reason: '', newEnd: iso(12) },
    ],
    head: receipts.at(-1)?.hash ?? toHex(auctionGenesis('1', 'o')),
    ranking: [
      { tradeId: 'b', price: '950.00' },
      { tradeId: 'a', price: '970.00' },
    ],
    ...change,
  }
}

function logged(one: AuctionRecord): LogRecords {
  const text = canonicalJson({ offers: one.offers.length, head: one.head })
  const record = { type: 'auction', subject: 'o', hash: '', at: '' }
  const records = [{ record, text, salt: '', leaf: null, head: null }]
  return { type: LOG_RECORDS_TYPE, tenantId: '1', orderId: 'o', logKey: '', records }
}

async function failed(one: AuctionRecord, records = logged(auction())): Promise<string[]> {
  const checks = await verifyAuction(one, { serviceKey: KEY.publicKey, records })
  return checks.filter((check) => check.ok === false).map((check) => check.id)
}

describe('the offers of an auction', () => {
  it('hold as they were made, with a pause and extensions', async () => {
    const checks = await verifyAuction(auction(), { serviceKey: KEY.publicKey, records: logged(auction()) })
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect(verdictOf(await verifyAuction(auction()))).toBe('incomplete')
  })

  it('do not hold when one is altered, left out, added or moved', async () => {
    const whole = auction()
    const price = whole.offers.map((one, i) => (i === 1 ? { ...one, body: { ...one.body, price: '981.00' } } : one))
    expect(await failed({ ...whole, offers: price })).toContain('auction-chain')
    expect(await failed({ ...whole, offers: whole.offers.toSpliced(1, 1) })).toContain('auction-chain')
    expect(await failed({ ...whole, offers: whole.offers.slice(0, -1) })).toContain('auction-chain')
    expect(
      await failed({ ...whole, offers: [whole.offers[1]!, whole.offers[0]!, ...whole.offers.slice(2)] }),
    ).toContain('auction-chain')
  })

  it('do not hold when the operator chains and signs them anew: the log has another end', async () => {
    expect(
      await failed(
        auction(OFFERS.slice(0, 3), {
          ranking: [
            { tradeId: 'a', price: '970.00' },
            { tradeId: 'b', price: '980.00' },
          ],
          endedAt: iso(13),
        }),
      ),
    ).toEqual(['auction-logged'])
  })

  it('keep the rules: the end, the pause, the step, who takes part, the ranking', async () => {
    const late = [...OFFERS.slice(0, 3), { tradeId: 'b', price: '950.00', at: iso(13) }]
    expect(await failed(auction(late), logged(auction(late)))).toContain('auction-times')
    const inPause = OFFERS.with(1, { ...OFFERS[1]!, at: iso(7) })
    expect(await failed(auction(inPause), logged(auction(inPause)))).toEqual(['auction-times'])
    const small = OFFERS.with(1, { ...OFFERS[1]!, price: '980.01' })
    expect(await failed(auction(small), logged(auction(small)))).toEqual(['auction-prices'])
    const whole = auction()
    expect(await failed({ ...whole, endedAt: iso(14) })).toEqual(['auction-times'])
    expect(await failed({ ...whole, ranking: whole.ranking.toReversed() })).toEqual(['auction-ranking'])
    expect(await failed({ ...whole, bidders: whole.bidders.slice(1) })).toEqual(['auction-format'])
    const foreign = { ...whole, offers: whole.offers.map((one) => ({ ...one, publicKey: generateLogKey().publicKey })) }
    expect(await failed(foreign)).toContain('auction-key')
  })
})

describe('rising offers', () => {
  const RISING = OFFERS.map((offer, i) => ({ ...offer, price: `${1000 + 10 * i}.00` }))
  const ranking = [
    { tradeId: 'b', price: '1030.00' },
    { tradeId: 'a', price: '1020.00' },
  ]
  const salt = 'ab'.repeat(32)
  const sealed = (price: string, change = {}) => {
    const body = { type: RESERVE_TYPE, tenantId: '1', orderId: 'o', price, salt } as const
    return { kind: 'sealed' as const, commitment: toHex(reserveCommitment(body)), price, salt, ...change }
  }
  const rising = (change: Partial<AuctionRecord> = {}) => auction(RISING, { direction: 'rising', ranking, ...change })
  const wrong = (change?: Partial<AuctionRecord>) => failed(rising(change), logged(rising()))

  it('hold where the record says that they rise, and nowhere else', async () => {
    expect(await wrong()).toEqual([])
    expect(await wrong({ direction: undefined as never })).toEqual(['auction-prices'])
    expect(await failed(auction(OFFERS, { direction: 'rising' }))).toEqual(['auction-prices'])
    expect(await wrong({ direction: 'sideways' as never })).toEqual(['auction-format'])
    expect(await wrong({ step: '10.01' })).toEqual(['auction-prices'])
    expect(await wrong({ startPrice: '1000.01' })).toEqual(['auction-prices'])
  })

  it('reach the reserve, which is the one of the fingerprint', async () => {
    expect(await wrong({ reserve: { kind: 'open', price: '1030.00' } })).toEqual([])
    expect(await wrong({ reserve: { kind: 'open', price: '1030.01' } })).toEqual(['auction-reserve'])
    expect(await wrong({ reserve: sealed('1030.00') })).toEqual([])
    expect(await wrong({ reserve: sealed('1030.01') })).toEqual(['auction-reserve'])
    // Lowered afterwards, so that the sale holds.
    expect(await wrong({ reserve: sealed('1100.00', { price: '1000.00' }) })).toEqual(['auction-reserve'])
    expect(await wrong({ reserve: sealed('1030.00', { price: null, salt: null }) })).toEqual(['auction-reserve'])
    expect(await wrong({ reserve: { kind: 'other' } as never })).toEqual(['auction-reserve'])
  })

  it('sell nothing below it, and something from it on', async () => {
    const unsold = { outcome: 'abortive' } as const
    expect(await wrong({ ...unsold, reserve: sealed('1100.00') })).toEqual([])
    expect(await wrong({ ...unsold, reserve: sealed('1030.00') })).toEqual(['auction-reserve'])
    // The host stopped it: nothing was decided.
    expect(await wrong({ ...unsold, reserve: sealed('1030.00', { price: null, salt: null }) })).toEqual([])
  })
})
