import { bindRow } from '#server/bound-rows.ts'
import { createHash, randomBytes } from 'node:crypto'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { isUnsealed, type SheetKind } from '../rules/panel.ts'
import { announce, record, type Seat, sheetKind } from './access.ts'
import { SHEETS } from './bound.ts'
import { activeOf, type Any, type Ctx, invalid, type Panel, type Sheet } from './rows.ts'

/** What a member hands in, as it is hashed: canonical JSON. The salt is told once all sheets are open. */
export function signedSheet(
  { tenantId }: Pick<Any, 'tenantId'>,
  sheet: Pick<Sheet, 'orderId' | 'kind' | 'roundNo' | 'memberId' | 'body' | 'signature' | 'at' | 'salt'>,
) {
  const { orderId, kind, roundNo, memberId, body, signature, at, salt } = sheet
  return {
    type: 'kaibiao/panel-sheet/1',
    tenantId: String(tenantId),
    orderId,
    kind,
    roundNo,
    memberId,
    body: body as object,
    signature,
    at: at.toISOString(),
    salt: salt.toString('hex'),
  }
}

/** Keeps a member's sheet for good; returns its hash and whether it was the last. The review is locked. */
export async function handIn(
  ctx: Ctx,
  seat: Seat,
  { kind, body, signature }: { kind: SheetKind; body: object; signature: string },
): Promise<{ hash: string; isLast: boolean }> {
  const { order, panel, members, own, sheets } = seat
  if (signature !== own!.name) throw invalid('signature', `请输入本人姓名“${own!.name}”签名`)
  const row = {
    orderId: order.id,
    memberId: own!.id,
    kind,
    roundNo: panel.roundNo,
    body,
    signature,
    salt: randomBytes(32),
    at: ctx.clock.now(),
  }
  const hash = createHash('sha256')
    .update(canonicalBytes(signedSheet(ctx, row)))
    .digest()
  await ctx.insert('panel_sheet', { ...row, body: JSON.stringify(body), hash })
  bindRow(ctx, SHEETS, [row.memberId, kind, row.roundNo])
  // Who has handed in is seen in the room; what, nobody learns before the last has.
  record(ctx, order.id, {
    action: 'hand-in',
    summary: '小组成员提交意见',
    data: { memberId: own!.id, kind, roundNo: panel.roundNo, hash: hash.toString('hex') },
  })
  announce(ctx, { order, members })
  const given = new Set([...sheets.map(({ memberId }) => memberId), own!.id])
  const active = activeOf(members)
  const isLast = isUnsealed(active.filter(({ id }) => given.has(id)).length, active.length)
  return { hash: hash.toString('hex'), isLast }
}

/** Sheets that may be read: all but those of the stage that goes on, which ends with the last of them. */
export async function openSheets(ctx: Any, { orderId, stage, roundNo }: Panel): Promise<Sheet[]> {
  const rows = await ctx.many('panel_sheet', { orderId }, { orderBy: ['roundNo', 'at'] })
  return rows.filter((one) => !(one.kind === sheetKind(stage) && one.roundNo === roundNo))
}
