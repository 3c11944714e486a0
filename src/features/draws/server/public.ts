import type * as z from 'zod'
import type { ClosedDraw, DrawKind, DrawPart, DrawRecord, FrozenDraw, SteppedSource } from '#contract/draw.ts'
import { type DrawView, sourceOf } from '#contract/draw-calls.ts'
import { AppError } from '#contract/errors.ts'
import { beaconOf } from '#server/beacon/beacon.ts'
import {
  type Any,
  closedOf,
  type DrawRow,
  frozenOf,
  namedOf,
  partsOf,
  resultOf,
  roundOfRow,
  sharesOf,
  stageOf,
} from './rows.ts'
import { witnessedOf } from './seen.ts'

export type { DrawHost, MadeDraw } from './hosts.ts'
export { drawRow, drawsOf } from './rows.ts'
export { freezeDraw, prepareDraw } from './steps.ts'

/** The draw as a record that anybody can check; only of one that is made. */
export function recordOf(row: DrawRow): DrawRecord & { source: SteppedSource } {
  if (!row.drawnAt) throw new AppError('wrongState', '尚未抽取')
  return {
    parts: partsOf(row),
    source: sourceOf({
      frozen: frozenOf(row),
      closed: closedOf(row),
      named: namedOf(row),
      operatorSeed: row.operatorSeed!.toString('hex'),
      signature: row.signature?.toString('hex') ?? null,
    })!,
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
  const round = closed && roundOfRow(row)
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
    named: namedOf(row),
    namedHash: row.namedHash?.toString('hex') ?? null,
    witnessed: await witnessedOf(ctx, row),
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
