import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { publishStandard } from '../contract/standard.ts'
import { checkStandard } from '../rules/check.ts'
import { findPublications, keptLines } from './standards.ts'

/** What an approval holds: the standard of a company. */
export const STANDARD = 'charge-standard'

type Body = Pick<BodyOf<typeof publishStandard>, 'note' | 'acceptWarnings'>

/**
 * Publishes the lines kept now, whole, as the standard from now on. Throws `invalid` with what is wrong, `confirm` for
 * warnings that nobody has accepted, `wrongState` where nothing has changed.
 */
export async function publish(
  ctx: Context<Actor>,
  companyId: string | null,
  { note, acceptWarnings }: Body,
): Promise<{ publicationId: string; no: number }> {
  const lines = await keptLines(ctx, companyId)
  const findings = checkStandard(lines.map((line) => ({ ...line, terms: line.template?.terms ?? null })))
  const wrong = findings.filter(({ level }) => level === 'wrong')
  if (wrong.length > 0) throw new AppError('invalid', wrong[0]!.message, wrong)
  if (findings.length > 0 && !acceptWarnings)
    throw new AppError('confirm', findings.map(({ message }) => message).join('；'), findings)
  const [last] = await findPublications(ctx, { companyId, at: ctx.clock.now() })
  if (last && isSame(last.lines, lines)) throw new AppError('wrongState', '收费标准与已公示的一致，无需再次公示')
  const publicationId = ctx.newId()
  const no = (last?.no ?? 0) + 1
  // Two at once take the same number: the second is told so.
  await ctx.insert('charge_publication', {
    id: publicationId,
    companyId,
    no,
    lines: JSON.stringify(lines),
    note,
    publishedBy: ctx.actor.userId,
    publishedByName: ctx.actor.name,
    publishedAt: ctx.clock.now(),
  })
  ctx.audit({
    action: 'charge.publish',
    entity: 'charge-standard',
    entityId: publicationId,
    summary: `公示收费标准第 ${no} 版，共 ${lines.length} 项`,
    data: { lines },
  })
  return { publicationId, no }
}

/** Whether two standards say the same; the database keeps no order of keys. */
export function isSame(a: readonly object[], b: readonly object[]): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
