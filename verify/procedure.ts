import { type Check, check, demand } from '#features/sealing/core/check.ts'
import { verifyAuction } from '#features/sealing/core/verify-auction.ts'
import { verifyCompleteness } from '#features/sealing/core/verify-completeness.ts'
import { type LogRecords, verifyLogRecords } from '#features/sealing/core/verify-log-records.ts'
import { verifyRecordTimes } from '#features/sealing/core/verify-witnessed.ts'
import type { Gathered } from './gather.ts'
import type { Section } from './report.ts'

/** What the log proves of a procedure, whether it is complete, and auctions. */
export async function procedureSections(
  found: Gathered,
  { isRecord = false }: { isRecord?: boolean } = {},
): Promise<Section[]> {
  const sections: Section[] = isRecord ? [{ title: '过程存证', checks: [await checkThere(found)] }] : []
  for (const completeness of found.completeness) {
    const checks = await verifyCompleteness({
      completeness,
      pages: found.openings.filter((page) => page.tenantId === completeness.tenantId),
      notices: found.notices,
      tiles: found.tiles,
      receipts: found.receipts,
    })
    sections.push({ title: '日志完整性', checks })
  }
  for (const list of found.records) {
    const checks = await verifyLogRecords(list, {
      logKey: found.notices.find((one) => one.orderId === list.orderId)?.logKey,
      completeness: found.completeness.find((one) => one.orderId === list.orderId),
    })
    const notice = found.notices.find((one) => one.orderId === list.orderId)
    if (notice) checks.push(...(await verifyRecordTimes(listed(list.records), { notice, heads: headsOf(found, list) })))
    sections.push({ title: '过程存证', checks })
  }
  for (const auction of found.auctions) {
    const checks = await verifyAuction(auction, {
      serviceKey: found.notices.find((one) => one.orderId === auction.orderId)?.serviceKeys.ed25519,
      records: found.records.find((one) => one.orderId === auction.orderId),
    })
    sections.push({ title: '竞价', checks })
  }
  return sections
}

/** All heads at hand that may tell when something was in the log. */
export function headsOf({ checkpoints }: Gathered, { records, heads }: LogRecords): string[] {
  return [...checkpoints, ...listed(heads), ...listed(records).flatMap(({ head }) => head?.checkpoint ?? [])]
}

function listed<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value.filter((one) => one !== null) : []
}

/** A record has one list of what the log proves, and where bids were closed one account of the leaves of their period. */
function checkThere({ records, completeness, notices }: Gathered): Promise<Check> {
  return check('procedure-there', '存证与完整性材料', () => {
    demand(records.length === 1, `应有存证记录一份，现有 ${records.length} 份`)
    const due = notices.some((notice) => notice.checkpoint !== null) ? 1 : 0
    demand(completeness.length === due, `应有日志完整性说明 ${due} 份，现有 ${completeness.length} 份`)
    return '齐全'
  })
}
