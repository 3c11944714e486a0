import { notify } from '#features/messages/server/public.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { Subscriber } from '#server/events.ts'
import { basisLabel, type List } from '../rules/listings.ts'
import { PLACES } from '../rules/places.ts'
import { type OnboardingState, type Way, WAYS } from '../rules/onboarding.ts'
import type { SupplierAction } from '../rules/states.ts'
import type { Any, Listing, Supplier } from './access.ts'
import { CERTIFICATE_DUE } from './kinds.ts'

const ABOUT = { group: '供应商管理', channels: URGENT } as const
const SUPPLIER = { ...ABOUT, workbenches: ['supplier'], isEssential: true } as const
const OWNER = { ...ABOUT, workbenches: ['purchaser'] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...SUPPLIER, kind: 'supplier.state', label: '入库、暂停与退出' },
  { ...SUPPLIER, kind: 'supplier.list', label: '列入名单' },
  { ...ABOUT, kind: 'supplier.certificate', label: '资质到期', workbenches: ['purchaser', 'supplier'] },
  { ...OWNER, kind: 'supplier.proposal', label: '入库申请' },
  { ...OWNER, kind: 'supplier.term', label: '合格有效期届满' },
  { ...OWNER, kind: 'supplier.synced', label: '上级单位同步黑名单' },
]

const OBJECT = '如有异议，可自收到本通知之日起向采购人书面提出'

/** What a supplier is told of its record; anything else of it is the owner's. */
const MOVED: Partial<Record<SupplierAction, (owner: string, row: Supplier, reason: string) => [string, string]>> = {
  admit: (owner, row) => [`已进入${owner}供应商库`, admitted(row)],
  recruit: (owner, row) => [`已进入${owner}供应商库`, admitted(row)],
  renew: (owner, row) => [`${owner}供应商库：品类与有效期已调整`, admitted(row)],
  resume: (owner, row) => [`${owner}供应商库：已恢复合格`, admitted(row)],
  pause: (owner, _row, reason) => [
    `${owner}供应商库：已暂停`,
    `原因：${reason}。已参加的采购和已签订的合同不受影响。${OBJECT}。`,
  ],
  leave: (owner, _row, reason) => [
    `已退出${owner}供应商库`,
    `原因：${reason}。已参加的采购和已签订的合同不受影响。${OBJECT}。`,
  ],
  expire: (owner, _row, reason) => [`${owner}供应商库：合格有效期已届满`, `${reason}，续期请联系采购人。`],
}

function admitted({ categories, validFrom, validUntil }: Supplier): string {
  return `供应品类：${categories.join('、')}；有效期 ${validFrom} 至 ${validUntil}。`
}

export const messages: readonly Subscriber[] = [
  {
    name: 'suppliers: tell a supplier of its record',
    kind: 'supplier.moved',
    async handle(ctx, { id, payload }) {
      const { supplierId, action, reason } = payload as { supplierId: string; action: SupplierAction; reason: string }
      const row = await ctx.expectOne('supplier', { id: supplierId })
      const owner = await nameOf(ctx, row.ownerCompanyId)
      const words = MOVED[action]?.(owner, row, reason)
      if (words) await tellSupplier(ctx, row.companyId, { id, kind: 'supplier.state', words })
      if (action !== 'expire') return
      await notify(ctx, {
        to: { companyId: row.ownerCompanyId, right: 'supplierManagement' },
        identity: 'purchaser',
        kind: 'supplier.term',
        eventId: id,
        title: `合格有效期已届满：${row.name}`,
        content: `${reason}，供应商已暂停；调整有效期后可恢复。`,
        link: PLACES.detail(row.id),
      })
    },
  },
  {
    name: 'suppliers: tell of a proposal',
    kind: 'supplier.onboarding',
    async handle(ctx, { id, payload }) {
      const { onboardingId, to } = payload as { onboardingId: string; to: OnboardingState }
      const row = await ctx.expectOne('supplier_onboarding', { id: onboardingId })
      const { name } = await ctx.expectOne('supplier', { id: row.supplierId }, { columns: ['name'] })
      const way = row.way as Way
      const about = { identity: 'purchaser', kind: 'supplier.proposal', eventId: id } as const
      const link = PLACES.onboarding(way, row.id)
      if (to === 'proposed')
        await notify(ctx, {
          ...about,
          to: { companyId: row.ownerCompanyId, right: 'supplierManagement' },
          title: `推荐供应商待审核：${name}`,
          content: `${row.createdByName}推荐“${name}”入库：${row.reason}。`,
          link,
        })
      // Who enters a company directly knows what became of it.
      else if (way === 'recommend' && (to === 'accepted' || to === 'refused'))
        await notify(ctx, {
          ...about,
          to: { userIds: [row.createdBy] },
          title: `${WAYS[way]}${to === 'accepted' ? '已通过' : '未通过'}：${name}`,
          content: to === 'accepted' ? `“${name}”已进入供应商库。` : `${row.remark}。`,
          link,
        })
    },
  },
  {
    name: 'suppliers: tell who was listed',
    kind: 'supplier.listing',
    async handle(ctx, { id, payload }) {
      const { listingId, to } = payload as { listingId: string; to: Listed }
      const row = await ctx.one('supplier_listing', { id: listingId })
      if (!row?.companyId) return
      const owner = await nameOf(ctx, row.ownerCompanyId)
      const words = listedWords(row, owner, to)
      await tellSupplier(ctx, row.companyId, { id, kind: 'supplier.list', words })
      if (to !== 'received') return
      await notify(ctx, {
        to: { companyId: row.ownerCompanyId, right: 'supplierManagement' },
        identity: 'purchaser',
        kind: 'supplier.synced',
        eventId: id,
        title: `${row.source}同步黑名单：${row.name}`,
        content: `依据：${basisLabel(row)}；期限 ${row.fromDay} 至 ${row.untilDay}。正在进行的采购和合同不受影响。`,
        link: PLACES.blacklist,
      })
    },
  },
  {
    name: 'suppliers: remind of a certificate',
    kind: CERTIFICATE_DUE,
    async handle(ctx, { id, payload }) {
      const { certificateId, before, validUntil } = payload as unknown as Due
      const row = await ctx.one('supplier_certificate', { id: certificateId })
      if (!row || row.removedAt !== null || row.validUntil !== validUntil) return
      const supplier = await ctx.expectOne('supplier', { id: row.supplierId })
      if (supplier.state === 'left') return
      const owner = await nameOf(ctx, row.ownerCompanyId)
      const when = before === 0 ? '已过期' : `将在 ${before} 天后到期`
      const about = { kind: 'supplier.certificate', eventId: id } as const
      await notify(ctx, {
        ...about,
        to: { companyId: row.ownerCompanyId, right: 'supplierManagement' },
        identity: 'purchaser',
        title: `资质${when}：${supplier.name}`,
        content: `${row.kind}（${row.number}）有效期至 ${validUntil}，请要求供应商更新。`,
        link: PLACES.detail(supplier.id),
      })
      await notify(ctx, {
        ...about,
        to: { companyId: supplier.companyId, right: 'bidding' },
        identity: 'supplier',
        title: `资质${when}：${row.kind}`,
        content: `贵单位在${owner}供应商库登记的${row.kind}（${row.number}）有效期至 ${validUntil}，请及时提供新的证书。`,
      })
    },
  },
]

type Listed = 'decided' | 'received' | 'lifted' | 'ended'

interface Due {
  certificateId: string
  before: number
  validUntil: string
}

/** A company that listed another says why, on what basis, for how long, and that it may be objected to. */
function listedWords(row: Listing, owner: string, to: Listed): [string, string] {
  const term = row.untilDay === null ? `自 ${row.fromDay} 起` : `${row.fromDay} 至 ${row.untilDay}`
  const basis = basisLabel(row)
  const list = LISTED[row.kind as List]
  if (to === 'lifted') return [`${owner}已解除${list}记录`, `依据“${basis}”的记录已提前解除：${row.liftReason}。`]
  if (to === 'ended') return [`${owner}的${list}记录已届满`, `依据“${basis}”的记录已于 ${row.untilDay} 届满。`]
  if (row.kind === 'red') return [`${owner}已将贵单位列入红名单`, `依据：${basis}；${row.reason}；期限 ${term}。`]
  const effect = '期间不能参加其新的采购；已参加的采购和已签订的合同不受影响'
  return [
    `${owner}已登记贵单位的${list}记录`,
    `依据：${basis}；原因：${row.reason}；期限 ${term}。${effect}。${OBJECT}。`,
  ]
}

const LISTED: Record<List, string> = { black: '黑名单', red: '红名单', untrust: '失信信息' }

async function nameOf(ctx: Any, companyId: string): Promise<string> {
  return (await ctx.expectOne('company', { id: companyId }, { columns: ['name'] })).name
}

async function tellSupplier(
  ctx: Any,
  companyId: string,
  { id, kind, words: [title, content] }: { id: number; kind: string; words: [string, string] },
): Promise<void> {
  const to = { companyId, right: 'bidding' } as const
  await notify(ctx, { to, identity: 'supplier', kind, eventId: id, title, content })
}
