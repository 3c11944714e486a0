import { formatDate } from '#contract/time.ts'
import { employmentsOf } from '#features/organisation/server/public.ts'
import { type Any, biddersOf, buyersOf, type CallRow, type ExtractionRow } from './extraction-access.ts'

/**
 * Jobs with the buyer or a bidder that experts accepted after the pool was frozen, in words by call. They leave nobody out,
 * because a bidder could rid itself of experts by offering them; the buyer looks into them. Bidders count from the opening
 * on, and the caller tells nobody while names are secret.
 */
export async function suddenJobs(
  ctx: Any,
  row: ExtractionRow,
  calls: readonly CallRow[],
): Promise<Map<string, string>> {
  const frozenAt = row.frozenAt ?? row.drawnAt
  if (frozenAt === null) return new Map()
  const sides = [
    ...(await buyersOf(ctx, row)).map((unit) => ({ ...unit, side: '采购方' })),
    ...(await biddersOf(ctx, row.orderId)).map((unit) => ({ ...unit, side: '投标人' })),
  ]
  const jobs = await employmentsOf(
    ctx,
    calls.map((call) => call.userId),
  )
  const words = calls.flatMap((call) => {
    const found = jobs
      .filter((job) => job.userId === call.userId && job.since > frozenAt)
      .flatMap((job) => {
        const unit = sides.find(({ code }) => code !== '' && code === job.code)
        return unit ? [`抽取之后于 ${formatDate(job.since)} 任职于${unit.side}${unit.name}`] : []
      })
    return found.length === 0 ? [] : [[call.id, `${found.join('；')}，请核实`] as const]
  })
  return new Map(words)
}
