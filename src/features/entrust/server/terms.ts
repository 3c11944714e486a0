import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { updateEntrustment } from '../contract/entrust.ts'
import { type Ctx, isAgency, sideOf } from './access.ts'

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
    entitled: whoMay(['purchaser', 'agency'], ['tendering', 'entrustHandling']),
    person: { bytes: 2 * GIGABYTE, files: 500 },
    company: { bytes: 10 * GIGABYTE, files: 3000 },
  },
}

/** What was entrusted, and how, as columns. `kept`: files that the draft has already. */
export async function termColumns(ctx: Ctx, terms: BodyOf<typeof updateEntrustment>, kept: readonly StoredFile[] = []) {
  const { feeRule, feePayer, feeAmount, note, contractFiles } = terms
  const agencyCompanyId = await agencyOf(ctx, terms.agencyCompanyId)
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

/** The agency that a purchaser chooses; an agency proposes itself. */
async function agencyOf(ctx: Ctx, chosen: string | null): Promise<string> {
  const own = ctx.actor.companyId
  if (sideOf(ctx) === 'agency') return own
  if (chosen === null) throw invalid('agencyCompanyId', '请选择代理机构')
  if (chosen === own || !(await isAgency(ctx, chosen))) throw invalid('agencyCompanyId', '代理机构不存在')
  return chosen
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
