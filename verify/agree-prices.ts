import { fromHex } from '#features/sealing/core/bytes.ts'
import { demand } from '#features/sealing/core/check.ts'
import { openWithContentKey } from '#features/sealing/core/envelope.ts'
import { demandFigure, demandSame, factsOf, member, type Row, rowsIn, textsOf } from './agree-values.ts'
import { orderOf } from './agree-order.ts'
import { openedFiles, plainOf, type Submission, submissionsOf } from './record-bids.ts'
import type { Contents } from './record-types.ts'

/* What was quoted, read out, reviewed and logged of each bid, against one another (docs/protocol 6.11). */

/** A price file that was opened, of a bid in force. */
export interface Quote {
  bidderId: string
  round: number
  /** Number of the bidder in the opening; null where a round was opened by the clock. */
  no: string | null
  sheet: { total?: unknown; lines?: Row[] }
}

/** Gives what was quoted; throws where the bids are not as they must be. */
export type Quotes = () => Promise<readonly Quote[]>

/** What bids in force say in their price files, of those that were opened. */
export async function quotesOf(contents: Contents): Promise<Quote[]> {
  if (!contents.body.sections.includes('bids')) return []
  const opened = openedFiles(contents)
  const quotes: Quote[] = []
  for (const one of submissionsOf(contents.found)) {
    const position = one.manifest.files.findIndex(({ role }) => role === 'price') + 1
    if (!one.isInForce || position === 0) continue
    const plain = plainOf(one, position, opened) ?? (await unsealed(one, position))
    if (!plain) continue
    const { bidderId, round } = one.receipt.body
    const { sheet = {} } = JSON.parse(await plain.text()) as { sheet?: Quote['sheet'] }
    quotes.push({ bidderId, round, no: one.release?.no ?? null, sheet })
  }
  return quotes
}

/** A price file that is not there in plain, by its released key; of a joint opening all are there. */
async function unsealed({ manifest, release, sealed }: Submission, position: number): Promise<Blob | undefined> {
  const { fileId, role } = manifest.files[position - 1]!
  const key = release?.release.keys.find((one) => one.fileId === fileId)
  const source = sealed.get(position)
  if (!key || !source || manifest.joint) return undefined
  const { tenantId, orderId, bidderId, round } = manifest
  const expect = { tenantId, orderId, bidderId, round, fileId, role }
  const { stream, result } = openWithContentKey(source, fromHex(key.contentKey), { expect })
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  await result
  return new Blob(parts as BlobPart[])
}

/** Who takes part: the company of each trade, by the trade's id. */
export async function companiesOf(contents: Contents): Promise<Map<unknown, unknown>> {
  const rows = await rowsIn(contents, 'sign-ups/sign-ups.json')
  return new Map(rows.map((row) => [row['id'], row['supplier_company_id']]))
}

/** The prices of the sheet that was read out, of the review, of history and log, and those of the files: one number each. */
export async function checkOpening(contents: Contents, quoted: Quotes): Promise<string> {
  const first = await member<{ rows: Row[] }>(contents, 'opening/opening-sheet.json')
  if (!first) return '没有开标'
  const second = await member<{ rows: Row[] }>(contents, 'opening/offer-opening-sheet.json')
  const companies = await companiesOf(contents)
  const quotes = await quoted()
  const lists = textsOf(contents, 'kaibiao.opening-list/1')
  for (const { stage, bidders } of lists as { stage?: unknown; bidders: Row[] }[])
    for (const { tradeId, quote } of bidders) {
      const own = quotes.find((one) => one.round === 1 && one.bidderId === companies.get(tradeId))
      const row = (stage === 2 ? second : first)?.rows.find(
        ({ no }) => own?.no != null && Number(no) === Number(own.no),
      )
      if (row) demandFigure(`${String(row['name'])} 的报价在开标一览表与日志中`, row['amount'], quote)
      else demand(quote === null, '日志中有开标一览表没有的报价')
    }
  for (const { tradeId, quote } of quotesInHistory(contents)) {
    const own = quotes.find((one) => one.round === 1 && one.bidderId === companies.get(tradeId))
    if (quote !== null) demandFigure('唱标的报价在过程记录与报价文件中', quote, own?.sheet.total)
  }
  let prices = 0
  for (const { bids } of contents.found.bundles)
    for (const bid of bids) {
      const row = (second ?? first).rows.find(({ no }) => Number(no) === bid.no)
      demandFigure(`${bid.name} 的开标报价在评审复算包与开标一览表中`, bid.opening, row?.['amount'])
      if (row) demandSame(`第 ${bid.no} 家投标人在评审复算包与开标一览表中`, bid.name, row['name'])
      const own = quotes.find((one) => one.round === 1 && one.bidderId === companies.get(bid.id))
      demand(own !== undefined || bid.opening === null, `${bid.name} 有开标报价，但没有开启的报价文件`)
      if (own) {
        demandFigure(`${bid.name} 的开标报价在评审复算包与报价文件中`, bid.opening, own.sheet.total)
        demand(Number(own.no) === bid.no, `${bid.name} 在评审复算包中的序号与开标的不同`)
      }
      if (bid.opening !== null) prices++
    }
  return `${prices} 个报价在报价文件、开标一览表和评审中相同`
}

/** What the history says was read out; null where a bid has no price, or none yet. */
function quotesInHistory(contents: Contents): Row[] {
  const marks = factsOf(contents, 'order.openMarks').map((data) => (data as Row)['more'])
  const lists = [...marks, ...factsOf(contents, 'opening.offer-openMarks')] as (Row[] | null | undefined)[]
  return [...lists.flatMap((list) => list ?? []), ...(factsOf(contents, 'opening.readOut') as Row[])]
}

/** Keys that the log holds as released are those of the record. */
export async function checkReleases(contents: Contents): Promise<string> {
  const lists = textsOf(contents, 'kaibiao.release-list/1') as { files: Row[] }[]
  if (lists.length === 0) return '没有释放的密钥'
  const companies = await companiesOf(contents)
  const bids = new Map(
    submissionsOf(contents.found).flatMap((one) =>
      one.isInForce && one.manifest.round === 1 ? [[one.manifest.bidderId as unknown, one]] : [],
    ),
  )
  const files = lists.flatMap((list) => list.files)
  for (const { tradeId, position, contentKey } of files) {
    const bid = bids.get(companies.get(tradeId))
    const fileId = bid?.manifest.files[Number(position) - 1]?.fileId
    const key = bid?.release?.release.keys.find((one) => one.fileId === fileId)?.contentKey
    const name = bid?.receipt.body.bidderName ?? '投标人'
    demandSame(`${name} 第 ${String(position)} 个文件的解密密钥在归档与日志中`, key, contentKey)
  }
  return `${files.length} 个解密密钥与日志一致`
}

/** What the review started from is the order's: names, ceiling, ways, items and their marks, the price's parameters. */
export async function checkReviewTerms(contents: Contents): Promise<string> {
  const { bundles } = contents.found
  if (bundles.length === 0) return '未经评审'
  const order = await orderOf(contents)
  const { ways = [], lowPrice } = (order['settings'] ?? {}) as { ways?: Way[]; lowPrice?: Row }
  for (const bundle of bundles) {
    demandSame('名称在评审复算包与采购单中', bundle.order.title, order['title'])
    demandFigure('最高限价在评审复算包与采购单中', bundle.order.controlPrice, order['control_price'])
    demandFigure('评审办法在评审复算包与采购单中', bundle.order.method, order['review_method'])
    for (const way of bundle.ways) {
      const own = ways.find(({ name, type }) => name === way.name && type === way.type)
      demand(own !== undefined, `评审项 ${way.name} 不在采购文件中`)
      const facts = ({ itemKind, aggregation, isAutomatic }: Way | typeof way) => ({
        itemKind,
        aggregation,
        isAutomatic,
      })
      demandSame(`评审项 ${way.name} 在评审复算包与采购单中`, facts(way), facts(own))
      demandSame(`评审项 ${way.name} 的条数在评审复算包与采购单中`, way.items.length, own.items.length)
      for (const [i, { name, fullMark, isObjective }] of way.items.entries()) {
        const item = own.items[i]!
        demandSame(
          `评审项 ${way.name} 第 ${i + 1} 条在评审复算包与采购单中`,
          { name, isObjective },
          { name: item.name, isObjective: item.isObjective },
        )
        demandFigure(`评审项 ${way.name} 第 ${i + 1} 条的满分在评审复算包与采购单中`, fullMark, item.fullMark)
      }
      if (way.isAutomatic)
        demandFigure('价格满分在评审复算包与采购单中', (way.params as Row)['fullMarks'], own.fullMark)
    }
    const basis = bundle.lowPrice?.basis as Row | undefined
    for (const name of ['rule', 'mean', 'next', 'ceiling'])
      if (basis && lowPrice?.[name] !== undefined)
        demandSame(`异常低价的 ${name} 在评审复算包与采购单中`, basis[name], lowPrice[name])
  }
  return '评审的办法、满分和最高限价与采购单一致'
}

interface Way {
  name: string
  type: number
  fullMark: string
  itemKind: number
  aggregation: number
  isAutomatic: boolean
  items: { name: string; fullMark: string; isObjective: boolean }[]
}

/** The report says of each bid what the review comes to, and states its hash; the log names both together. */
export async function checkReport(contents: Contents): Promise<string> {
  const { bundles } = contents.found
  if (bundles.length === 0) return '未经评审'
  const report = await member<Report>(contents, 'review/report.json')
  demand(report !== undefined, '评审报告缺失')
  const signed = await rowsIn(contents, 'review/signatures.json')
  for (const bundle of bundles) {
    const { order, bids, results } = bundle
    if (report.replayHash !== undefined) demandSame('复算包的哈希在评审报告中', report.replayHash, bundle.hash)
    demandSame('编号在评审报告中', report.order['code'], order.code)
    demandFigure('最高限价在评审报告中', report.order['controlPrice'], order.controlPrice)
    demandSame('评审报告的投标人', report.bidders.length, bids.length)
    for (const bid of bids) {
      const row = report.bidders.find(({ tradeId }) => tradeId === bid.id)
      demand(row !== undefined, `${bid.name} 不在评审报告中`)
      demandFigure(`${bid.name} 的开标报价在评审报告与复算包中`, row['quote'], bid.opening)
      demandFigure(`${bid.name} 的评标价在评审报告与复算包中`, row['evaluatedPrice'], bid.price)
    }
    demandSame('评审报告的排名数', report.ranking.length, results.ranking.length)
    for (const { bidId, rank, total } of results.ranking) {
      const row = report.ranking.find(({ tradeId }) => tradeId === bidId)
      demandFigure('名次在评审报告与复算包中', row?.['rank'], rank)
      demandFigure('总分在评审报告与复算包中', row?.['total'], total)
    }
    for (const text of textsOf(contents, 'kaibiao.review/1')) {
      // The report of the first of two stages has no bundle, and is not the one that ends the review.
      if (text['bundle'] === null) continue
      demandSame('复算包的哈希在日志中', text['bundle'], bundle.hash)
      for (const { sha256 } of signed) demandSame('所签评审报告的哈希在日志中', text['report'], sha256)
    }
  }
  return '评审报告的报价、名次和总分与复算包一致'
}

interface Report {
  replayHash?: string
  order: Row
  bidders: Row[]
  ranking: Row[]
}
