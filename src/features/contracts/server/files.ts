import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { NULL } from '#server/database/records.ts'
import { ACTS } from './access.ts'

/** What files of contracts are uploaded for. */
export const USE = 'contract'
/** What members of acceptance teams attach to their opinions. */
export const TEAM_USE = 'acceptance-opinion'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
    person: { bytes: 4 * GIGABYTE, files: 2000 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
  },
  [TEAM_USE]: {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    // No right leads into a team: its members are asked by name.
    async entitled(ctx) {
      const { userId } = ctx.actor
      const seats = await ctx.many(
        'acceptance_member',
        { userId, reply: 'accepted', releasedAt: NULL, givenAt: NULL },
        { columns: ['id'] },
      )
      return seats.length > 0 ? seats.length : '您没有待提交的验收意见'
    },
    person: { bytes: GIGABYTE, files: 50 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
  },
}

export const files: FileColumns = {
  'contract.files': 'document',
  'contract.scans': 'document',
  'contract_version.files': 'document',
  'contract_signing.sha256': 'hash',
  'delivery.files': 'document',
  'acceptance.files': 'document',
  'acceptance_opinion.files': 'document',
  'payment_request.files': 'document',
  'contract_payment.voucher': 'document',
}
