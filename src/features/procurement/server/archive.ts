import { AppError } from '#contract/errors.ts'
import type { Route } from '#server/implement.ts'
import { keepFile } from '#server/files/keep-file.ts'
import * as contract from '../contract/order.ts'
import { ownParts } from './archive-own.ts'
import type { ArchiveEntry, ArchivePart } from './archive-parts.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer } from './files.ts'
import { pack } from './pack.ts'
import { ownOrder } from './public.ts'

/** Archiving, with the parts that other features add. */
export function archiveRoutes(parts: readonly ArchivePart[]): readonly Route[] {
  return [
    buyer(contract.archiveOrder, async (ctx, { params }) => {
      const own = await ownOrder(ctx, params.orderId, 'update')
      const { order } = own
      const now = ctx.clock.now()
      await own.demand('archive')
      const entries: ArchiveEntry[] = []
      for (const part of [...ownParts, ...parts]) entries.push(...(await part.entries(ctx, order)))
      const { id: orderId, code, title } = order
      const facts = { orderId, code, title, archivedAt: now.toISOString() }
      const { sha256, size } = await pack(ctx, entries, { head: facts })
      const about = { name: `${order.code}.zip`, use: 'archive', mime: 'application/zip', by: ctx.actor }
      const { fileId, sha256: hash } = await keepFile(ctx, { sha256, size }, about)
      const by = { createdBy: ctx.actor.userId, createdAt: now }
      await ctx.insert('archive', { orderId, fileId, sha256: hash, ...by })
      await own.advance({
        action: 'archive',
        summary: `归档，共 ${entries.length} 个文件，SHA-256 ${sha256}`,
        data: { sha256, size, fileId },
      })
      return { sha256 }
    }),

    buyerFile(contract.downloadArchive, async (ctx, { params }) => {
      const { order } = await ownOrder(ctx, params.orderId)
      const row = await ctx.one('archive', { orderId: order.id }, { columns: ['fileId'] })
      if (!row) throw new AppError('notFound')
      return fileAnswer(ctx, { fileId: row.fileId, name: `${order.code}.zip` })
    }),
  ]
}
