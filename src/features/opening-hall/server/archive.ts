import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import { checkManifest } from '#features/sealed-bids/core/manifest.ts'
import { type KeyRelease, RELEASE_TYPE } from '#features/sealed-bids/core/verify-bid.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { openingRow } from './access.ts'
import { jointEntries } from './joint-archive.ts'
import { sheetData } from './sheet.ts'

/**
 * The opening in the archive: the opening sheet, the released content keys in the form the verifier reads, and the
 * opened files. Nothing for an order that was never opened.
 */
export const openingArchive: ArchivePart = {
  name: 'opening',
  async entries(ctx, order) {
    const opening = await openingRow(ctx, order.id)
    if (!opening) return []
    const rows = await openedRows(ctx, order.id)
    const byBidder = Map.groupBy(rows, (row) => row.no)
    const bidders = [...byBidder].flatMap(([no, files]) => {
      const folder = `opening/bidders/${String(no).padStart(2, '0')}`
      return [
        jsonEntry(`${folder}/release.json`, releaseOf(files)),
        ...files.map((f) => ({
          path: `${folder}/${f.position}-${f.name}`,
          content: { sha256: f.sha256.toString('hex') },
        })),
      ]
    })
    const sheet = opening.sheet_file_id === null ? null : await sheetHash(ctx, opening.sheet_file_id)
    return [
      jsonEntry('opening/opening-sheet.json', await sheetData(ctx, order.id)),
      ...(sheet ? [{ path: 'opening/opening-sheet.pdf', content: { sha256: sheet } }] : []),
      ...bidders,
      ...(await jointEntries(ctx, order)),
    ]
  },
}

function releaseOf(files: Awaited<ReturnType<typeof openedRows>>): KeyRelease {
  const { manifest: stored } = files[0]!
  const manifest = checkManifest(stored)
  const { tenantId, orderId, bidderId, round } = manifest
  const keys = files.map((f) => ({ fileId: manifest.files[f.position - 1]!.fileId, contentKey: f.content_key }))
  return { type: RELEASE_TYPE, tenantId, orderId, bidderId, round, keys }
}

async function openedRows(ctx: Context<Actor>, orderId: string) {
  return ctx.tx
    .selectFrom('opened_file as f')
    .innerJoin('opening_bidder as b', (j) =>
      j
        .onRef('b.tenant_id', '=', 'f.tenant_id')
        .onRef('b.order_id', '=', 'f.order_id')
        .onRef('b.trade_id', '=', 'f.trade_id'),
    )
    .innerJoin('bid_submission as s', (j) =>
      j.onRef('s.tenant_id', '=', 'b.tenant_id').onRef('s.id', '=', 'b.submission_id'),
    )
    .innerJoin('file_object as o', (j) => j.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.id', '=', 'f.file_id'))
    .select(['b.no', 'f.position', 'f.name', 'f.content_key', 'o.sha256', 's.manifest'])
    .where('f.tenant_id', '=', ctx.tenantId)
    .where('f.order_id', '=', orderId)
    .orderBy('b.no')
    .orderBy('f.position')
    .execute()
}

async function sheetHash(ctx: Context<Actor>, fileId: string): Promise<string> {
  const row = await ctx.tx
    .selectFrom('file_object')
    .select('sha256')
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  return row.sha256.toString('hex')
}
