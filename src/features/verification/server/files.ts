import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { ACTS } from './access.ts'

export const USE = 'verification'

/** Documents that are handed out to experts. */
export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    person: { bytes: 4 * GIGABYTE, files: 1000 },
    company: { bytes: 20 * GIGABYTE, files: 5000 },
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
  },
}

export const files: FileColumns = { 'verification.files': 'document' }
