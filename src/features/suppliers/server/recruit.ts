import * as z from 'zod'
import { Id } from '#contract/id.ts'
import type { Subscriber } from '#server/events.ts'
import { Day } from '../contract/shared.ts'
import type { Any } from './access.ts'
import { move, recordOf } from './record.ts'
import { registered } from './subject.ts'

const Result = z.object({
  orderId: Id,
  ownerCompanyId: Id,
  entries: z.array(z.object({ companyId: Id, categories: z.array(z.string()), from: Day, until: Day })),
})

/** The result of a recruit order makes records, or renews them; once per order and company, however often it is told. */
export const takeRecruited: Subscriber = {
  name: 'suppliers: take who was recruited',
  kind: 'recruit.resultPublished',
  async handle(ctx, { payload }) {
    const { orderId, ownerCompanyId, entries } = Result.parse(payload)
    for (const entry of entries) await takeOne(ctx, { ...entry, orderId, ownerCompanyId })
  },
}

type Entry = z.output<typeof Result>['entries'][number] & { orderId: string; ownerCompanyId: string }

async function takeOne(
  ctx: Any,
  { companyId, categories, from, until, orderId, ownerCompanyId }: Entry,
): Promise<void> {
  const identity = await registered(ctx, { companyId })
  if (!identity || companyId === ownerCompanyId) return
  const row = await recordOf(ctx, { ownerCompanyId, identity, origin: 'recruit' })
  if (await ctx.one('supplier_event', { supplierId: row.id, sourceOrderId: orderId }, { columns: ['id'] })) return
  const isNew = row.state === 'potential' || row.state === 'left'
  await move(ctx, row, {
    action: 'recruit',
    who: 'process',
    reason: '列入征集结果',
    sourceOrderId: orderId,
    set: {
      categories: [...new Set([...row.categories, ...categories])],
      // What holds longer already is not cut short.
      validFrom: row.validFrom !== null && !isNew && row.validFrom < from ? row.validFrom : from,
      validUntil: row.validUntil !== null && !isNew && row.validUntil > until ? row.validUntil : until,
      ...(isNew && { origin: 'recruit' as const }),
    },
  })
}
