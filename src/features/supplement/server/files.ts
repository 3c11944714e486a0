import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { ACTS } from './access.ts'

export const USE = 'supplement'

/** Scans and documents of a finished purchase. */
export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 200 * MEGABYTE,
    types: PAPERS,
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
    person: { bytes: 10 * GIGABYTE, files: 2000 },
    company: { bytes: 50 * GIGABYTE, files: 10_000 },
  },
}

export const files: FileColumns = {
  'supplement.draft_files': 'document',
  'supplement_version.files': 'document',
  'supplement_note.files': 'document',
}
