import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { updateEntrustment } from '../contract/entrust.ts'
import { type Ctx, isAgency } from './access.ts'

const USE = 'entrust-contract'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 50 * MEGABYTE,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'image/png',
      'image/jpeg',
    ],
    entitled: whoMay(['purchaser'], ['tendering']),
    person: { bytes: 2 * GIGABYTE, files: 500 },
    company: { bytes: 10 * GIGABYTE, files: 3000 },
  },
}

/** What was entrusted, and how, as columns. `kept`: files that the draft has already. */
export async function termColumns(ctx: Ctx, terms: BodyOf<typeof updateEntrustment>, kept: readonly StoredFile[] = []) {
  const { agencyCompanyId, feeRule, feePayer, feeAmount, note, contractFiles } = terms
  if (agencyCompanyId === ctx.actor.companyId || !(await isAgency(ctx, agencyCompanyId)))
    throw invalid('agencyCompanyId', '代理机构不存在')
  if ((feeRule === 'fixed') !== (feeAmount !== null))
    throw invalid('feeAmount', feeRule === 'fixed' ? '请填写固定金额' : '仅固定金额需要填写金额')
  if (feeAmount !== null && Number(feeAmount) === 0) throw invalid('feeAmount', '固定金额须大于零')
  await demandOwnFiles(
    ctx,
    contractFiles.map(({ fileId }) => fileId),
    { use: USE, by: 'company', kept: kept.map(({ fileId }) => fileId), path: 'contractFiles' },
  )
  return {
    agencyCompanyId,
    kept: [...new Set(terms.kept)].toSorted(),
    feeRule,
    feePayer,
    feeAmount,
    note,
    contractFiles: JSON.stringify(await storedFiles(ctx, contractFiles)),
    updatedAt: ctx.clock.now(),
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
