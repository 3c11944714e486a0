import { verifyAuction } from '#features/sealing/core/verify-auction.ts'
import { verifyCompleteness } from '#features/sealing/core/verify-completeness.ts'
import { verifyLogRecords } from '#features/sealing/core/verify-log-records.ts'
import type { Gathered } from './gather.ts'
import type { Section } from './run.ts'

/** What the log proves of a procedure, whether it is complete, and auctions. */
export async function procedureSections(found: Gathered): Promise<Section[]> {
  const sections: Section[] = []
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
