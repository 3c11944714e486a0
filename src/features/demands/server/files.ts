import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { ACTS } from './access.ts'

const DOCUMENTS = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'image/jpeg',
]
const COMMON = {
  maxSize: 100 * MEGABYTE,
  types: DOCUMENTS,
  person: { bytes: 4 * GIGABYTE, files: 1000 },
  company: { bytes: 20 * GIGABYTE, files: 5000 },
}
const HANDLER = whoMay([...ACTS.workbench], [...ACTS.right])

/** Documents of demands and plans, scans of answers on paper, and what suppliers add to theirs. */
export const uploads: UploadPolicies = {
  demand: { ...COMMON, entitled: HANDLER },
  'demand-scan': { ...COMMON, entitled: HANDLER },
  'demand-answer': { ...COMMON, entitled: whoMay(['supplier'], ['bidding']) },
}
export type DemandUse = keyof typeof uploads

export const files: FileColumns = {
  'demand.files': 'document',
  'demand_plan.files': 'document',
  'demand_trade.files': 'document',
  'demand_answer.files': 'document',
  'demand_answer.answers': 'document',
  'demand_answer.scan': 'document',
}
