import { type ArchiveEntry, type ArchivePart, filed, jsonEntry, numbered } from '#features/procurement/server/public.ts'
import { checkManifest } from '#features/sealing/core/manifest.ts'
import { type KeyRelease, RELEASE_TYPE } from '#features/sealing/core/verify-bid.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type OpeningRow, openingRow, stageOf } from './access.ts'
import { sheetHash, signaturesOf } from './hall.ts'
import { jointEntries } from './joint-archive.ts'
import { sheetData } from './sheet.ts'
import { unopenedRecord } from './unopened.ts'

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
      const place = String(no).padStart(2, '0')
      return [
        jsonEntry(`opening/bidders/${place}/release.json`, releaseOf(files)),
        ...files.map((f) =>
          filed('bids', `开启的投标文件/${numbered(no, f.supplier)}/${f.position}-${fileNameOf(f)}`, {
            sha256: f.sha256.toString('hex'),
          }),
        ),
      ]
    })
    const offer = await openingRow(ctx, order.id, 2)
    return [
      ...(await sheetEntries(ctx, order.id, opening)),
      ...(offer ? await sheetEntries(ctx, order.id, offer) : []),
      // What was not opened is said, so that a missing key is a fact of the record and no gap in it.
      jsonEntry('opening/unopened.json', await unopenedRecord(ctx, order)),
      ...bidders,
      ...(await jointEntries(ctx, order)),
    ]
  },
}

/** The sheet of one opening, as data and as signed, and who signed it. */
async function sheetEntries(ctx: Context<Actor>, orderId: string, opening: OpeningRow): Promise<ArchiveEntry[]> {
  const stage = stageOf(opening)
  const name = stage === 1 ? 'opening-sheet' : 'offer-opening-sheet'
  const sheet = opening.sheetFileId === null ? null : await sheetHash(ctx, opening.sheetFileId)
  const signatures = await signaturesOf(ctx, { orderId, stage })
  return [
    jsonEntry(`opening/${name}.json`, await sheetData(ctx, orderId, stage)),
    ...(sheet ? [filed('bids', stage === 1 ? '开标一览表.pdf' : '报价开标一览表.pdf', { sha256: sheet })] : []),
    ...(signatures.length > 0
      ? [
          jsonEntry(
            `opening/${name}-signatures.json`,
            signatures.map(({ signer, sha256, at }) => ({
              signer,
              sha256: sha256.toString('hex'),
              at: at.toISOString(),
            })),
          ),
        ]
      : []),
  ]
}

/** The price sheet was no file when it was sealed; here it is one, and opens as what it is. */
function fileNameOf({ manifest, position, name }: Awaited<ReturnType<typeof openedRows>>[number]): string {
  return checkManifest(manifest).files[position - 1]!.role === 'price' ? `${name}.json` : name
}

function releaseOf(files: Awaited<ReturnType<typeof openedRows>>): KeyRelease {
  const { manifest: stored } = files[0]!
  const manifest = checkManifest(stored)
  const { tenantId, orderId, bidderId, round } = manifest
  const keys = files.map((f) => ({ fileId: manifest.files[f.position - 1]!.fileId, contentKey: f.contentKey }))
  return { type: RELEASE_TYPE, tenantId, orderId, bidderId, round, keys }
}

async function openedRows(ctx: Context<Actor>, orderId: string) {
  return ctx.tx
    .selectFrom('opened_file as f')
    .innerJoin('opening_bidder as b', (j) =>
      j
        .onRef('b.tenantId', '=', 'f.tenantId')
        .onRef('b.orderId', '=', 'f.orderId')
        .onRef('b.tradeId', '=', 'f.tradeId')
        .onRef('b.stage', '=', 'f.stage'),
    )
    .innerJoin('bid_submission as s', (j) =>
      j.onRef('s.tenantId', '=', 'b.tenantId').onRef('s.id', '=', 'b.submissionId'),
    )
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['b.no', 'f.position', 'f.name', 'f.contentKey', 'o.sha256', 's.manifest', 'c.name as supplier'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.orderId', '=', orderId)
    .orderBy('b.no')
    .orderBy('f.position')
    .execute()
}
