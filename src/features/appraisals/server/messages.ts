import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { PLACES } from '../rules/places.ts'
import { OUTCOMES, type Outcome } from '../rules/status.ts'
import type { Any, Appraisal } from './access.ts'

const ABOUT = { group: '供应商管理', channels: URGENT } as const
const OWNER = { ...ABOUT, workbenches: ['purchaser'] } as const
const SUPPLIER = { ...ABOUT, workbenches: ['supplier'], isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...OWNER, kind: 'appraisal.asked', label: '供应商考核打分' },
  { ...OWNER, kind: 'appraisal.scored', label: '供应商考核汇总' },
  { ...OWNER, kind: 'appraisal.objected', label: '考核异议' },
  { ...SUPPLIER, kind: 'appraisal.result', label: '考核结果' },
]

type Tell = (ctx: Any, about: { id: number; row: Appraisal }) => Promise<void>

const onAppraisal = (name: string, kind: string, tell: Tell): Subscriber => ({
  name: `appraisals: ${name}`,
  kind,
  async handle(ctx, { id, payload }) {
    const row = await ctx.expectOne('appraisal', { id: String(payload.appraisalId) })
    await tell(ctx, { id, row })
  },
})

const onObjection = (name: string, kind: string, tell: (ctx: Any, about: Objected) => Promise<void>): Subscriber => ({
  name: `appraisals: ${name}`,
  kind,
  async handle(ctx, { id, payload }) {
    const objection = await ctx.expectOne('appraisal_objection', { id: String(payload.objectionId) })
    const { appraisalId, supplierId, outcome } = objection
    const row = await ctx.expectOne('appraisal', { id: appraisalId })
    const supplier = await ctx.expectOne('appraisal_supplier', { appraisalId, supplierId })
    await tell(ctx, { id, row, supplier, outcome: outcome as Outcome | null })
  },
})

interface Objected {
  id: number
  row: Appraisal
  supplier: { companyId: string; name: string }
  outcome: Outcome | null
}

/** Appraisers hear that they are asked, keepers that something waits for them, suppliers what was published about them. */
export const messages: readonly Subscriber[] = [
  onAppraisal('ask appraisers', 'appraisal.started', (ctx, about) => ask(ctx, about, '请完成供应商考核打分')),
  onAppraisal('tell of another deadline', 'appraisal.extended', (ctx, about) =>
    ask(ctx, about, '供应商考核打分截止时间已调整'),
  ),
  onAppraisal('tell that marks are in', 'appraisal.scored', (ctx, about) =>
    tellKeepers(ctx, about, {
      kind: 'appraisal.scored',
      title: `供应商考核待发布：${about.row.title}`,
      content: '评分已汇总，请核对结果后发布。',
    }),
  ),
  onAppraisal('tell that nobody gave marks', 'appraisal.missed', (ctx, about) =>
    tellKeepers(ctx, about, {
      kind: 'appraisal.scored',
      title: `供应商考核逾期无人打分：${about.row.title}`,
      content: '打分截止时间已到，没有评分人提交，请调整截止时间或终止考核。',
    }),
  ),
  onAppraisal('tell suppliers of results', 'appraisal.published', async (ctx, { id, row }) => {
    const owner = await nameOf(ctx, row.ownerCompanyId)
    const suppliers = await ctx.many('appraisal_supplier', { appraisalId: row.id, isActive: true })
    for (const { companyId } of suppliers)
      await notify(ctx, {
        to: { companyId, right: 'bidding' },
        identity: 'supplier',
        kind: 'appraisal.result',
        eventId: id,
        title: `${owner}已发布供应商考核结果`,
        content: `“${row.title}”（${row.fromDay} 至 ${row.untilDay}）。如有异议，可于 ${formatTime(row.objectionEnd)} 前提出。`,
        link: PLACES.ownResult(row.id),
      })
  }),
  onObjection('tell keepers of an objection', 'appraisal.objected', (ctx, { supplier, ...about }) =>
    tellKeepers(ctx, about, {
      kind: 'appraisal.objected',
      title: `收到考核异议：${supplier.name}`,
      content: `“${supplier.name}”对“${about.row.title}”的结果提出异议，请答复。`,
    }),
  ),
  onObjection('tell a supplier of the answer', 'appraisal.answered', async (ctx, { id, row, supplier, outcome }) => {
    const owner = await nameOf(ctx, row.ownerCompanyId)
    await notify(ctx, {
      to: { companyId: supplier.companyId, right: 'bidding' },
      identity: 'supplier',
      kind: 'appraisal.result',
      eventId: id,
      title: `${owner}已答复考核异议`,
      content: `“${row.title}”：${OUTCOMES[outcome!]}${outcome === 'upheld' ? '，结果已更正' : ''}。`,
      link: PLACES.ownResult(row.id),
    })
  }),
]

async function ask(ctx: Any, { id, row }: { id: number; row: Appraisal }, title: string): Promise<void> {
  const appraisers = await ctx.many('appraisal_appraiser', { appraisalId: row.id })
  await notify(ctx, {
    to: { userIds: appraisers.filter(({ handedInAt }) => handedInAt === null).map(({ userId }) => userId) },
    identity: 'purchaser',
    kind: 'appraisal.asked',
    eventId: id,
    title: `${title}：${row.title}`,
    content: `请于 ${formatTime(row.deadline)} 前提交评分。`,
    link: PLACES.sheet(row.id),
  })
}

async function tellKeepers(
  ctx: Any,
  { id, row }: { id: number; row: Appraisal },
  words: { kind: string; title: string; content: string },
): Promise<void> {
  await notify(ctx, {
    to: { companyId: row.ownerCompanyId, right: 'supplierManagement' },
    identity: 'purchaser',
    eventId: id,
    link: PLACES.appraisal(row.id),
    ...words,
  })
}

async function nameOf(ctx: Any, companyId: string): Promise<string> {
  return (await ctx.expectOne('company', { id: companyId }, { columns: ['name'] })).name
}
