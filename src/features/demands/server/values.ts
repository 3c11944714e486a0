import type { Selectable } from 'kysely'
import { trimZeros } from '#contract/money.ts'
import type * as tables from '#server/database/tables.ts'

/** A line of what is bought, without zeros behind its figures. */
export function itemValue(row: Selectable<tables.DemandItem>) {
  const { id, lotNo, code, name, spec, unit, quantity, controlPrice, section, remark } = row
  return {
    itemId: id,
    lotNo,
    code,
    name,
    spec,
    unit,
    quantity: trimZeros(quantity),
    controlPrice: controlPrice === null ? null : trimZeros(controlPrice),
    section,
    remark,
  }
}

export function roundValue({ roundNo, version, openedAt, endsAt, endedAt, endReason }: Selectable<tables.DemandRound>) {
  return {
    roundNo,
    version,
    openedAt: openedAt?.toISOString() ?? null,
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endReason,
  }
}

export function changeValue({ roundNo, kind, fromAt, toAt, reason, madeAt }: Selectable<tables.DemandRoundChange>) {
  return {
    roundNo,
    kind: kind as 'moved',
    fromAt: fromAt.toISOString(),
    toAt: toAt.toISOString(),
    reason,
    madeAt: madeAt.toISOString(),
  }
}
