import { drawsOf, recordOf } from '#features/draws/server/public.ts'
import { type ArchivePart, filed, jsonEntry } from '#features/procurement/server/public.ts'
import { supplierNames, TURNS } from './access.ts'
import { reportPdf } from './report-pdf.ts'
import { signedSheet } from './sheets.ts'

/** The review of a group in the archive of an order: who reviewed, what each said, what changed, the draws, and the report. */
export const panelArchive: ArchivePart = {
  name: 'panel',
  async entries(ctx, order) {
    const orderId = order.id
    const panel = await ctx.one('panel', { orderId })
    if (!panel || panel.stage === 'forming') return []
    const [members, suppliers, changes, sheets, draws, nameOf] = await Promise.all([
      ctx.many('panel_member', { orderId }, { orderBy: ['sort', 'chosenAt'] }),
      ctx.many('panel_supplier', { orderId }, { orderBy: ['tradeId'] }),
      ctx.many('panel_change', { orderId }, { orderBy: ['version'] }),
      ctx.many('panel_sheet', { orderId }, { orderBy: ['roundNo', 'at'] }),
      drawsOf(ctx, orderId, [TURNS]),
      supplierNames(ctx, orderId),
    ])
    const review = {
      stage: panel.stage,
      failReason: panel.failReason,
      report: panel.report,
      reportHash: panel.reportHash?.toString('hex') ?? null,
      members: members.map(
        ({ id, name, role, employer, isDrawn, declaredAt, outAt, outReason, signedAt, dissent }) => ({
          memberId: id,
          name,
          role,
          employer,
          isDrawn,
          declaredAt,
          outAt,
          outReason,
          signedAt,
          dissent,
        }),
      ),
      suppliers: suppliers.map(({ tradeId, cause, reason, roundNo, outAt }) => ({
        tradeId,
        name: nameOf(tradeId),
        cause,
        reason,
        roundNo,
        outAt,
      })),
      changes: changes.map(({ version, kinds, content, deadline, agreed, reason, roundNo, hash, ...who }) => ({
        version,
        kinds,
        content,
        deadline,
        proposedName: who.proposedName,
        proposedAt: who.proposedAt,
        agreed,
        decidedName: who.decidedName,
        decidedAt: who.decidedAt,
        reason,
        roundNo,
        hash: hash?.toString('hex') ?? null,
      })),
      sheets: sheets.map((sheet) => ({ signed: signedSheet(ctx, sheet), hash: sheet.hash.toString('hex') })),
    }
    const drawn = draws.filter(({ drawnAt }) => drawnAt !== null)
    return [
      jsonEntry('panel/panel.json', review),
      ...drawn.map((row, i) => jsonEntry(`panel/draws/${i + 1}.json`, recordOf(row))),
      ...(panel.report ? [filed('review', `评审报告-${order.code}.pdf`, await reportPdf(ctx, order))] : []),
    ]
  },
}
