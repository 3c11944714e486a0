import { demand } from '#features/sealing/core/check.ts'
import { roundOf } from '#features/sealing/core/receipt.ts'
import {
  demandFigure,
  demandSame,
  demandSet,
  factsOf,
  member,
  noticesOf,
  type Row,
  rowsIn,
  textsOf,
} from './agree-values.ts'
import { sha256Of } from './digests.ts'
import type { Contents } from './record-types.ts'

/* The order as it stands in a record, against what was published of it (docs/protocol 6.11). */

const DATES = ['saleStart', 'saleEnd', 'signUpEnd', 'questionEnd', 'bidEnd', 'openAt'] as const
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Amounts, settings and items of the order are those of the notice that opened it. */
export async function checkOrder(contents: Contents): Promise<string> {
  const { body, found } = contents
  const order = await orderOf(contents)
  demandSame('采购单与归档清单的名称', order['title'], body.title)
  const project = await member(contents, 'order/project.json')
  demandSame('采购单所属的项目', order['project_id'], project?.['id'])
  const notices = noticesOf(contents)
  for (const { code, order_id: id } of notices) demandSame(`公告 ${code} 所属的采购单`, id, body.orderId)
  const opening = notices.find(({ data }) => data?.['settings'] !== undefined)
  if (!opening) return '公告未载明采购单的内容'
  const { code, data } = opening
  for (const [name, label] of AMOUNTS)
    demandFigure(`${label}在采购单与公告 ${code} 中`, order[columnOf(name)], data[name])
  if (data['suite'] !== undefined) demandSame(`密码套件在采购单与公告 ${code} 中`, order['suite'], data['suite'])
  const { settings, items } = data as { settings: Row; items?: Row }
  demandSame(`采购单的设置与公告 ${code} 的哈希`, await hashOf(order['settings']), settings['sha256'])
  if (items !== undefined) {
    const lines = await rowsIn(contents, 'order/items.json')
    demandSame(`采购清单的行数与公告 ${code} 的`, lines.length, items['count'])
    demandSame(`采购清单与公告 ${code} 的哈希`, await hashOf(lines), items['sha256'])
  }
  for (const trust of found.notices) {
    if (roundOf(trust) !== 1) continue
    demandSame(`联合密钥在公告校验文件与公告 ${code} 中`, trust.jointKey, data['jointKey'])
    demandSame(`首轮开启密钥在公告校验文件与公告 ${code} 中`, trust.roundKey, data['roundKey'])
  }
  return `金额、设置和清单与公告 ${code} 一致`
}

const AMOUNTS = [
  ['bond', '保证金'],
  ['controlPrice', '最高限价'],
  ['documentFee', '文件售价'],
] as const

/** Each date is the one announced last, each version and what the log holds of it is the notice's, and rounds end when it says. */
export async function checkSchedule(contents: Contents): Promise<string> {
  const { found, body } = contents
  const order = await orderOf(contents)
  const dates = Object.fromEntries(DATES.map((name) => [name, order[columnOf(name)] ?? null]))
  const announced = noticesOf(contents).filter(({ data }) => data?.['schedule'])
  const last = announced.at(-1)
  if (last) demandSame(`采购单的时间与公告 ${last.code} 的`, dates, { ...EMPTY, ...(last.data['schedule'] as Row) })
  const { versions, final } = (await member<{ versions: Row[]; final: Row }>(contents, 'order/schedule-versions.json'))!
  demandSame('采购单的时间与时间版本的', dates, final)
  demandSame(
    '时间版本与公告',
    versions,
    announced.map(({ code, data, published_at: at }) => ({
      ...(data['version'] !== undefined && { version: data['version'] }),
      notice: code,
      at,
      schedule: data['schedule'],
    })),
  )
  for (const text of textsOf(contents, 'kaibiao.schedule/1')) {
    const notice = announced.find(({ id }) => id === text['noticeId'])
    demand(notice !== undefined, '日志中的时间安排没有公告')
    demandSame(`日志中的时间安排与公告 ${notice.code} 的`, text['schedule'], notice.data['schedule'])
  }
  const logged = found.records.flatMap(({ records }) => records.map(({ record }) => record))
  for (const { type, subject, hash } of logged)
    if (type === 'notice' && subject === body.orderId)
      demand(
        found.published.some(({ contentHash }) => contentHash === hash),
        `日志中哈希为 ${hash.slice(0, 16)}… 的公告不在归档中`,
      )
  const deadline = (round: unknown) => found.notices.find((one) => roundOf(one) === round)?.deadline
  for (const { closing } of found.completeness)
    for (const one of closing)
      demandSame(`第 ${one.round} 轮的截止时间在截止清单与公告校验文件中`, one.deadline, deadline(one.round))
  for (const fact of factsOf(contents, 'bid.freeze') as Row[])
    demandSame(
      `第 ${String(fact['round'])} 轮的截止时间在过程记录与公告校验文件中`,
      fact['deadline'],
      deadline(fact['round']),
    )
  return `${announced.length} 个版本与公告、日志一致`
}

const EMPTY = Object.fromEntries(DATES.map((name) => [name, null]))

/** What was due of a bond, until when and on what terms, is the order's; whom it was asked of are its suppliers and candidates. */
export async function checkBondTerms(contents: Contents): Promise<string> {
  const order = await orderOf(contents)
  const [bonds] = contents.found.bonds
  demand(bonds !== undefined, '没有保证金记录')
  demandFigure('保证金金额在保证金记录与采购单中', bonds.amount, order['bond'])
  demandSame('投标截止时间在保证金记录与采购单中', bonds.bidEnd, order['bid_end'])
  const terms = (order['settings'] as Row | undefined)?.['bond'] as Row | undefined
  for (const [name, value] of Object.entries(terms ?? {}))
    demandSame(`保证金约定 ${name} 在保证金记录与采购单中`, bonds.terms[name as keyof typeof bonds.terms], value)
  const suppliers = new Map((await rowsIn(contents, 'sign-ups/sign-ups.json')).map((row) => [row['id'], row['name']]))
  for (const { tradeId, supplier } of bonds.standings)
    demandSame('保证金认定的供应商与报名的', supplier, suppliers.get(tradeId))
  for (const { trade_id: tradeId } of [...bonds.recorded, ...bonds.decisions])
    demand(suppliers.has(tradeId), '保证金登记的供应商没有报名')
  const won = (await rowsIn(contents, 'order/award.json')).map((row) => row['trade_id'])
  const ranked = (await rowsIn(contents, 'order/candidates.json')).map((row) => row['tradeId'])
  const isPublic = noticesOf(contents).some(({ kind }) => kind === CANDIDATES)
  if (isPublic) demandSet('候选人在保证金记录与候选人名单中', bonds.candidates, ranked)
  else if (bonds.candidates.length > 0 || won.length > 0)
    demandSet('候选人在保证金记录与结果中', bonds.candidates, [...new Set(won)])
  return `${bonds.amount} 元，${bonds.bidEnd ?? '没有截止时间'}，与采购单一致`
}

/** Kind of notice: candidates. */
const CANDIDATES = 4

export async function orderOf(contents: Contents): Promise<Row> {
  const order = await member(contents, 'order/order.json')
  demand(order !== undefined, '采购单缺失')
  return order
}

/** As a notice takes the hash of what is for participants alone: SHA-256 of `JSON.stringify`, hex. */
function hashOf(value: unknown): Promise<string> {
  return sha256Of(new Blob([JSON.stringify(value)]))
}
