import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { KEEPS } from './access.ts'

/** What files of agreements are uploaded for. */
export const USE = 'frame-agreement'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    entitled: whoMay([KEEPS.workbench], [KEEPS.right]),
    person: { bytes: 4 * GIGABYTE, files: 2000 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
  },
}

export const files: FileColumns = { 'frame_agreement.files': 'document' }
