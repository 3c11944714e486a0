/**
 * Where a receipt is looked up: what its QR code leads to. The hash stands behind the `#`, so that it is sent to no server
 * on the way and stands in nobody's access log: whoever knows it may ask. Printed and scanned by strangers, it says
 * which tenant's log is meant by the number that never changes.
 */
export function receiptPath({ submissionId, hash, tenantId }: ReceiptAddress): string {
  return `/receipts/${submissionId}?tenantId=${tenantId}#${hash}`
}

interface ReceiptAddress {
  submissionId: string
  hash: string
  tenantId: number
}

/** The hash of an address made by `receiptPath`; null where there is none. */
export function hashOf(fragment: string): string | null {
  const found = /^#?([0-9a-f]{64})$/i.exec(fragment)
  return found ? found[1]!.toLowerCase() : null
}
