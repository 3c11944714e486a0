import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { CompetitionState } from '../rules/competition.ts'
import { competitionPlace, ownCompetitionPlace } from '../rules/places.ts'
import { ORDERS, SELLS } from './access.ts'
import { type Competition, partiesOf } from './competition-rows.ts'
import { resultOf } from './competition-view.ts'

/* Who is told what of a mini-competition: everybody who was asked, and the purchaser. */

type Bare = Context<null>

interface Told {
  title: string
  content: string
}

type Result = Awaited<ReturnType<typeof resultOf>>

const WON = ({ supplierName, amount }: NonNullable<Result>) => `${supplierName}以 ${formatAmount(amount)} 元成交`

const ENDED: Partial<Record<CompetitionState, (row: Competition, result: Result, isOwn: boolean) => Told>> = {
  won: (_, result, isOwn) => ({
    title: isOwn ? '二次竞价已成交' : '二次竞价结果',
    content: `${WON(result!)}，采购订单已下达${isOwn ? '，请确认' : ''}。`,
  }),
  failed: ({ reason }) => ({ title: '二次竞价未成交', content: `${reason}。` }),
  cancelled: ({ reason }) => ({ title: '二次竞价已取消', content: `${reason}。已提交的报价不公开。` }),
}

export const competitionMessages: readonly Subscriber[] = [
  telling('frame.competition', (row) => ({
    supplier: () => ({
      title: '二次竞价邀请',
      content: `请于 ${formatTime(row.until)} 前报价，单价不高于协议价；截止前平台不向任何人显示报价。`,
    }),
  })),
  telling('frame.competition-lone', () => ({
    supplier: () => ({ title: '二次竞价已截止', content: '有效报价不足两家，由采购人确定是否成交。' }),
    purchaser: { title: '二次竞价待确定', content: '有效报价只有一家，请确定是否成交。' },
  })),
  telling('frame.competition-ended', async (row, ctx) => {
    const result = await resultOf(ctx, row)
    const says = ENDED[row.state as CompetitionState]!
    return {
      supplier: (entryId) => says(row, result, entryId === row.entryId),
      purchaser: says(row, result, false),
    }
  }),
]

interface Says {
  supplier: (entryId: string) => Told
  purchaser?: Told
}

function telling(kind: string, of: (row: Competition, ctx: Bare) => Says | Promise<Says>): Subscriber {
  return {
    name: `frame-agreements: tell of a mini-competition (${kind})`,
    kind,
    async handle(ctx, { id: eventId, payload }) {
      const row = await ctx.expectOne('frame_competition', { id: String(payload.competitionId) })
      const { agreementId } = row
      const { purchaserCompanyId } = await ctx.expectOne('frame_agreement', { id: agreementId })
      const { supplier, purchaser } = await of(row, ctx)
      const said = ({ title, content }: Told) => ({
        kind: 'frame.competition',
        eventId,
        title,
        content: `“${row.title}”（${row.code}）：${content}`,
      })
      for (const { entryId } of await partiesOf(ctx, row.id)) {
        const { supplierCompanyId } = await ctx.expectOne('frame_entry', { id: entryId })
        await notify(ctx, {
          ...said(supplier(entryId)),
          to: { companyId: supplierCompanyId, right: SELLS.right },
          identity: 'supplier',
          link: ownCompetitionPlace(entryId, row.id),
        })
      }
      if (purchaser)
        for (const right of ORDERS.right)
          await notify(ctx, {
            ...said(purchaser),
            to: { companyId: purchaserCompanyId, right },
            identity: 'purchaser',
            link: competitionPlace(agreementId, row.id),
          })
    },
  }
}
