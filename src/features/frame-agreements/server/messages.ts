import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { agreementPlace, LIBRARY, ownPlace } from '../rules/places.ts'
import { ENTRY_STATES, type EntryState } from '../rules/status.ts'
import { KEEPS, SELLS } from './access.ts'
import { type Agreement, type Entry, namesOf } from './rows.ts'
import { SOON } from './plan.ts'

type Bare = Context<null>
type Payload = Record<string, unknown>

const KIND = { group: '合同与履约', channels: URGENT, workbenches: ['purchaser', 'supplier'] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'frame.signing', label: '框架协议签订、调价与终止', isEssential: true },
  { ...KIND, kind: 'frame.competition', label: '框架协议二次竞价', isEssential: true },
  { ...KIND, kind: 'frame.soon', label: '框架协议即将到期' },
]

interface Told {
  title: string
  content: string
}

const ofEntry = (says: (entry: Entry, supplier: string, payload: Payload) => Told) => says

/** What the supplier of an entry is told. */
const TO_SUPPLIER: Readonly<Record<string, ReturnType<typeof ofEntry>>> = {
  'frame.offered': ofEntry(() => ({ title: '框架协议待确认', content: '请阅读后确认或者拒绝。' })),
  'frame.adjustment': ofEntry(() => ({
    title: '框架协议调价待确认',
    content: '采购人提出新的协议价，答复前原价继续有效；已下订单价格不变。',
  })),
  'frame.entry': ofEntry(({ state, reason }) => ({
    title: `框架协议${ENTRY_STATES[state as EntryState]}`,
    content: `贵单位在协议中的状态变更为“${ENTRY_STATES[state as EntryState]}”：${reason}。已下订单继续履行。`,
  })),
}

/** What the purchaser is told of an entry. */
const TO_PURCHASER: Readonly<Record<string, ReturnType<typeof ofEntry>>> = {
  'frame.answered': ofEntry((entry, supplier) =>
    entry.contractId === null
      ? { title: '供应商拒绝框架协议', content: `${supplier}拒绝：${entry.reason}。` }
      : { title: '供应商已确认框架协议', content: `${supplier}已确认。` },
  ),
  'frame.adjustment-answered': ofEntry((_, supplier, { agree }) => ({
    title: '框架协议调价已答复',
    content: agree ? `${supplier}同意调价，新价格已生效。` : `${supplier}不同意调价，原价继续有效。`,
  })),
}

/** Everybody of an agreement: its purchaser, and each supplier that has signed it. */
const TO_ALL: Readonly<Record<string, (row: Agreement, payload: Payload) => Told & { kind: string }>> = {
  'frame.begun': ({ untilDay }) => ({
    kind: 'frame.signing',
    title: '框架协议已生效',
    content: `有效期至 ${untilDay}。`,
  }),
  'frame.ended': ({ endReason }, { to }) => ({
    kind: 'frame.signing',
    title: to === 'expired' ? '框架协议已到期' : '框架协议已终止',
    content: `${endReason}。不再下达新订单，已下订单继续履行。`,
  }),
  [SOON]: ({ untilDay }, { days }) => ({
    kind: 'frame.soon',
    title: '框架协议即将到期',
    content: `有效期至 ${untilDay}，还有 ${String(days)} 天，需要时请及时续签。`,
  }),
}

export const messages: readonly Subscriber[] = [
  ...Object.entries(TO_SUPPLIER).map(([kind, says]): Subscriber => ({
    name: `frame-agreements: tell the supplier (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const found = await entryOf(ctx, payload)
      // Recalled before it was told of, or removed behind that.
      if (!found || found.entry.state === 'drafted') return
      const { row, entry } = found
      await tellSupplier(ctx, { row, entry, eventId: id, kind: 'frame.signing', told: says(entry, '', payload) })
    },
  })),
  ...Object.entries(TO_PURCHASER).map(([kind, says]): Subscriber => ({
    name: `frame-agreements: tell the purchaser (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const found = await entryOf(ctx, payload)
      if (!found) return
      const { row, entry } = found
      const name = (await namesOf(ctx, [entry.supplierCompanyId])).get(entry.supplierCompanyId) ?? ''
      const told = says(entry, name, payload)
      await tellPurchaser(ctx, { row, eventId: id, kind: 'frame.signing', told, list: undefined })
    },
  })),
  ...Object.entries(TO_ALL).map(([kind, says]): Subscriber => ({
    name: `frame-agreements: tell everybody (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const row = await ctx.expectOne('frame_agreement', { id: String(payload.agreementId) })
      if (kind === SOON && row.state !== 'inForce') return
      const { kind: as, ...told } = says(row, payload)
      await tellPurchaser(ctx, { row, eventId: id, kind: as, told, list: LIBRARY })
      for (const entry of await ctx.many('frame_entry', { agreementId: row.id, state: ['active', 'suspended'] }))
        await tellSupplier(ctx, { row, entry, eventId: id, kind: as, told })
    },
  })),
]

async function entryOf(ctx: Bare, payload: Payload) {
  const entry = await ctx.one('frame_entry', { id: String(payload.entryId) })
  return entry && { row: await ctx.expectOne('frame_agreement', { id: entry.agreementId }), entry }
}

interface Telling {
  row: Agreement
  eventId: number
  kind: string
  told: Told
}

function said({ row, eventId, kind, told }: Telling) {
  return { kind, eventId, title: told.title, content: `“${row.title}”（${row.code}）：${told.content}` }
}

async function tellSupplier(ctx: Bare, { entry, ...of }: Telling & { entry: Entry }): Promise<void> {
  await notify(ctx, {
    ...said(of),
    to: { companyId: entry.supplierCompanyId, right: SELLS.right },
    identity: 'supplier',
    link: ownPlace(entry.id),
  })
}

async function tellPurchaser(ctx: Bare, { list, ...of }: Telling & { list: string | undefined }): Promise<void> {
  await notify(ctx, {
    ...said(of),
    to: { companyId: of.row.purchaserCompanyId, right: KEEPS.right },
    identity: 'purchaser',
    link: agreementPlace(of.row.id, list),
  })
}
