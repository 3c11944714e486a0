import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { ClosedDraw, Drawn, DrawKind, DrawPart, DrawRecord, FrozenDraw, SteppedSource } from '#contract/draw.ts'
import type { DrawStage, DrawView } from '#contract/draw-calls.ts'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { beaconOf } from '#server/beacon/beacon.ts'
import type { Context } from '#server/context.ts'
import type { Draw, DrawShare } from '#server/database/tables.ts'
import { drawSecret } from '#server/draw.ts'

export type Any = Context<Actor | null>
export type DrawRow = Selectable<Draw>
export type ShareRow = Selectable<DrawShare>

/** A draw by its id; undefined: there is none. */
export async function drawRow(ctx: Any, drawId: string, lock?: 'update'): Promise<DrawRow | undefined> {
  return ctx.one('draw', { id: drawId }, lock ? { lock } : {})
}

export async function drawsOf(ctx: Any, subject: string, kinds?: readonly DrawKind[]): Promise<DrawRow[]> {
  return ctx.many('draw', kinds ? { subject, kind: kinds } : { subject }, { orderBy: ['id'] })
}

export async function sharesOf(ctx: Any, drawId: string): Promise<ShareRow[]> {
  return ctx.many('draw_share', { drawId }, { orderBy: ['committedAt', 'id'] })
}

export function stageOf(row: Pick<DrawRow, 'frozenAt' | 'closedAt' | 'drawnAt'>): DrawStage {
  if (row.drawnAt) return 'drawn'
  if (row.closedAt) return 'waiting'
  return row.frozenAt ? 'revealing' : 'prepared'
}

/** The operator's part: in no table until the draw is made. Throws `tampered` when it is not the one committed to. */
export function operatorSeedOf(ctx: Any, { id }: Pick<DrawRow, 'id'>): string {
  return drawSecret(ctx, `steps/${id}`)
}

export const frozenOf = (row: DrawRow): FrozenDraw => row.frozen as FrozenDraw
export const closedOf = (row: DrawRow): ClosedDraw => row.closed as ClosedDraw
export const partsOf = (row: DrawRow): DrawPart[] => (row.parts ?? []) as DrawPart[]
export const resultOf = (row: DrawRow): Drawn[] => (row.result ?? []) as Drawn[]

/** The draw as a record that anybody can check; only of one that is made. */
export function recordOf(row: DrawRow): DrawRecord & { source: SteppedSource } {
  if (!row.drawnAt) throw new AppError('wrongState', '尚未抽取')
  return {
    parts: partsOf(row),
    source: {
      by: 'steps',
      frozen: frozenOf(row),
      closed: closedOf(row),
      operatorSeed: row.operatorSeed!.toString('hex'),
      signature: row.signature?.toString('hex') ?? null,
    },
    result: resultOf(row),
  }
}

/** A draw as pages show it. `parts`: what is drawn where it is known before it is frozen, or in other words. */
export async function viewOf(
  ctx: Any,
  row: DrawRow,
  parts: readonly DrawPart[] = partsOf(row),
): Promise<z.input<typeof DrawView>> {
  const frozen = row.frozen as FrozenDraw | null
  const closed = row.closed as ClosedDraw | null
  const beacon = beaconOf(ctx)
  const round = closed?.round ?? null
  const shares = await sharesOf(ctx, row.id)
  const taking = frozen ? shares.filter((one) => frozen.participants.some(({ id }) => id === one.id)) : shares
  return {
    drawId: row.id,
    kind: row.kind as DrawKind,
    title: row.title,
    stage: stageOf(row),
    operatorHash: row.operatorHash.toString('hex'),
    preparedAt: row.preparedAt.toISOString(),
    parts: parts.map((part) => ({ ...part, options: [...part.options] })),
    frozen,
    frozenHash: row.frozenHash?.toString('hex') ?? null,
    closed,
    closedHash: row.closedHash?.toString('hex') ?? null,
    participants: taking.map((one) => ({
      id: one.id,
      role: one.role,
      name: one.name,
      commitment: one.commitment.toString('hex'),
      committedAt: one.committedAt.toISOString(),
      value: one.value?.toString('hex') ?? null,
      revealedAt: one.revealedAt?.toISOString() ?? null,
    })),
    dueAt: row.dueAt?.toISOString() ?? null,
    roundLink: frozen?.beacon && round !== null ? (beacon?.linkOf(frozen.beacon, round) ?? null) : null,
    trouble: row.trouble,
    operatorSeed: row.operatorSeed?.toString('hex') ?? null,
    signature: row.signature?.toString('hex') ?? null,
    drawnAt: row.drawnAt?.toISOString() ?? null,
    result: resultOf(row).map((one) => ({ ...one })),
  }
}
