import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { offerInTalk, ownTalk } from '#features/auction/contract-talk.ts'
import * as auction from '#features/auction/contract.ts'
import { answerQuestion, ownQuestions } from '#features/inquiry/contract-questions.ts'
import { answerAsk } from '#features/light-review/contract.ts'
import * as hall from '#features/opening-hall/contract.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import * as asks from '#features/review-hall/contract/asks.ts'
import { ownOffer, submitOffer } from '#features/review-hall/contract/offers.ts'
import * as bids from '#features/sealed-bids/contract.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { HttpError } from '#server/testing/http-client.ts'
import { demoKey } from '../keys.ts'
import { type Account, PASSWORD, PEOPLE } from '../people.ts'
import { pdfOf } from '../play/documents.ts'
import { releaseQuoteKeys, submitQuote } from '../play/quotes.ts'
import { payFeeIfDue } from '../play/document-fee.ts'
import * as play from '../play/supplier.ts'
import { answerTalk } from '../play/round-talks.ts'
import { confirmNotes, payForGoods } from '../play/sales.ts'
import * as talks from '../play/talks.ts'
import type { Act, Acting } from './act.ts'

const RATIOS = ['0.93', '0.9', '0.96', '0.98', '0.91', '0.95']

/** What a supplier does. */
export const SUPPLIER_ACTS: Readonly<Record<string, Act>> = {
  'sign-up': async ({ client, orderId, player, now }) => {
    await play.signUp(client, orderId, { contact: player.name, mobile: player.mobile, now })
    return true
  },
  'procurement:confirm': async ({ client, orderId }) => {
    await play.confirmAllNotices(client, orderId)
    return true
  },
  'talks:respond': async ({ client, orderId, now }) => {
    await play.confirmAllNotices(client, orderId)
    await talks.respond(client, orderId, now)
    return true
  },
  'talks:confirm-talk': async ({ client, orderId }) => {
    await talks.confirm(client, orderId)
    return true
  },
  'talks:sign-round-talk': ({ client, orderId }) => answerTalk(client, orderId),
  'sealed-bids:bid': bid,
  'inquiry:quote': quote,
  'inquiry:quote-release': async ({ client, orderId, recordId: roundId, player }) => {
    const { round } = await client.call(bids.bidRoom, { params: { orderId }, query: { roundId } })
    await releaseQuoteKeys(client, orderId, { by: player.account as Account, round }).catch(ownKeyLacks)
    return true
  },
  'inquiry:quote-question': async ({ client, orderId, recordId: questionId }) => {
    const answer = '本单位为生产厂家，无中间环节，成本构成和同类合同见附后说明，能够保证质量和供货。'
    const { rows } = await client.call(ownQuestions, { params: { orderId } })
    const isCorrection = rows.find((one) => one.questionId === questionId)?.kind === 'correct'
    const body = { answer, ...(isCorrection && { agreed: true }) }
    await client.call(answerQuestion, { params: { orderId, questionId }, body })
    return true
  },
  'light-review:answer': async ({ client, orderId, recordId: askId }) => {
    const body = { content: '报价含运输、安装和三年质保，供货渠道为厂家直供。', files: [], replaces: 0 }
    await client.call(answerAsk, { params: { orderId, askId }, body })
    return true
  },
  'opening-hall:release': release,
  'opening-hall:confirm': async (acting) => {
    const params = { projectId: acting.orderId, bidderId: await tradeOf(acting) }
    await acting.client.call(hall.confirmMarks, { params, body: { agree: true } })
    return true
  },
  'opening-hall:sign': async (acting) => {
    const { client, orderId } = acting
    const { sheetHash } = await client.call(hall.hallDetail, { params: { id: orderId } })
    if (!sheetHash) return false
    const params = { projectId: orderId, bidderId: await tradeOf(acting) }
    await client.call(hall.signRecord, { params, body: { password: PASSWORD, sha256: sheetHash } })
    return true
  },
  'review-hall:ask': async ({ client, orderId, recordId }) => {
    const body = { askId: recordId, content: '以投标文件正文为准，我方承诺完全响应招标文件要求。' }
    await client.call(asks.replyAsk, { params: { projectId: orderId }, body })
    return true
  },
  'review-hall:correction': async (acting) => {
    const { client, orderId: projectId, recordId } = acting
    const bidderId = await tradeOf(acting)
    const rows = await client.call(asks.supplierCorrections, { params: { projectId, bidderId } })
    const { sha256 } = rows.find((one) => one.correctionId === recordId)!
    const params = { projectId, correctionId: recordId }
    await client.call(asks.decideCorrection, { params, body: { confirm: true, password: PASSWORD, sha256 } })
    return true
  },
  'review-hall:quote': async (acting) => {
    const { client, orderId: projectId, recordId: roundId } = acting
    const params = { projectId, roundId, bidderId: await tradeOf(acting) }
    const { previous, items, round } = await client.call(ownOffer, { params })
    const lines = items.map(({ itemId, previousUnitPrice }) => ({ itemId, unitPrice: previousUnitPrice ?? '0' }))
    await client.call(submitOffer, { params, body: round.mode === 1 ? { total: previous! } : { lines } })
    return true
  },
  'auction:talk-answer': async ({ client, orderId }) => {
    const params = { orderId }
    const { box, price } = (await client.call(ownTalk, { params })).talk
    const lower = box?.price ?? new Exact(price).times('0.99').toDecimalPlaces(0).toFixed(2)
    await client.call(offerInTalk, { params, body: { price: lower, confirm: true } })
    return true
  },
  'sales:sale-pay': async ({ client, orderId }) => {
    await payForGoods(client, orderId)
    return true
  },
  'sales:sale-note': async ({ client, orderId }) => (await confirmNotes(client, orderId)) > 0,
  'make-offer': offer,
}

/** Reads the documents, makes and seals a bid with the demonstration's key, and hands it in. */
async function bid({ client, orderId, player, now }: Acting): Promise<boolean> {
  await play.confirmAllNotices(client, orderId)
  await payFeeIfDue(client, orderId)
  const { suite, settings, files: documents, title } = await client.call(tenders.tenderDetail, { params: { orderId } })
  for (const { fileId } of documents) await client.file(tenders.tenderFileDownload, { params: { orderId, fileId } })
  const key = keyOf(player.account, suite)
  const keyId = await play.registerKey(client, key, '投标专用密钥')
  await play.rehearse(client, orderId, { keyId, key })
  const files: play.BidContent['files'] = await Promise.all(
    settings.bidFiles
      .filter((file) => file.required)
      .map(async ({ role, name }) => {
        const parts = [{ heading: name, paragraphs: [`${player.companyName}完全响应${title}的招标文件要求。`] }]
        const content = await pdfOf({ title: name, org: player.companyName, parts }, now)
        return { role, name: `${name}.pdf`, content }
      }),
  )
  const { marks } = await client.call(bids.bidRoom, { params: { orderId } })
  const nth = Object.keys(PEOPLE).indexOf(player.account) % RATIOS.length
  const content = { priceOf: play.atRatio(RATIOS[nth]!), marks: marks.map(({ name }) => valueOf(name, nth)), files }
  await play.submitBid(client, orderId, { keyId, key, content })
  return true
}

/** Quotes every line, in a further round somewhat less than before. */
async function quote({ client, orderId, player }: Acting): Promise<boolean> {
  await play.confirmAllNotices(client, orderId)
  const { round } = await client.call(bids.bidRoom, { params: { orderId } })
  const nth = Object.keys(PEOPLE).indexOf(player.account) % RATIOS.length
  const part = new Exact(RATIOS[nth]!).minus(new Exact('0.02').times(round - 1)).toFixed()
  await submitQuote(client, orderId, {
    by: player.account as Account,
    priceOf: ({ controlPrice }) => new Exact(controlPrice ?? '100').times(part).toDecimalPlaces(4).toFixed(),
  })
  return true
}

/** Plausible for what demonstration tenders ask beside the price: days, months. */
function valueOf(mark: string, nth: number): string {
  return mark.includes('月') ? '36' : String(40 + nth)
}

/** Signs in and releases the keys. Only a bid sealed with the demonstration's key can be opened for somebody else. */
async function release(acting: Acting): Promise<boolean> {
  const { client, orderId, player } = acting
  const tradeId = await tradeOf(acting)
  const params = { projectId: orderId, bidderId: tradeId }
  const { signedInAt } = await client.call(hall.bidderState, { params })
  if (signedInAt === null) await client.call(hall.signIn, { params })
  const { suite } = await client.call(bids.bidRoom, { params: { orderId } })
  await play.releaseKeys(client, orderId, { tradeId, key: keyOf(player.account, suite) }).catch(ownKeyLacks)
  return true
}

function ownKeyLacks(error: unknown): never {
  if (error instanceof HttpError) throw error
  throw new AppError('badRequest', '投标文件由其自行创建的密钥加密，请切换为该账号，用密钥文件解密')
}

/** The highest price that would be taken, unless the own one is the lowest already. */
async function offer({ client, orderId }: Acting): Promise<boolean> {
  const params = { orderId }
  const { token } = await client.call(auction.auctionTicket, { params })
  const { nextLimit, isMineBest, mayOffer } = await client.call(auction.auctionHall, { params, query: { token } })
  if (!mayOffer || isMineBest || nextLimit === null) return false
  await client.call(auction.makeOffer, { params, body: { token, price: nextLimit } })
  return true
}

async function tradeOf({ client, orderId }: Acting): Promise<string> {
  const { tradeId } = await client.call(tenders.tenderDetail, { params: { orderId } })
  return tradeId!
}

function keyOf(account: string, suite: SuiteName) {
  return demoKey(account as Account, suite)
}
