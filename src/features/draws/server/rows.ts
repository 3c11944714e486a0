import type { Selectable } from 'kysely'
import type { ClosedDraw, Drawn, DrawKind, DrawPart, FrozenDraw, NamedRound } from '#contract/draw.ts'
import type { DrawStage } from '#contract/draw-calls.ts'
import { roundOf } from '#contract/draw-steps.ts'
import type { Actor } from '#server/actor.ts'
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
export const namedOf = (row: DrawRow): NamedRound | null => row.named as NamedRound | null
/** Of a closed draw; null: without a beacon, or not named yet. */
export const roundOfRow = (row: DrawRow): number | null => roundOf({ closed: closedOf(row), named: namedOf(row) })
export const partsOf = (row: DrawRow): DrawPart[] => (row.parts ?? []) as DrawPart[]
export const resultOf = (row: DrawRow): Drawn[] => (row.result ?? []) as Drawn[]
