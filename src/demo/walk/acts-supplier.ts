import { Exact } from '#contract/money.ts'
import * as auctions from '#features/auction/contract.ts'
import { offerInTalk, ownTalk as ownPriceTalk } from '#features/auction/contract-talk.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import type { TradeAction } from '#features/procurement/methods/pages.ts'
import * as bids from '#features/sealed-bids/contract.ts'
import * as talks from '#features/talks/contract.ts'
import { HttpError } from '#server/testing/http-client.ts'
import { demoKey } from '../keys.ts'
import { type Account, PEOPLE } from '../people.ts'
import { pdfOf } from '../play/documents.ts'
import { submitQuote } from '../play/quotes.ts'
import { answerTalk } from '../play/round-talks.ts'
import * as play from '../play/supplier.ts'
import type { Doing } from './acts-owner.ts'

interface Supplying extends Doing {
  account: Account
}
type Try = (doing: Supplying) => Promise<unknown>

const OBJECTION = { subject: '公示内容', content: '对公示的内容有异议，请予核实。', files: [] }

/** What a supplier does, by the action that the server offers it. */
export const SUPPLIER_TRIES: Readonly<Partial<Record<TradeAction, Try>>> = {
  signUp: ({ client, orderId, account, t }) => {
    const { name: contact, mobile } = PEOPLE[account]
    return play.signUp(client, orderId, { contact, mobile, now: t.kernel.clock.now() })
  },
  withdraw: ({ client, orderId }) => client.call(tenders.withdrawSignUp, { params: { orderId } }),
  decline: ({ client, orderId }) =>
    client.call(tenders.declineInvitation, { params: { orderId }, body: { reason: '产能已满' } }),
  ask: ({ client, orderId }) =>
    client.call(tenders.askQuestion, { params: { orderId }, body: { content: '是否接受进口产品？' } }),
  object: async ({ client, orderId, method }) => {
    const call = method.grounds ? tenders.objectToPublicity : tenders.createObjection
    return client.call(call, { params: { orderId }, body: OBJECTION })
  },
  bid: async (doing) => {
    const { client, orderId, account, t, figures } = doing
    const params = { orderId }
    const { current } = await client.call(bids.bidRoom, { params })
    if (current && doing.dice.chance(8)) return takeBack(doing, current.submissionId)
    await play.confirmAllNotices(client, orderId)
    const { suite, settings, files: documents } = await client.call(tenders.tenderDetail, { params })
    for (const { fileId } of documents) await client.file(tenders.tenderFileDownload, { params: { ...params, fileId } })
    const key = demoKey(account, suite)
    const keyId = await play.registerKey(client, key, '投标专用密钥')
    await play.rehearse(client, orderId, { keyId, key })
    const { items, marks } = await client.call(bids.bidRoom, { params })
    const content = await pdfOf({ title: '投标文件', org: account, parts: [] }, t.kernel.clock.now())
    const asked = settings.bidFiles.filter(({ required }) => required)
    const { prices } = figures.make(items, account)
    await play.submitBid(client, orderId, {
      keyId,
      key,
      content: {
        priceOf: ({ itemId }) => prices.get(itemId)!,
        marks: marks.map(() => '40'),
        files: asked.map(({ role, name }) => ({ role, name: `${name}.pdf`, content })),
      },
    })
    return figures.dropOlder(account, 1, prices.size + 1)
  },
  quote: async (doing) => {
    const { client, orderId, account, figures } = doing
    await play.confirmAllNotices(client, orderId)
    const { round, items, current } = await client.call(bids.bidRoom, { params: { orderId } })
    if (current && doing.dice.chance(8)) return takeBack(doing, current.submissionId)
    const { prices } = figures.make(items, account, round)
    await submitQuote(client, orderId, { by: account, priceOf: ({ itemId }) => prices.get(itemId)! })
    return figures.dropOlder(account, round, prices.size + 1)
  },
  respond: async ({ client, orderId, account, figures, dice, t }) => {
    const params = { orderId }
    await play.confirmAllNotices(client, orderId)
    const { items, current, controlPrice } = await client.call(talks.ownResponse, { params })
    if (current && dice.chance(15)) {
      await client.call(talks.withdrawResponse, { params, body: { responseId: current.responseId } })
      return figures.dropOlder(account, 1, 0)
    }
    const isByLine = items.length > 0
    const { prices, total } = figures.make(isByLine ? items : [{ itemId: '', quantity: '1', controlPrice }], account)
    const lines = isByLine ? [...prices].map(([itemId, unitPrice]) => ({ itemId, unitPrice })) : []
    const statement = '完全响应采购文件要求。'
    const replaces = current?.responseId ?? null
    const paper = await pdfOf({ title: '响应文件', org: account, parts: [] }, t.kernel.clock.now())
    const { fileId, name } = await client.upload('response', '响应文件.pdf', paper)
    const body = { price: total, lines, statement, files: [{ fileId, name }], replaces }
    await client.call(talks.submitResponse, { params, body })
    return figures.dropOlder(account, 1, prices.size + 1)
  },
  talk: async ({ client, orderId, dice }) => {
    const params = { orderId }
    const { openId } = await client.call(talks.ownTalk, { params })
    if (!openId) return false
    const body = dice.chance(25) ? { agree: false, reason: '价格与商定不符' } : { agree: true }
    return client.call(talks.replyTalk, { params: { ...params, talkId: openId }, body })
  },
  auction: async ({ client, orderId, account, figures }) => {
    const params = { orderId }
    const { token } = await client.call(auctions.auctionTicket, { params })
    const { terms, nextLimit, mayOffer } = await client.call(auctions.auctionHall, { params, query: { token } })
    if (!mayOffer || nextLimit === null) return false
    // The first may be as good as the start price, which is no secret.
    const price = new Exact(nextLimit).plus(terms.direction === 'rising' ? 1000 : -1000).toFixed(2)
    figures.add(account, 1, [price])
    return client.call(auctions.makeOffer, { params, body: { token, price } })
  },
  holdTalk: ({ client, orderId, dice }) => answerTalk(client, orderId, dice.chance(25) ? '与谈判情况不符' : undefined),
  talkPrice: async ({ client, orderId }) => {
    const params = { orderId }
    const { talk } = await client.call(ownPriceTalk, { params })
    const price = talk.state === 'open' && talk.box?.price
    return price ? client.call(offerInTalk, { params, body: { price, confirm: true } }) : false
  },
}

async function takeBack({ client, orderId, account, figures }: Supplying, submissionId: string): Promise<void> {
  const { round } = await client.call(bids.bidRoom, { params: { orderId } })
  await client.call(bids.withdrawBid, { params: { orderId }, body: { submissionId } })
  figures.dropOlder(account, round, 0)
}

/** Takes an own objection back, where there is one. */
export const withdrawObjection: Try = async ({ client, orderId }) => {
  const { objections } = await client.call(tenders.tenderDetail, { params: { orderId } })
  const open = objections.find((one) => one.answer === null && one.withdrawnAt === null)
  return open ? client.call(tenders.withdrawObjection, { params: { objectionId: open.objectionId } }) : false
}

/** What the supplier may do, as the server says it; null where the order does not exist for it. */
export async function actionsOf({ client, orderId }: Pick<Doing, 'client' | 'orderId'>) {
  try {
    return (await client.call(tenders.tenderDetail, { params: { orderId } })).actions
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null
    throw error
  }
}
