import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import {
  archiveHash,
  archiveText,
  ARCHIVE_TYPE,
  type ArchiveBody,
  MACHINE,
  MANIFEST_PATH,
  signArchive,
  typeOf,
} from '#features/sealing/core/record-manifest.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { PROOF_TYPE } from '#features/sealing/core/verify-trust.ts'
import { stampHash, stampOfHash } from '#features/witnesses/server/public.ts'
import { sectionOf, sectionsDue } from '#features/sealing/core/record-sections.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { keepFile } from '#server/files/keep-file.ts'
import type { Caller, Route } from '#server/implement.ts'
import { logRecord, nextTick, recordProof, recordProofs } from '#server/public-log.ts'
import * as contract from '../contract/order.ts'
import { isAbortive } from '../engine/states.ts'
import { stepsOf } from '../engine/order-steps.ts'
import { publicises } from '../rules/candidate-days.ts'
import type { Order } from './access.ts'
import { ownParts } from './archive-own.ts'
import { type ArchiveEntry, type ArchivePart, placed } from './archive-parts.ts'
import { buyer, buyerFile } from './bind.ts'
import { contentsPdf } from './dossier.ts'
import { fileAnswer } from './files.ts'
import { pack, type Packed } from './pack.ts'
import { ownOrder } from './public.ts'
import { archiveSigners } from './signer-port.ts'

/** Archiving, with the parts that other features add. */
export function archiveRoutes(parts: readonly ArchivePart[]): readonly Route[] {
  return [
    buyer(
      contract.archiveOrder,
      async (ctx, { params, body }) => {
        const own = await ownOrder(ctx, params.orderId, 'update')
        const { order } = own
        const now = ctx.clock.now()
        await own.demand('archive')
        if (body?.confirm !== true) await demandLogged(ctx, order.id)
        if (await hasUnchained(ctx, order.id)) await chainAll(ctx)
        const entries: ArchiveEntry[] = []
        for (const part of [...ownParts, ...parts]) entries.push(...(await part.entries(ctx, order)))
        const { sha256, size, manifestHash } = await packed(ctx, order, entries.map(placed))
        const about = { name: `${order.code}.zip`, use: 'archive', mime: 'application/zip', by: ctx.actor }
        const { fileId, sha256: hash } = await keepFile(ctx, { sha256, size }, about)
        const by = { createdBy: ctx.actor.userId, createdAt: now }
        await ctx.insert('archive', { orderId: order.id, fileId, sha256: hash, ...by })
        logRecord(ctx, { type: 'archive', subject: order.id, hash: manifestHash })
        await stampHash(ctx, manifestHash)
        await own.advance({
          action: 'archive',
          summary: `归档，共 ${entries.length} 个文件，SHA-256 ${sha256}`,
          data: { sha256, size, fileId, manifestHash },
        })
        return { sha256 }
      },
      { prepare: chainFirst },
    ),

    buyerFile(contract.downloadArchive, async (ctx, { params }) => {
      const { order } = await ownOrder(ctx, params.orderId)
      const row = await ctx.one('archive', { orderId: order.id }, { columns: ['fileId'] })
      if (!row) throw new AppError('notFound')
      return fileAnswer(ctx, { fileId: row.fileId, name: `${order.code}.zip` })
    }),

    buyerFile(contract.archiveProof, async (ctx, { params }) => {
      const { order } = await ownOrder(ctx, params.orderId)
      const row = await ctx.one('archive', { orderId: order.id }, { columns: ['createdAt'] })
      if (!row) throw new AppError('notFound')
      const proof = await recordProof(ctx, { type: 'archive', subject: order.id })
      if (!proof?.leaf || !proof.head) throw new AppError('tooEarly', '归档清单将于数分钟内写入公开日志，请稍后下载')
      const { size } = parseCheckpoint(proof.head.checkpoint)
      const growth = await recordProofs().growth(ctx, { orderId: order.id, at: row.createdAt, size })
      const timeStamp = await stampOfHash(ctx, proof.record.hash)
      const about = { type: PROOF_TYPE, tenantId: String(ctx.tenantId) }
      const value = { ...about, ...proof, growth, ...(timeStamp && { timeStamp }) }
      const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
      return { name: `${order.code}.proof.json`, mime: 'application/json', content, size: content.length }
    }),
  ]
}

/** An archive holds the proofs that there are when it is made: asks to wait while records of the order have none. */
async function demandLogged(ctx: Context<Employee>, orderId: string): Promise<void> {
  const waiting = (await recordProofs().proofs(ctx, { subject: orderId })).filter(({ leaf, head }) => !leaf || !head)
  if (waiting.length === 0) return
  const due = formatTime(nextTick(ctx.clock.now()))
  const what = `有 ${waiting.length} 项过程存证尚未写入公开日志（下次写入 ${due}）`
  throw new AppError('confirm', `${what}。现在归档，归档将缺少它们的证明，核验时来源不能完全确认。建议稍后再归档`)
}

/** Chains what is recorded so far, before the archive is made: whoever chains holds up everybody who does, and packing takes long. */
async function chainFirst(kernel: Kernel, _input: unknown, { tenantId }: Caller): Promise<void> {
  await inContext(kernel, { tenantId, actor: null }, chainAll)
}

/** What was recorded of the order since: no fact stands in the archive without its place in the chain. */
async function hasUnchained(ctx: Context<Employee>, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from audit_entry where tenant_id = ${ctx.tenantId} and seq is null
    and body->>'entity' in ('order', 'bond') and body->>'entityId' = ${orderId} limit 1`.execute(ctx.tx)
  return rows.length > 0
}

async function chainAll(ctx: Context<Actor | null>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select kb_chain(1000) as n`.execute(ctx.tx)
    if (rows[0]!.n < 1000) return
  }
}

/** Packs the dossier: the entries, its table of contents, and last the signed manifest that lists all of them. */
async function packed(
  ctx: Context<Employee>,
  order: Order,
  entries: readonly ArchiveEntry[],
): Promise<{ sha256: string; size: number; manifestHash: string }> {
  const signers = await archiveSigners().signersOf(ctx, order.suite as SuiteName)
  const at = ctx.clock.now()
  let manifestHash = ''
  const manifest = async (written: readonly Packed[]) => {
    const signed = await signArchive(bodyOf(ctx, order, { written, at }), signers)
    manifestHash = archiveHash(signed)
    return Buffer.from(archiveText(signed))
  }
  const contents = (written: readonly Packed[]) => contentsPdf(ctx, order, written)
  const last = [
    { path: '00 卷宗目录.pdf', make: contents },
    { path: MANIFEST_PATH, make: manifest },
  ]
  return { ...(await pack(ctx, entries, { last, at })), manifestHash }
}

function bodyOf(
  ctx: Context<Actor | null>,
  order: Order,
  { written, at }: { written: readonly Packed[]; at: Date },
): ArchiveBody {
  const { id: orderId, code, title } = order
  const steps = stepsOf({ ...order, publicises: publicises(order) }).map((step) => step.name)
  const outcome = isAbortive(order) ? 'abortive' : 'awarded'
  const found = written.flatMap(({ path }) =>
    path.startsWith(`${MACHINE}/`) ? (sectionOf(path.slice(MACHINE.length + 1)) ?? []) : [],
  )
  return {
    type: ARCHIVE_TYPE,
    tenantId: String(ctx.tenantId),
    orderId,
    code,
    title,
    suite: order.suite as SuiteName,
    archivedAt: at.toISOString(),
    steps,
    outcome,
    sections: [...new Set([...sectionsDue({ steps, outcome }, []), ...found])],
    hash: 'SHA-256',
    members: written.map(({ path, size, sha256, type }) => ({ path, size, sha256, type: typeOf(path, type) })),
  }
}
