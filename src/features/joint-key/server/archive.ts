import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import { CeremonyStatus } from '../rules.ts'
import { attemptsOf } from './access.ts'

/**
 * Every attempt at making the joint key of an order with all that was contributed, failed ones with the names of those who
 * failed them. Nothing for an order that never had one. The finished record is also in the opening's own file, which the
 * verifier reads.
 */
export const ceremonyArchive: ArchivePart = {
  name: 'joint-key',
  async entries(ctx, order) {
    const attempts = await attemptsOf(ctx, order.id)
    return attempts.map(({ row, officers }) =>
      jsonEntry(`joint-key/attempt-${row.attempt}.json`, {
        ceremonyId: row.id,
        attempt: row.attempt,
        threshold: row.threshold,
        status: CeremonyStatus.label(row.status),
        fingerprint: row.fingerprint,
        failure: row.failure,
        liars: row.liars,
        createdAt: row.createdAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
        officers: officers.map((officer) => ({
          index: officer.idx,
          name: officer.name,
          company: officer.companyName,
          role: officer.role,
          device: officer.device,
          dealing: officer.dealing,
          complaint: officer.complaint,
          confirmation: officer.confirmation,
        })),
      }),
    )
  },
}
