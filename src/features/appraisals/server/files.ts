import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, SCANS, type UploadPolicies, whoMay } from '#server/files/policy.ts'

export const USE = 'appraisal-objection'

/** What suppliers add to an objection. */
export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 50 * MEGABYTE,
    types: SCANS,
    entitled: whoMay(['supplier'], ['bidding']),
    person: { bytes: GIGABYTE, files: 200 },
    company: { bytes: 5 * GIGABYTE, files: 2000 },
  },
}

export const files: FileColumns = { 'appraisal_objection.files': 'document' }
