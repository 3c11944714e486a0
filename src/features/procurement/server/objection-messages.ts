import { formatTime } from '#contract/time.ts'
import { URGENT } from '#server/feature.ts'
import { objectionPlace } from './objections.ts'
import { named, type OrderEvent, type OrderMessage, tellOwners, tellSupplier } from './telling.ts'

const TO_BUYER = { group: '异议', workbenches: ['purchaser', 'agency'] } as const
const TO_OBJECTOR = { group: '异议', workbenches: ['supplier'], channels: ['email'] } as const

export const objectionMessages: readonly OrderMessage[] = [
  {
    ...TO_BUYER,
    kind: 'objection.created',
    label: '收到异议',
    channels: URGENT,
    isEssential: true,
    async tell(subject) {
      const due = formatTime((await objectionOf(subject)).dueAt)
      const content = `${named(subject.order)}收到异议，请于 ${due}（北京时间）前答复，答复前流程暂停。`
      await tellOwner(subject, '收到异议', content)
    },
  },
  {
    ...TO_BUYER,
    kind: 'objection.withdrawn',
    label: '异议已撤回',
    channels: [],
    async tell(subject) {
      const { subject: about } = await objectionOf(subject)
      await tellOwner(subject, '异议已撤回', `${named(subject.order)}的异议“${about}”已由供应商撤回。`)
    },
  },
  {
    ...TO_OBJECTOR,
    kind: 'objection.complained',
    label: '投诉已登记',
    tell: (subject) => tellObjector(subject, '投诉已登记', '已登记投诉受理，请登录平台查看。'),
  },
  {
    ...TO_OBJECTOR,
    kind: 'objection.answered',
    label: '异议已答复',
    isEssential: true,
    tell: (subject) => tellObjector(subject, '异议已答复', '已答复，请登录平台查看。'),
  },
]

function objectionOf({ ctx, event }: OrderEvent) {
  return ctx.expectOne('objection', { id: String(event.payload.objectionId) }, { columns: ['subject', 'dueAt'] })
}

function tellOwner(subject: OrderEvent, title: string, content: string): Promise<void> {
  const objectionId = String(subject.event.payload.objectionId)
  return tellOwners(subject, { title, content, link: (reader) => objectionPlace(reader, objectionId) })
}

/** Tells whoever objected: a participant, or a company without a part. */
async function tellObjector(subject: OrderEvent, title: string, outcome: string): Promise<void> {
  const { companyId: stranger, tradeId } = subject.event.payload as { companyId?: string | null; tradeId?: string }
  const companyId = stranger ?? (await subject.ctx.one('trade', { id: String(tradeId) }))?.supplierCompanyId
  if (!companyId) return
  await tellSupplier(subject, companyId, {
    title,
    content: `贵单位对${named(subject.order)}提出的异议${outcome}`,
    page: stranger ? 'publicity.object' : 'publish.tender',
  })
}
