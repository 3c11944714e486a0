import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { RIGHT } from './access.ts'

export const ORDER_USE = 'recruit-order'
export const APPLY_USE = 'recruit-apply'

const PAPER = {
  maxSize: 50 * MEGABYTE,
  types: PAPERS,
  person: { bytes: 2 * GIGABYTE, files: 1000 },
  company: { bytes: 10 * GIGABYTE, files: 5000 },
}

export const uploads: UploadPolicies = {
  [ORDER_USE]: { ...PAPER, entitled: whoMay(['purchaser', 'agency'], [RIGHT]) },
  [APPLY_USE]: { ...PAPER, entitled: whoMay(['supplier'], ['bidding']) },
}
