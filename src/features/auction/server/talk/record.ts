import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import type { Finding } from '#server/feature.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { TALK_ENTRIES, TALK_STATES, type TalkEntryKind, type TalkState } from '../../rules/talk.ts'
import type { Any, Order } from '../access.ts'
import { talksOf } from './access.ts'
import { entryHash, type EntryReceipt, talkGenesis } from './chain.ts'
import { entriesOf, type TalkRow } from './entries.ts'

const TEMPLATE = `
#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.code)
#facts(input.facts, columns: 2)
#v(8pt)
= 议价过程
#data-table(
  ((title: "序号", key: "seq", width: 32pt, align: "center"), (title: "时间（北京时间）", key: "at", width: 1fr), (title: "一方", key: "side", width: 0.8fr), (title: "事项", key: "kind", width: 0.7fr), (title: "价格（元）", key: "price", width: 0.8fr, align: "right"), (title: "内容", key: "text", width: 1.8fr)),
  input.rows,
)
#seal-block(title: "校验信息", facts: (("记录链末端哈希", input.head),), note: "每条记录的哈希均包含其前一条的哈希，并由平台签名，任何增删改都会使末端哈希不同。")
`

/** The minutes of a talk, made of its entries, or the signed entries themselves. */
export async function recordOf(
  ctx: Any,
  { order, talk }: { order: Order; talk: TalkRow },
  format: 'pdf' | 'json',
): Promise<FileAnswer> {
  const entries = await entriesOf(ctx, talk.id)
  const name = `议价记录-${order.code}-${talk.rank}`
  if (format === 'json') {
    const content = Buffer.from(
      `${JSON.stringify(
        entries.map((one) => one.receipt),
        null,
        2,
      )}\n`,
    )
    return { name: `${name}.json`, mime: 'application/json', content, size: content.length }
  }
  const content = await renderPdf(TEMPLATE, await recordData(ctx, order, talk), { at: entries.at(-1)!.at })
  return { name: `${name}.pdf`, mime: 'application/pdf', content, size: content.length, inline: true }
}

/** The talks in the archive: what was said as data, and every signed entry. Nothing where none was held. */
export const priceTalkArchive: ArchivePart = {
  name: 'price-talk',
  async entries(ctx, order) {
    const talks = await talksOf(ctx, order.id)
    return Promise.all(
      talks.flatMap((talk) => [
        recordData(ctx, order, talk).then((data) => jsonEntry(`price-talk/${talk.rank}/record.json`, data)),
        entriesOf(ctx, talk.id).then((entries) =>
          jsonEntry(
            `price-talk/${talk.rank}/receipts.json`,
            entries.map((one) => one.receipt),
          ),
        ),
      ]),
    )
  },
}

/** Recomputes the chain of every talk from its entries: names those that were altered or lack some. */
export async function checkTalks(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const talks = await ctx.tx.selectFrom('price_talk').selectAll().where('tenantId', '=', tenantId).execute()
    const findings: Finding[] = []
    for (const talk of talks)
      if (!(await isWhole(ctx, talk)))
        findings.push({ what: 'price-talk', id: talk.id, message: '议价记录与其哈希链不符' })
    return findings
  })
}

async function isWhole(ctx: Any, talk: TalkRow): Promise<boolean> {
  const { id: talkId, orderId, tradeId } = talk
  let prev = talkGenesis({ tenantId: ctx.tenantId, talkId, orderId, tradeId })
  const entries = await entriesOf(ctx, talkId)
  for (const [i, entry] of entries.entries()) {
    const hash = entryHash({
      type: 'kaibiao/price-talk-entry/1',
      tenantId: String(ctx.tenantId),
      talkId,
      seq: i + 1,
      kind: entry.kind as TalkEntryKind,
      side: entry.side as 'buyer',
      price: entry.price ?? '',
      until: entry.until?.toISOString() ?? '',
      text: entry.text,
      at: entry.at.toISOString(),
      byUserId: entry.byUserId,
      prev: prev.toString('hex'),
    })
    if (!hash.equals(entry.hash) || (entry.receipt as unknown as EntryReceipt).hash !== hash.toString('hex'))
      return false
    prev = hash
  }
  return entries.length === talk.seq && prev.equals(talk.head)
}

async function recordData(ctx: Any, order: Order, talk: TalkRow) {
  const { supplier, purchaser } = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as s', 's.id', 't.supplierCompanyId')
    .innerJoin('company as p', (j) => j.on('p.id', '=', order.purchaserCompanyId))
    .select(['s.name as supplier', 'p.name as purchaser'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.id', '=', talk.tradeId)
    .executeTakeFirstOrThrow()
  const entries = await entriesOf(ctx, talk.id)
  const isAgreed = talk.status === 'agreed'
  return {
    title: '议价记录',
    org: purchaser,
    code: order.code,
    facts: [
      ['采购单', order.title],
      ['议价对象', `${supplier}（竞价第 ${talk.rank} 名）`],
      ['开始', formatTime(talk.openedAt, true)],
      ['结束', talk.closedAt ? formatTime(talk.closedAt, true) : '进行中'],
      ['竞价报价（元）', formatAmount(talk.startPrice)],
      ['结果', TALK_STATES[talk.status as TalkState]],
      ...(isAgreed ? [['议定价格（元）', `${formatAmount(talk.price)}（${toCapitals(talk.price)}）`]] : []),
    ],
    rows: entries.map((entry) => ({
      seq: String(entry.seq),
      at: formatTime(entry.at, true),
      side: `${entry.side === 'buyer' ? '采购方' : '供应商'}　${entry.byName}`,
      kind: TALK_ENTRIES[entry.kind as TalkEntryKind],
      price: entry.price === null ? '' : formatAmount(entry.price),
      text: [entry.text, entry.until && `答复期限 ${formatTime(entry.until, true)}`].filter(Boolean).join('；'),
    })),
    head: talk.head.toString('hex'),
  }
}
