import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { archiveOrder, archiveProof, downloadArchive } from '#features/procurement/contract/order.ts'
import { sayText } from '#features/procurement/methods/say.ts'
import { AWARD_CAUSES, awardChangeText } from '#features/procurement/rules/result-change.ts'
import * as contract from '#features/sales/contract.ts'
import { trustFile } from '#features/sealed-bids/contract-log.ts'
import { auctionGenesis, auctionOfferHash, labelled } from '#features/sealing/core/auction-offer.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { signEd25519 } from '#features/sealing/core/log/checkpoint.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import type { AuctionRecord } from '#features/sealing/core/verify-auction.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import { done } from '#features/workflow/rules/held.ts'
import { hashNatively } from '../../../verify/native.ts'
import { verify } from '../../../verify/run.ts'
import { Cast } from '../cast.ts'
import { PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { itemsOf } from '../play/plan.ts'
import * as sales from '../play/sales.ts'
import { signUp } from '../play/supplier.ts'
import { SCRAP } from '../sales.ts'
import { fromState } from '../states/from-state.ts'
import { type Archived, keysOf } from './archived.ts'
import { type Bendings, bendings } from './bendings.ts'

/*
 * The archive of a sale by auction: the highest bidder does not pay, the next one buys, takes less than was announced and gets the
 * rest back. An operator that alters an offer, a payment, a note or the settlement, and signs and logs that anew, is named by
 * both verifiers from the archive alone.
 */

const VERIFIER = join(import.meta.dirname, '../../../verify/python/verify.py')
const hasPython = spawnSync('python3', [join(VERIFIER, '../library.py')]).status === 0
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-sale-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { reserve: _, ...WITHOUT_RESERVE } = SCRAP
/** Announced at 160,000 yuan together. */
const PLAN: sales.SalePlan = {
  ...WITHOUT_RESERVE,
  items: itemsOf([
    ['报废钢架', '露天堆放', '吨', '50', '2000'],
    ['废铜', '', '吨', '2', '30000'],
  ]),
  startPrice: '160000',
}

let archived: Pick<Archived, 'zip' | 'keys' | 'proof'>
let trust: object
let made: Bendings

beforeAll(async () => {
  hashNatively()
  const { t } = await fromState('people')
  const cast = new Cast(t.base)
  const now = () => t.kernel.clock.now()
  const later = (ms: number) => t.advanceTo(new Date(now().getTime() + ms))
  const seller = await cast.as('buyer')
  const starts = now().getTime() + 3 * HOUR
  const orderId = await sales.draftSale(seller, PLAN, { purchaser: null, dates: { signUpEnd: starts - HOUR, starts } })
  const params = { orderId }
  await buyer.publish(seller, orderId)
  const bidders = ['supplier1', 'supplier2'] as const
  for (const account of bidders) {
    const { name: contact, mobile } = PEOPLE[account]
    await signUp(await cast.as(account), orderId, { contact, mobile, now: now() })
  }
  await buyer.approveAll(seller, orderId)
  await t.advanceTo(new Date(starts))
  await sales.offerFor(await cast.as('supplier1'), orderId, '161000')
  await later(MINUTE)
  await sales.offerFor(await cast.as('supplier2'), orderId, '170000')
  await t.advanceTo(new Date(starts + HOUR))
  await sales.awardSale(seller, orderId)
  await t.settle()

  // A part comes in, and not the rest.
  await seller.call(contract.recordSalePayment, { params, body: { amount: '1000', voucher: '回单-1' } })
  await later(5 * DAY + MINUTE)
  await seller.call(contract.defaultSale, { params, body: { reason: '经催告仍未付清', voucher: '退款-1' } })
  const { candidates, notice } = await seller.call(winnerDetail, { params })
  const { fileId } = await seller.upload('result-evidence', '催告.pdf', Buffer.from('%PDF-1.4'))
  const published = { code: notice!.code, publishedAt: '2026-11-23' }
  const fallen = { names: [candidates[0]!.supplierName], notice: published, cause: AWARD_CAUSES.gaveUp }
  const change = {
    version: 1,
    cause: 'gaveUp' as const,
    reason: '成交人经书面催告，逾期仍未付清价款。',
    evidence: { fileId, name: '催告.pdf' },
  }
  const body = {
    tradeId: candidates[1]!.tradeId,
    title: '成交结果变更公告',
    content: sayText({ method: 12 }, awardChangeText(fallen)),
    change,
    acceptWarnings: true,
  }
  done(await seller.call(publishWinner, { params, body }))
  await t.settle()

  const winner = await cast.as('supplier1')
  await seller.call(contract.recordSalePayment, { params, body: { amount: '61000', voucher: '回单-2' } })
  await later(HOUR)
  await seller.call(contract.recordSalePayment, { params, body: { amount: '100000', voucher: '回单-3' } })
  await later(HOUR)
  await sales.handOver(seller, orderId, { at: now(), share: '0.37' })
  await sales.confirmNotes(winner, orderId)
  await sales.handOver(seller, orderId, { at: now(), share: '0.2' })
  const { deal } = await winner.call(contract.ownSale, { params })
  const { weighingId } = deal.weighings.find(({ state }) => state === 'open')!
  await winner.call(contract.answerWeighing, {
    params: { ...params, weighingId },
    body: { accepts: false, reason: '与磅单不符' },
  })
  await sales.settleGoods(seller, orderId, '退款-2')
  await t.settle()
  await later(12 * MINUTE)
  await later(12 * MINUTE)
  await seller.call(archiveOrder, { params })
  await later(12 * MINUTE)
  const zip = (await seller.file(downloadArchive, { params })).content
  const proof = JSON.parse((await seller.file(archiveProof, { params })).content.toString()) as ProofFile
  trust = JSON.parse((await t.client().file(trustFile, {})).content.toString()) as object
  archived = { zip, proof, keys: await keysOf(t) }
  made = await bendings(archived)
})

interface Judged {
  verdict: string
  checks: { id: string; ok: boolean | null; detail: string }[]
}

/** What both verifiers say. */
async function judged({ zip, proof }: { zip: Buffer; proof: object }): Promise<Judged[]> {
  const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
  const entries = [{ path: 'a.zip', blob: new Blob([zip as BlobPart]) }, file('a.proof.json', proof)]
  const { verdict, sections } = await verify(entries, { trust: [file('trust.json', trust)] })
  const both: Judged[] = [{ verdict, checks: sections.flatMap(({ checks }) => checks) }]
  if (!hasPython) return both
  const paths = Object.entries({ archive: zip, proof: JSON.stringify(proof), trust: JSON.stringify(trust) })
  for (const [name, content] of paths) writeFileSync(join(folder, name), content)
  const list = [Object.fromEntries(paths.map(([name]) => [name, join(folder, name)]))]
  writeFileSync(join(folder, 'list.json'), JSON.stringify(list))
  const out = execFileSync('python3', [VERIFIER, '--batch', join(folder, 'list.json')], { maxBuffer: 1 << 28 })
  return [...both, ...(JSON.parse(out.toString()) as Judged[])]
}

/** What each verifier says is wrong once the operator has changed a member, signed the archive and logged it anew. */
async function found<T>(path: string, change: (value: T) => void): Promise<string[][]> {
  const at = made.members.findIndex((one) => one.path === `${MACHINE}/${path}`)
  const value = JSON.parse(made.members[at]!.content.toString()) as T
  change(value)
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  const whole = await made.resealed(made.members.with(at, { path: made.members[at]!.path, content }))
  const both = await judged({ zip: made.rewritten(whole), proof: made.forgedProof(whole) })
  return both.map(({ checks }) => checks.filter(({ ok }) => ok === false).map(({ id }) => id))
}

test('as it went, everything holds', async () => {
  for (const { verdict, checks } of await judged(archived)) {
    expect(checks.filter(({ ok }) => ok === false)).toEqual([])
    expect(checks.find(({ id }) => id === 'same-sale')).toMatchObject({ ok: true })
    expect(verdict).not.toBe('invalid')
  }
})

describe('an offer', () => {
  const RECORD = 'auction/auction.json'

  test.each<[string, (auction: AuctionRecord) => void, string]>([
    ['raised', ({ offers }) => (offers[0]!.body.price = '169000.00'), 'auction-chain'],
    ['made at another time', ({ offers }) => (offers[1]!.body.at = offers[0]!.body.at), 'auction-chain'],
    ['taken out', (auction) => auction.offers.pop(), 'auction-chain'],
    ['given to another bidder', ({ offers }) => (offers[1]!.body.tradeId = offers[0]!.body.tradeId), 'auction-chain'],
    ['signed as another', ({ offers }) => (offers[0]!.signature = offers[1]!.signature), 'auction-signatures'],
  ])('%s is named', async (_, change, id) => {
    for (const ids of await found(RECORD, change)) expect(ids).toContain(id)
  })

  test('raised, with the chain computed and signed anew by the service’s own key: the log has another end', async () => {
    const { privateKey } = archived.keys.ed25519
    const both = await found<AuctionRecord>(RECORD, (auction) => {
      let prev = toHex(auctionGenesis(auction.tenantId, auction.orderId))
      auction.offers[0]!.body.price = '162000.00'
      for (const offer of auction.offers) {
        offer.body.prev = prev
        const hash = auctionOfferHash(offer.body)
        offer.hash = prev = toHex(hash)
        offer.signature = toHex(signEd25519(privateKey, labelled('auction/offer', hash)))
      }
      auction.head = prev
      auction.ranking[1]!.price = '162000.00'
    })
    for (const ids of both) {
      expect(ids).not.toContain('auction-chain')
      expect(ids).not.toContain('auction-signatures')
      expect(ids).toContain('auction-logged')
    }
  })
})

describe('of who paid, took and settled', () => {
  interface Sale {
    terms: { paymentDays: number; nextBidder: boolean }
    deals: {
      state: string
      price: string
      paid: string
      paidAt: string | null
      amount: string | null
      endedAt: string
      dueAt: string
      awardedAt: string
      rest: string
      lines: { quantity: string; taken: string }[]
      weighings: { at: string; state: string; lines: { quantity: string }[] }[]
      payments: { amount: string; isOnline: boolean; at: string }[]
    }[]
  }

  test('each deal stands in it as it went', async () => {
    let seen: Sale | undefined
    await found<Sale>('sale/deals.json', (sale) => void (seen = sale))
    // 0.37 of both: 18.5 t and 0.74 t, 59,200 of 160,000 announced, at 161,000 for the whole.
    expect(seen!.deals).toMatchObject([
      { state: 'defaulted', paid: '0.00', paidAt: null, amount: null, payments: [{}, {}] },
      { state: 'settled', paid: '59570.00', amount: '59570.00', payments: [{}, {}, {}], weighings: [{}, {}] },
    ])
  })

  test.each<[string, (sale: Sale) => void]>([
    ['what was paid', ({ deals }) => (deals[1]!.payments[0]!.amount = '60000.00')],
    [
      'a payment with the sum of all',
      ({ deals: [, deal] }) => {
        deal!.payments[2]!.amount = '-100000.00'
        deal!.paid = deal!.amount = '61000.00'
      },
    ],
    ['a payment taken out', ({ deals }) => deals[0]!.payments.splice(0, 2)],
    ['a payment that came online', ({ deals }) => (deals[1]!.payments[1]!.isOnline = true)],
    ['when the price was paid', ({ deals }) => (deals[1]!.paidAt = deals[1]!.payments[0]!.at)],
    ['until when it was due', ({ deals }) => (deals[0]!.dueAt = deals[0]!.awardedAt)],
    ['a default before it was due', ({ deals }) => (deals[0]!.endedAt = deals[0]!.awardedAt)],
    ['the default of the first', ({ deals }) => (deals[0]!.state = 'due')],
    ['the price', ({ deals }) => (deals[1]!.price = '160000.00')],
    ['the amount that was settled', ({ deals }) => (deals[1]!.amount = '59570.01')],
    ['what is left', ({ deals }) => (deals[1]!.rest = '1.00')],
    ['what was taken', ({ deals }) => (deals[1]!.lines[1]!.taken = '0.7')],
    [
      'a note and what was taken by it',
      ({ deals: [, deal] }) => {
        deal!.weighings[0]!.lines[1]!.quantity = '0.7'
        deal!.lines[1]!.taken = '0.7'
      },
    ],
    ['a note that was refused', ({ deals }) => (deals[1]!.weighings[1]!.state = 'confirmed')],
    ['goods that left before they were paid', ({ deals }) => (deals[1]!.weighings[0]!.at = deals[1]!.awardedAt)],
    ['whether a next one may buy', ({ terms }) => (terms.nextBidder = false)],
    ['the days to pay in', ({ terms }) => (terms.paymentDays = 30)],
    ['the first buyer left out', ({ deals }) => deals.shift()],
    ['the second buyer left out', ({ deals }) => deals.pop()],
  ])('%s, altered, is named', async (_, change) => {
    for (const ids of await found('sale/deals.json', change)) expect(ids).toContain('same-sale')
  })
})
