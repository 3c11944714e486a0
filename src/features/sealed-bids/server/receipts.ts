import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { say } from '#features/procurement/methods/say.ts'
import { isTimed } from '#features/procurement/rules/key-mode.ts'
import { BID_ROLE_LABELS } from '#features/procurement/rules/enums.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { SUITES } from '#features/sealing/core/suite.ts'
import { receiptPath } from '../rules-receipt-address.ts'
import { type Bid, ownBid } from './bid.ts'
import { receiptHash } from './log-routes.ts'

type Ctx = Context<Employee>
type Order = Bid['order']
interface Params {
  params: { orderId: string; submissionId: string }
}

/** The receipt as the verifier reads it. */
export async function receiptFile(ctx: Ctx, { params }: Params): Promise<FileAnswer> {
  const { receipt, order } = await ownReceipt(ctx, params)
  const content = Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`)
  return {
    name: `${titleOf(order, receipt)}-${order.code}.json`,
    mime: 'application/json',
    content,
    size: content.length,
  }
}

/** The receipt as a document; its QR code leads to the page that checks it. */
export async function receiptDocument(
  ctx: Ctx,
  { params, raw }: Params & { raw: { request: FastifyRequest } },
): Promise<FileAnswer> {
  const { receipt, order } = await ownReceipt(ctx, params)
  const { code } = order
  const hash = receiptHash(receipt)
  const { default: qrcode } = await import('qrcode')
  const base = ctx.config.publicUrl || `${raw.request.protocol}://${raw.request.host}`
  const address = base + receiptPath({ submissionId: params.submissionId, hash, tenantId: ctx.tenantId })
  const content = await renderPdf(
    TEMPLATE,
    {
      ...documentData(order, receipt),
      number: `${code}-${receipt.body.logIndex}`,
      hash,
      qr: await qrcode.toString(address, { type: 'svg', margin: 0 }),
    },
    { at: new Date(receipt.body.at), by: ctx.actor },
  )
  return { name: `${titleOf(order, receipt)}-${code}.pdf`, mime: 'application/pdf', content, size: content.length }
}

/** A sealed file of the own bid, byte for byte as it is kept. */
export async function ownCipher(
  ctx: Ctx,
  { params }: { params: Params['params'] & { position: number } },
): Promise<FileAnswer> {
  const { trade } = await ownBid(ctx, params.orderId)
  const file = await ctx.tx
    .selectFrom('bid_file as f')
    .innerJoin('bid_submission as s', (j) =>
      j.onRef('s.tenantId', '=', 'f.tenantId').onRef('s.id', '=', 'f.submissionId'),
    )
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.name', 'f.size', 'o.sha256'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('s.tradeId', '=', trade.id)
    .where('f.submissionId', '=', params.submissionId)
    .where('f.position', '=', params.position)
    .executeTakeFirst()
  if (!file) throw new AppError('notFound')
  const content = await ctx.files.read(file.sha256.toString('hex'))
  return { name: `${file.name}.kbe`, mime: 'application/octet-stream', content, size: file.size }
}

async function ownReceipt(
  ctx: Ctx,
  { orderId, submissionId }: Params['params'],
): Promise<{ receipt: Receipt; order: Order }> {
  const { order, trade } = await ownBid(ctx, orderId)
  const row = await ctx.one('bid_submission', { tradeId: trade.id, id: submissionId }, { columns: ['receipt'] })
  if (!row) throw new AppError('notFound')
  return { receipt: row.receipt as Receipt, order }
}

function titleOf(order: Order, { body }: Receipt): string {
  return say(order, body.action === 'bid.submitted' ? '{bid}提交回执' : '{bid}撤回回执')
}

function documentData(order: Order, receipt: Receipt) {
  const { body, manifest, signatures } = receipt
  return {
    title: titleOf(order, receipt),
    note: say(order, NOTES[isTimed(order.settings) ? 'timed' : 'closed']),
    facts: [
      ['采购单', body.orderName],
      [say(order, '{bidder}'), body.bidderName],
      [
        body.action === 'bid.submitted' ? '提交时间' : '撤回时间',
        `${formatTime(body.at, true)}（北京时间；UTC ${body.at}）`,
      ],
      [say(order, '{deadline}时间'), `${formatTime(body.deadline, true)}（北京时间）`],
      ['密码套件', SUITES[body.suite].label],
      ['日志序号', String(body.logIndex)],
    ],
    files: (manifest?.files ?? []).map((file, i) => ({
      no: String(i + 1),
      role: BID_ROLE_LABELS[file.role],
      name: file.name,
      size: file.size.toLocaleString('en-US'),
      hash: file.cipherHash,
    })),
    hashes: [
      [say(order, '{bid}清单哈希'), body.manifestHash],
      ...signatures.map((signature) => [`${signature.alg} 签名`, signature.signature] as const),
    ],
  }
}

const OFFLINE =
  '本回执由平台在{bid}写入日志后签发，可脱离平台核验：使用回执文件（JSON）、公告校验文件与公开日志，任何人都能重新计算上述哈希与签名。'

/** What a receipt proves depends on who holds the key. */
const NOTES = {
  closed: `${OFFLINE}加密文件的内容在{bidder}提交密钥前不为任何人（含平台）所知。`,
  timed: `${OFFLINE}加密文件到{deadline}由平台启用本轮密钥开启，此前不向任何人展示。`,
} as const

const TEMPLATE = `
#import "base.typ": *
#show: official.with(title: input.title, number: input.number)

#facts(input.facts)

= 加密文件

#for file in input.files {
  block(breakable: false, below: 1.2em, {
    text(font: sans, size: 10pt, weight: "bold", file.no + ". " + file.role + "：")
    text(font: sans, size: 10pt, file.name)
    text(size: 9pt, fill: muted, "（" + file.size + " 字节）")
    v(-4pt)
    groups-of-four(file.hash)
  })
}

#seal-block(
  facts: (),
  hashes: input.hashes + (("回执哈希", input.hash),),
  qr: input.qr,
  note: input.note,
)
`
