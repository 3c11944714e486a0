import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { ACTS } from './access.ts'

/** What files of contracts are uploaded for. */
export const USE = 'contract'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
    person: { bytes: 4 * GIGABYTE, files: 2000 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
  },
}

export const files: FileColumns = {
  'contract.files': 'document',
  'contract.scans': 'document',
  'contract_version.files': 'document',
  'delivery.files': 'document',
  'acceptance.files': 'document',
  'payment_request.files': 'document',
  'contract_payment.voucher': 'document',
}
