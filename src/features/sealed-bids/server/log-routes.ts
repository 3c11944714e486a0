import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { auditKey } from '#server/audit-heads.ts'
import type { FileAnswer, Input } from '#server/implement.ts'
import { RECORD_TYPES } from '#server/public-log.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { demandProvable, noticePublicKey, orderRow } from '#features/procurement/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import { policyAt, timeAuthorities, withCosignatures } from '#features/witnesses/server/public.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { PAGE } from '#features/sealing/core/log/openings.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { leafHash } from '#features/sealing/core/log/merkle.ts'
import { type Receipt, receiptLeaf } from '#features/sealing/core/receipt.ts'
import { FIRST_ROUND } from '../rules.ts'
import { completenessOf, openingsPage } from './completeness.ts'
import { newestHead } from './log.ts'
import { proofsOf } from './log-records.ts'
import { leavesOf, parseTilePath, tileStore, WIDTH } from './log-store.ts'
import { currentRound } from './round-port.ts'
import { TRUST_TYPE, type TrustFile } from '#features/sealing/core/trust-file.ts'
import { type Any, type KeyUse, publicServiceKeys } from './service-keys.ts'
import { logKey, noticeTrust } from './trust.ts'

/** The public sees the log up to the newest published head, and nothing beyond it. */
export async function checkpoint(
  ctx: Any,
  { raw }: Pick<Input<unknown, unknown, unknown>, 'raw'>,
): Promise<FileAnswer> {
  const head = await newestHead(ctx)
  if (!head) throw new AppError('notFound', '日志尚未开始')
  cache(raw.reply, 'public, max-age=10')
  const content = Buffer.from(await withCosignatures(ctx, head))
  return { name: 'checkpoint', mime: 'text/plain; charset=utf-8', content, inline: true }
}

/** A tile never changes once the published tree has it. */
export async function tile(
  ctx: Any,
  { params, raw }: { params: { '*': string }; raw: { reply: FastifyReply } },
): Promise<FileAnswer> {
  const path = `tile/${params['*']}`
  const name = parseTilePath(path)
  if (!name || leavesOf(name) > (await publishedSize(ctx))) throw new AppError('notFound')
  const data = await tileStore(ctx).readTile(path)
  if (!data) throw new AppError('notFound')
  cache(raw.reply, 'public, max-age=31536000, immutable')
  return { name: 'tile', mime: 'application/octet-stream', content: Buffer.from(data), size: data.length, inline: true }
}

export async function inclusion(ctx: Any, { query }: { query: { index: number; size: number } }) {
  const { index, size } = query
  if (index >= size || size > (await publishedSize(ctx))) throw new AppError('notFound')
  const tree = new TileTree(tileStore(ctx), size)
  const proof = (await tree.inclusionProof(index)).map(toHex)
  return { index, size, proof, leafHash: toHex(await tree.leaf(index)), root: toHex(await tree.root()) }
}

export async function consistency(ctx: Any, { query }: { query: { from: number; to: number } }) {
  const { from, to } = query
  if (from > to || to > (await publishedSize(ctx))) throw new AppError('notFound')
  const proof = await new TileTree(tileStore(ctx), to).consistencyProof(from)
  return { from, to, proof: proof.map(toHex) }
}

export async function keys(ctx: Any) {
  const rows = await publicServiceKeys(ctx)
  return {
    logKey: await logKey(ctx),
    auditKey: auditKey(ctx.config).toString('hex'),
    keys: rows.map((row) => ({
      use: row.use as KeyUse,
      publicKey: row.publicKey,
      since: row.createdAt.toISOString(),
      retiredAt: row.retiredAt?.toISOString() ?? null,
    })),
  }
}

/** The trust file of the tenant as it stands: to be kept apart from what it is to judge. */
export async function trustFile(ctx: Any) {
  const rows = await publicServiceKeys(ctx)
  const of = (use: KeyUse) => rows.filter((row) => row.use === use).map((row) => row.publicKey)
  const head = await newestHead(ctx)
  const trust: TrustFile = {
    type: TRUST_TYPE,
    tenantId: String(ctx.tenantId),
    logKey: await logKey(ctx),
    serviceKeys: { ed25519: of('ed25519'), sm2: of('sm2') },
    noticeKeys: [noticePublicKey(ctx)],
    witnesses: await policyAt(ctx, ctx.clock.now()),
    heads: head ? [await withCosignatures(ctx, head)] : [],
    notices: [],
    timeAuthorities: await timeAuthorities(ctx),
  }
  const content = Buffer.from(`${JSON.stringify(trust, null, 2)}\n`)
  return { name: 'kaibiao-trust.json', mime: 'application/json', content, size: content.length }
}

export async function trust(ctx: Any, { params, query }: { params: { orderId: string }; query: { round: number } }) {
  const order = await orderRow(ctx, params.orderId)
  if (!order.publishedAt) throw new AppError('notFound')
  await demandProvable(ctx, order)
  if (query.round > FIRST_ROUND) await demandKnown(ctx, order, query.round)
  return noticeTrust(ctx, order, query.round)
}

/** A further round is known to the buyer's side and to those who were asked to it, until the result is published. */
async function demandKnown(ctx: Any, order: Awaited<ReturnType<typeof orderRow>>, round: number): Promise<void> {
  const companyId = ctx.actor?.companyId
  if (reached(order, 'publicised') || companyId === order.ownerCompanyId || companyId === order.purchaserCompanyId)
    return
  const trade = companyId && (await ctx.one('trade', { orderId: order.id, supplierCompanyId: companyId }))
  if (!trade || (await currentRound(ctx, order, trade.id)).round < round) throw new AppError('notFound')
}

/** A page that is whole and all open never changes; one that is not is asked for again. */
export async function openings(
  ctx: Any,
  { params, raw }: { params: { '*': string }; raw: { reply: FastifyReply } },
): Promise<FileAnswer> {
  const name = parseTilePath(`tile/0/${params['*']}`)
  const page = name && name.width === WIDTH ? await openingsPage(ctx, name.index) : undefined
  if (!page) throw new AppError('notFound')
  const isWhole = page.openings.length === PAGE && !page.openings.includes(null)
  cache(raw.reply, isWhole ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
  const content = Buffer.from(JSON.stringify(page))
  return { name: 'openings.json', mime: 'application/json', content, size: content.length, inline: true }
}

export async function completeness(ctx: Any, { params }: { params: { orderId: string } }) {
  const order = await orderRow(ctx, params.orderId)
  if (!order.publishedAt) throw new AppError('notFound')
  await demandProvable(ctx, order)
  const found = await completenessOf(ctx, order)
  if (!found) throw new AppError('tooEarly', say(order, '未到{deadline}时间'))
  return found
}

/** Of kinds that are public: of the others whoever may read them is told, in the archive. */
export async function records(ctx: Any, { params }: { params: { hash: string } }) {
  const proofs = await proofsOf(ctx, { hash: params.hash.toLowerCase() })
  return proofs.filter(({ record }) => RECORD_TYPES[record.type] === 'public')
}

/** SHA-256 of a receipt's canonical body, hex: what its QR code and PDF show. */
export function receiptHash(receipt: Receipt): string {
  return createHash('sha256').update(canonicalBytes(receipt.body)).digest('hex')
}

/** Whoever does not hold the receipt learns nothing: a wrong hash and a missing receipt answer alike. */
export async function lookup(ctx: Any, input: { params: { submissionId: string }; query: { hash: string } }) {
  const row = await ctx.one(
    'bid_submission',
    { id: input.params.submissionId },
    { columns: ['receipt', 'at', 'logIndex'] },
  )
  const receipt = row?.receipt as Receipt | undefined
  if (!row || !receipt || receiptHash(receipt) !== input.query.hash.toLowerCase()) throw new AppError('notFound')
  return {
    issued: true as const,
    at: row.at.toISOString(),
    logIndex: row.logIndex,
    leafHash: toHex(leafHash(receiptLeaf(receipt.body).entry)),
    keys: receipt.signatures.map((signature) => signature.publicKey),
  }
}

async function publishedSize(ctx: Any): Promise<number> {
  return (await newestHead(ctx))?.size ?? 0
}

/** One address serves one tenant; where a header names the tenant, caches must tell the answers apart. */
function cache(reply: FastifyReply, control: string): void {
  reply.header('cache-control', control).header('vary', 'x-tenant')
}
