import { auctionGenesis, auctionOfferHash, labelled, OFFER_TYPE, type OfferReceipt } from './auction-offer.ts'
import { RESERVE_TYPE, reserveCommitment } from './auction-reserve.ts'
import { fromHex, isHex, toHex } from './bytes.ts'
import { canonicalJson } from './canonical.ts'
import { type Check, check, demand, given, Missing } from './check.ts'
import { verifyEd25519 } from './log/checkpoint.ts'
import type { LogRecords } from './verify-log-records.ts'

export const AUCTION_TYPE = 'kaibiao.auction/1'

/** An auction as its archive holds it. Amounts in yuan with two digits, instants ISO, hashes and keys hex. */
export interface AuctionRecord {
  type: typeof AUCTION_TYPE
  tenantId: string
  orderId: string
  /** `ended`, or `abortive`: nothing came of it. */
  outcome: 'ended' | 'abortive'
  startPrice: string
  /** Which way prices go; left out: they fall. */
  direction?: 'rising'
  /** The least step. */
  step: string
  startsAt: string
  plannedEnd: string
  /** The end that was reached. */
  endedAt: string
  /** An offer within the last minutes sets the end so many minutes after it; 0: never. */
  windowMinutes: number
  /** Null: as often as it comes. */
  maxExtensions: number | null
  /** Who was admitted, by the mark under which others saw them. */
  bidders: { tradeId: string; mark: string; name: string }[]
  /** In their order. */
  offers: OfferReceipt[]
  /** What moved the end besides offers: `pause`, `resume`, `outage`, …; and when it happened. */
  events: { kind: string; at: string; reason: string; newEnd: string | null }[]
  /** The last hash of the chain. */
  head: string
  /** Each bidder's best offer, best first. */
  ranking: { tradeId: string; price: string }[]
  /** What the best offer had to reach; left out: nothing. */
  reserve?: AuctionReserve
}

/** `sealed`: `price` and `salt` (hex) are null until it is revealed, which the end by its time does. */
export type AuctionReserve =
  | { kind: 'open'; price: string }
  | { kind: 'sealed'; commitment: string; price: string | null; salt: string | null }

/**
 * Checks the offers of an auction offline: each is chained to the one before and signed, came while the auction ran, kept to
 * the step, and they lead to the ranking. `serviceKey`: from where it was published. `records`: what the log proves of the order.
 * Never throws on bad input.
 */
export async function verifyAuction(
  auction: AuctionRecord,
  { serviceKey, records }: { serviceKey?: string | undefined; records?: LogRecords | undefined } = {},
): Promise<Check[]> {
  const format = await check('auction-format', '竞价记录格式', () => checkFormat(auction))
  if (!format.ok) return [format]
  return [
    format,
    await check('auction-chain', '报价首尾相连', () => checkChain(auction)),
    await check('auction-signatures', '每笔报价的平台签名', () => checkSignatures(auction, serviceKey)),
    await check('auction-key', '签名所用的平台密钥', () => {
      const key = given(serviceKey, '未提供平台公布的公钥，只能核对签名彼此一致')
      demand(
        auction.offers.every(({ publicKey }) => publicKey === key),
        '签名所用密钥不是公布的平台密钥',
      )
      return key
    }),
    await check('auction-times', '报价时间与延时', () => checkTimes(auction)),
    await check('auction-prices', '报价符合起始价和最小幅度', () => checkPrices(auction)),
    await check('auction-ranking', '排名由报价得出', () => checkRanking(auction)),
    ...(auction.reserve ? [await check('auction-reserve', '保留价与公布的指纹', () => checkReserve(auction))] : []),
    await check('auction-logged', '报价链末端已写入日志', () => checkLogged(auction, records)),
  ]
}

const HEX = ['head'] as const
const INSTANTS = ['startsAt', 'plannedEnd', 'endedAt'] as const
const AMOUNT = /^\d{1,15}\.\d{2}$/

function checkFormat(auction: AuctionRecord): string {
  demand(Object(auction).type === AUCTION_TYPE, '不是竞价记录，或版本不受支持')
  for (const field of HEX) demand(isHex(auction[field], 32), `${field} 格式错误`)
  demand(auction.direction === undefined || auction.direction === 'rising', 'direction 不受支持')
  for (const field of INSTANTS) demand(!Number.isNaN(Date.parse(auction[field])), `${field} 不是时间`)
  for (const field of ['startPrice', 'step'] as const) demand(AMOUNT.test(auction[field]), `${field} 格式错误`)
  for (const field of ['bidders', 'offers', 'events', 'ranking'] as const)
    demand(Array.isArray(auction[field]), `缺少 ${field}`)
  const known = new Set(auction.bidders.map((bidder) => bidder.tradeId))
  for (const [i, { body, hash }] of auction.offers.entries()) {
    demand(Object(body).type === OFFER_TYPE && isHex(hash, 32), `第 ${i + 1} 笔报价格式错误`)
    demand(body.tenantId === auction.tenantId && body.orderId === auction.orderId, `第 ${i + 1} 笔报价属于其他项目`)
    demand(known.has(body.tradeId), `第 ${i + 1} 笔报价的竞价人未获准参加`)
    demand(AMOUNT.test(body.price) && !Number.isNaN(Date.parse(body.at)), `第 ${i + 1} 笔报价格式错误`)
  }
  return `竞价人 ${auction.bidders.length} 家，报价 ${auction.offers.length} 笔`
}

function checkChain({ tenantId, orderId, offers, head }: AuctionRecord): string {
  let prev = toHex(auctionGenesis(tenantId, orderId))
  for (const [i, { body, hash }] of offers.entries()) {
    demand(body.seq === i + 1, `第 ${i + 1} 笔报价的序号为 ${body.seq}`)
    demand(body.prev === prev, `第 ${body.seq} 笔报价没有接在前一笔之后`)
    demand(toHex(auctionOfferHash(body)) === hash, `第 ${body.seq} 笔报价与其哈希不一致`)
    prev = hash
  }
  demand(prev === head, '报价链的末端与记录不一致：有报价被删除或增加')
  return `末端哈希 ${head.slice(0, 16)}…`
}

function checkSignatures({ offers }: AuctionRecord, serviceKey: string | undefined): string {
  for (const { body, hash, publicKey, signature } of offers) {
    const holds = isHex(publicKey, 32) && isHex(signature, 64) && verifies(serviceKey ?? publicKey, { hash, signature })
    demand(holds, `第 ${body.seq} 笔报价的签名无效`)
  }
  demand(new Set(offers.map(({ publicKey }) => publicKey)).size <= 1, '报价由不同的密钥签名')
  return `${offers.length} 笔签名有效`
}

function verifies(publicKey: string, { hash, signature }: { hash: string; signature: string }): boolean {
  return verifyEd25519(fromHex(publicKey), labelled('auction/offer', fromHex(hash)), fromHex(signature))
}

/** Offers and what else moved the end, in the order of time: no offer at or after the end that was in force then. */
function checkTimes(auction: AuctionRecord): string {
  const { offers, events, windowMinutes, maxExtensions } = auction
  const window = windowMinutes * 60_000
  const moves = events.filter((event) => event.newEnd !== null || event.kind === 'pause')
  let end = Date.parse(auction.plannedEnd)
  let paused = false
  let extensions = 0
  let next = 0
  let before = Date.parse(auction.startsAt)
  const moveUpTo = (at: number) => {
    for (; next < moves.length && Date.parse(moves[next]!.at) <= at; next++) {
      const { kind, newEnd } = moves[next]!
      paused = kind === 'pause'
      if (newEnd === null) continue
      demand(Date.parse(newEnd) >= end, `${kind} 使结束时间提前`)
      end = Date.parse(newEnd)
    }
  }
  for (const { body } of offers) {
    const at = Date.parse(body.at)
    demand(at >= before, `第 ${body.seq} 笔报价的时间早于前一笔或竞价开始`)
    moveUpTo(at)
    demand(!paused, `第 ${body.seq} 笔报价在暂停期间`)
    demand(at < end, `第 ${body.seq} 笔报价不早于当时的结束时间`)
    if (window > 0 && at + window > end && (maxExtensions === null || extensions < maxExtensions)) {
      end = at + window
      extensions++
    }
    before = at
  }
  moveUpTo(Infinity)
  if (auction.outcome === 'ended')
    demand(end === Date.parse(auction.endedAt), `按报价和延时规则应于 ${new Date(end).toISOString()} 结束`)
  return `延时 ${extensions} 次，${new Date(end).toISOString()} 结束`
}

function checkPrices({ offers, startPrice, step, direction }: AuctionRecord): string {
  const isRising = direction === 'rising'
  let limit = cents(startPrice)
  for (const { body } of offers) {
    const price = cents(body.price)
    demand(
      price > 0n && (isRising ? price >= limit : price <= limit),
      `第 ${body.seq} 笔报价 ${body.price} 元未达到要求`,
    )
    limit = isRising ? price + cents(step) : price - cents(step)
  }
  return `起始价 ${startPrice} 元，${isRising ? '最小加价幅度' : '最小降幅'} ${step} 元`
}

function checkRanking({ outcome, offers, ranking }: AuctionRecord): string {
  if (offers.length === 0) demand(outcome === 'abortive' && ranking.length === 0, '没有报价却有排名')
  // Each offer is better than all before it: a bidder's last is its best, and the last of all is the first.
  const last = new Map<string, string>()
  for (const { body } of offers) {
    last.delete(body.tradeId)
    last.set(body.tradeId, body.price)
  }
  const computed = [...last].map(([tradeId, price]) => ({ tradeId, price })).toReversed()
  const stated = ranking.map(({ tradeId, price }) => ({ tradeId, price }))
  demand(canonicalJson(computed) === canonicalJson(stated), '排名与报价不一致')
  return computed[0] ? `第一名 ${computed[0].price} 元` : '没有报价'
}

/** The reserve is the one that was fixed before, and decided whether anything was sold. */
function checkReserve({ tenantId, orderId, outcome, reserve, ranking }: AuctionRecord): string {
  demand(reserve?.kind === 'open' || reserve?.kind === 'sealed', '保留价格式错误')
  if (reserve.kind === 'sealed') {
    const { commitment, price, salt } = reserve
    demand(isHex(commitment, 32), '保留价指纹格式错误')
    if (price === null) {
      demand(outcome === 'abortive', '已成交而未揭示保留价')
      return '未产生结果，保留价未揭示'
    }
    demand(AMOUNT.test(price) && isHex(salt, 32), '揭示的保留价格式错误')
    const computed = toHex(reserveCommitment({ type: RESERVE_TYPE, tenantId, orderId, price, salt }))
    demand(computed === commitment, '揭示的保留价与公布的指纹不一致')
  } else demand(AMOUNT.test(reserve.price), '保留价格式错误')
  const best = ranking[0]?.price
  const isMet = best !== undefined && cents(best) >= cents(reserve.price!)
  demand(outcome !== 'ended' || isMet, '成交价低于保留价')
  // What somebody stopped has no price to hold against it; a revealed one decided.
  demand(outcome === 'ended' || reserve.kind === 'open' || !isMet, '已达到保留价而未成交')
  return `保留价 ${reserve.price} 元`
}

function checkLogged(auction: AuctionRecord, records: LogRecords | undefined): string {
  const list = given(records, '未提供存证记录，无法核对').records
  const found = list.filter(({ record }) => record.type === 'auction' && record.subject === auction.orderId)
  if (found.length === 0) throw new Missing('日志没有竞价结束的存证')
  for (const { text } of found) {
    const { offers, head } = JSON.parse(text ?? '{}') as { offers?: number; head?: string }
    demand(offers === auction.offers.length && head === auction.head, '竞价记录与结束时写入日志的不一致')
  }
  return `结束时写入日志：${auction.offers.length} 笔，末端哈希一致`
}

function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
