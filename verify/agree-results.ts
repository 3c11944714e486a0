import { demand } from '#features/sealing/core/check.ts'
import { demandFigure, demandSame, figure, member, noticesOf, type Row, rowsIn, textsOf } from './agree-values.ts'
import { orderOf } from './agree-order.ts'
import type { Quotes } from './agree-prices.ts'
import type { Contents } from './record-types.ts'

/* Candidates and awards, against log, notices, and what they follow from (docs/protocol 6.11). */

interface Version {
  resultId: string
  version: number
  notice: { code: string } | null
  rows: Row[]
}

/** What the log says of a version: who stands in it at which price. */
interface Logged {
  resultId: string
  kind: string
  candidates?: Row[]
  winners?: Row[]
}

async function versionsOf(contents: Contents, kind: 'candidates' | 'award'): Promise<Version[]> {
  const all = await member<Record<string, Version[]>>(contents, 'order/result-versions.json')
  return (all?.[kind] ?? []).toSorted((a, b) => b.version - a.version)
}

const loggedOf = (contents: Contents, { resultId }: Version) =>
  (textsOf(contents, 'kaibiao.result/1') as unknown as Logged[]).find((one) => one.resultId === resultId)

/** Every supplier once, with one company, and known by it to the log. */
export async function checkSuppliers(contents: Contents): Promise<string> {
  const rows = await rowsIn(contents, 'sign-ups/sign-ups.json')
  for (const { order_id: id } of rows) demandSame('报名所属的采购单', id, contents.body.orderId)
  for (const name of ['id', 'supplier_company_id'])
    demand(new Set(rows.map((row) => row[name])).size === rows.length, '同一供应商报名两次')
  for (const { tradeId, supplierId } of textsOf(contents, 'kaibiao.sign-up/1')) {
    const row = rows.find(({ id }) => id === tradeId)
    demandSame('报名的供应商在归档与日志中', row?.['supplier_company_id'], supplierId)
  }
  const companies = new Set(rows.map((row) => row['supplier_company_id']))
  for (const { body } of contents.found.receipts)
    demand(companies.has(body.bidderId), `${body.bidderName} 投标，但没有报名`)
  return `${rows.length} 家`
}

/** Candidates in force are the last version; each version is what log and notice say; each figure follows from what came before. */
export async function checkCandidates(contents: Contents, quoted: Quotes): Promise<string> {
  const versions = await versionsOf(contents, 'candidates')
  const rows = await rowsIn(contents, 'order/candidates.json')
  const suppliers = await suppliersOf(contents)
  const codeOf = (tradeId: unknown) => suppliers.get(tradeId)?.['credit_code']
  for (const version of versions) {
    const logged = loggedOf(contents, version)?.candidates
    if (logged) compare('候选人', version, { rows: version.rows, others: logged, where: '日志' })
    const notice = noticesOf(contents).find(({ code }) => code === version.notice?.code)
    const told = notice?.data['candidates'] as Row[] | undefined
    if (told)
      compare('候选人', version, {
        rows: version.rows.map((row) => ({ ...row, creditCode: codeOf(row['tradeId']) })),
        others: told,
        where: '公告',
        key: 'creditCode',
      })
  }
  const [last] = versions
  demand(last !== undefined || rows.length === 0, '有候选人，但没有候选人的版本')
  if (!last) return '没有候选人'
  const scores = loggedOf(contents, last)?.candidates
  if (rows.length > 0) compare('候选人', last, { rows: rows.map(untalked), others: last.rows, where: '版本' })
  for (const row of rows) {
    demandSame('候选人的名称与报名的', row['supplierName'], suppliers.get(row['tradeId'])?.['name'])
    demandSame('候选人的统一社会信用代码与报名的', row['creditCode'], codeOf(row['tradeId']))
    const score = scores?.find(({ tradeId }) => tradeId === row['tradeId'])
    if (score) demandFigure(`${String(row['supplierName'])} 的得分在候选人与日志中`, row['score'], score['score'])
  }
  await checkOrigin(contents, rows, quoted)
  return `${rows.length} 名，与日志、公告和评审一致`
}

/** The price before it was talked down. */
const untalked = (row: Row): Row => ({ ...row, price: row['talkedFrom'] ?? row['price'] })

/** Where the price of a candidate comes from: the review, the auction, or the price file of its last round. */
async function checkOrigin(contents: Contents, rows: readonly Row[], quoted: Quotes): Promise<void> {
  const { bundles, auctions } = contents.found
  for (const { bids, results, order } of bundles) {
    let before = 0
    for (const row of rows) {
      const name = String(row['supplierName'])
      const bid = bids.find(({ id }) => id === row['tradeId'])
      const place = results.ranking.find(({ bidId }) => bidId === row['tradeId'])
      demand(bid !== undefined && place !== undefined && !order.allRejected, `${name} 是候选人，但评审没有给它名次`)
      demandFigure(`${name} 的报价在候选人与评审复算包中`, untalked(row)['price'], bid.price)
      demandFigure(`${name} 的得分在候选人与评审复算包中`, row['score'], place.total)
      demand(place.rank >= before, `${name} 的次序与评审的名次不一致`)
      before = place.rank
    }
  }
  for (const { ranking } of auctions)
    for (const row of rows) {
      const own = ranking.find(({ tradeId }) => tradeId === row['tradeId'])
      demandFigure(`${String(row['supplierName'])} 的报价在候选人与竞价排名中`, untalked(row)['price'], own?.price)
    }
  if (bundles.length > 0 || auctions.length > 0) return
  const agreed = (await rowsIn(contents, 'talks/talks.json')).filter((talk) => talk['agreed'] === true)
  if (agreed.length > 0) {
    const [{ price }, ...others] = agreed.toSorted((a, b) => Number(b['no']) - Number(a['no'])) as [Row, ...Row[]]
    demand(others.length === 0, '商定的价格不止一个')
    for (const row of rows)
      demandFigure(`${String(row['supplierName'])} 的价格在候选人与商定记录中`, row['price'], price)
  }
  const suppliers = await suppliersOf(contents)
  const quotes = (await quoted()).toSorted((a, b) => b.round - a.round)
  for (const row of rows) {
    const company = suppliers.get(row['tradeId'])?.['supplier_company_id']
    const own = quotes.find(({ bidderId }) => bidderId === company)
    if (own) demandLines(String(row['supplierName']), row, own.sheet.lines)
  }
}

/** Each line of a result at a price that its supplier quoted for it. */
function demandLines(name: string, { lines, price }: Row, quoted: Row[] | undefined): void {
  for (const line of (lines ?? []) as Row[]) {
    const own = quoted?.find(({ itemId }) => itemId === line['itemId'])
    demandFigure(`${name} 的单价在结果与报价文件中`, line['unitPrice'], own?.['unitPrice'])
  }
  demandSum(name, { lines, price })
}

/** The lines of a result add up to its price. */
function demandSum(name: string, { lines, price }: Row): void {
  const all = (lines ?? []) as Row[]
  if (all.length === 0) return
  const sum = all.reduce((total, { amount }) => total + inCents(amount), 0n)
  demand(sum === inCents(price), `${name} 各行金额之和与价格 ${String(price)} 不一致`)
}

function inCents(amount: unknown): bigint {
  const [whole = '', part = ''] = (figure(amount) ?? '').split('.')
  demand(whole !== '' && part.length <= 2, `金额 ${String(amount)} 格式有误`)
  return BigInt(whole + part.padEnd(2, '0'))
}

/** Winners in force are the last version; each version is what log and notice say; their lines add up. */
export async function checkAward(contents: Contents): Promise<string> {
  const versions = await versionsOf(contents, 'award')
  const awards = await rowsIn(contents, 'order/award.json')
  const suppliers = await suppliersOf(contents)
  for (const version of versions) {
    const logged = loggedOf(contents, version)?.winners
    if (logged) compare('结果', version, { rows: version.rows, others: logged, where: '日志' })
    const notice = noticesOf(contents).find(({ code }) => code === version.notice?.code)
    const told = notice?.data['winners'] as Row[] | undefined
    if (told)
      compare('结果', version, {
        rows: version.rows.map((row) => ({ ...row, creditCode: suppliers.get(row['tradeId'])?.['credit_code'] })),
        others: told,
        where: '公告',
        key: 'creditCode',
      })
  }
  const [last] = versions
  demand(last !== undefined || awards.length === 0, '有成交供应商，但没有结果的版本')
  if (!last || awards.length === 0) return '没有成交供应商'
  const won = awards.map((award): Row => ({ ...award, tradeId: award['trade_id'] }))
  compare('结果', last, { rows: won, others: last.rows, where: '版本' })
  const logged = loggedOf(contents, last)?.winners
  const candidates = await rowsIn(contents, 'order/candidates.json')
  for (const award of won) {
    const name = String(award['name'])
    const own = suppliers.get(award['tradeId'])
    demandSame('成交供应商的名称与报名的', name, own?.['name'])
    demandSame('成交供应商的单位与报名的', award['company_id'], own?.['supplier_company_id'])
    const lines = (award['lines'] ?? []) as Row[]
    demandSum(name, award)
    const candidate = candidates.find(({ tradeId }) => tradeId === award['tradeId'])
    demand(candidate !== undefined, `${name} 成交，但不是候选人`)
    const offered = candidate['lines'] as Row[] | null
    if (offered) demandLines(name, award, offered)
    else demandFigure(`${name} 的价格在结果与候选人中`, award['price'], candidate['price'])
    const others = logged?.find(({ tradeId }) => tradeId === award['tradeId'])?.['lines'] as Row[] | undefined
    if (!others) continue
    demandSame(`${name} 的成交行数在结果与日志中`, lines.length, others.length)
    for (const line of lines) {
      const other = others.find(({ itemId }) => itemId === line['itemId'])
      for (const field of ['quantity', 'unitPrice', 'amount'])
        demandFigure(`${name} 成交清单的 ${field} 在结果与日志中`, line[field], other?.[field])
    }
  }
  return `${awards.length} 家，与日志和公告一致`
}

/** Both lists hold the same suppliers at the same price, rank and score, where both say them. */
function compare(
  what: string,
  { version }: Version,
  {
    rows,
    others,
    where,
    key = 'tradeId',
  }: { rows: readonly Row[]; others: readonly Row[]; where: string; key?: string },
): void {
  const label = `${what}第 ${version} 版`
  demandSame(`${label}的家数与${where}的`, rows.length, others.length)
  for (const row of rows) {
    const other = others.find((one) => one[key] === row[key])
    demand(other !== undefined, `${label}的供应商不在${where}中`)
    demandFigure(`${label}的价格与${where}的`, row['price'], other['price'])
    if (row['rank'] != null && other['rank'] != null)
      demandFigure(`${label}的名次与${where}的`, row['rank'], other['rank'])
  }
}

async function suppliersOf(contents: Contents): Promise<Map<unknown, Row>> {
  return new Map((await rowsIn(contents, 'sign-ups/sign-ups.json')).map((row) => [row['id'], row]))
}

/** The fingerprint of the secret reserve in the notice that opened the order. */
function publishedReserve(contents: Contents): unknown {
  const told = noticesOf(contents).map(({ data }) => data?.['auctionReserve'] as Row | undefined)
  return told.find(Boolean)?.['commitment']
}

/** An auction ran by the order's rules, and its record tells of the same offers. */
export async function checkAuctionTerms(contents: Contents): Promise<string> {
  const { auctions } = contents.found
  if (auctions.length === 0) return '没有竞价'
  const order = await orderOf(contents)
  const terms = (order['settings'] as Row | undefined)?.['auction'] as Row | undefined
  const told = await member<{ head?: string; rows: Row[]; ranking: Row[] }>(contents, 'auction/record.json')
  const suppliers = await suppliersOf(contents)
  for (const auction of auctions) {
    demandFigure('起始价在竞价记录与采购单中', auction.startPrice, order['control_price'])
    demandSame('开始时间在竞价记录与采购单中', auction.startsAt, order['open_at'])
    if (terms) {
      if (terms['stepKind'] === 'amount') demandFigure('最小降幅在竞价记录与采购单中', auction.step, terms['step'])
      for (const name of ['windowMinutes', 'maxExtensions'] as const)
        demandSame(`延时规则 ${name} 在竞价记录与采购单中`, auction[name], terms[name])
      demandSame('竞价方向在竞价记录与采购单中', auction.direction, terms['direction'])
      const reserve = terms['reserve'] as Row | undefined
      demandSame('保留价方式在竞价记录与采购单中', auction.reserve?.kind, reserve?.['kind'])
      if (reserve?.['kind'] === 'open')
        demandFigure('保留价在竞价记录与采购单中', auction.reserve!.price, reserve['price'])
      if (auction.reserve?.kind === 'sealed')
        demandSame('保留价的指纹在竞价记录与公告中', auction.reserve.commitment, publishedReserve(contents))
      const length = Date.parse(auction.plannedEnd) - Date.parse(auction.startsAt)
      demand(length === Number(terms['durationMinutes']) * 60_000, '竞价时长与采购单的不一致')
    }
    for (const { tradeId, name } of auction.bidders)
      demandSame('竞价人与报名的', name, suppliers.get(tradeId)?.['name'])
    if (!told) continue
    demandSame('报价链的末端在竞价成交记录中', told.head, auction.head)
    demandSame('报价的笔数在竞价成交记录中', told.rows.length, auction.offers.length)
    for (const [i, { body, hash }] of auction.offers.entries()) {
      demandFigure(`第 ${body.seq} 笔报价在竞价成交记录中`, told.rows[i]!['amount'], body.price)
      demandSame(`第 ${body.seq} 笔报价的哈希在竞价成交记录中`, told.rows[i]!['hash'], hash)
    }
    demandSame('排名的家数在竞价成交记录中', told.ranking.length, auction.ranking.length)
    for (const [i, { price }] of auction.ranking.entries())
      demandFigure(`第 ${i + 1} 名的报价在竞价成交记录中`, String(told.ranking[i]!['price']).replaceAll(',', ''), price)
  }
  return '竞价规则、报价和排名与采购单、成交记录一致'
}
