import { Readable } from 'node:stream'
import type { InputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time.ts'
import { attachments } from '#features/attachments/server/routes.ts'
import { bonds } from '#features/bonds/server/routes.ts'
import { entrust } from '#features/entrust/server/routes.ts'
import { messages } from '#features/messages/server/routes.ts'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { templates } from '#features/templates/server/routes.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import { done } from '#features/workflow/rules/held.ts'
import { makeApprovals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as notice from '../../contract/notice.ts'
import * as order from '../../contract/order.ts'
import * as project from '../../contract/project.ts'
import * as tender from '../../contract/supplier.ts'
import * as trade from '../../contract/trade.ts'
import { methodOf } from '../../methods/all.ts'
import { publicBidding } from '../../methods/public-bidding.ts'
import { recordParts } from '#features/sealed-bids/server/public.ts'
import { type ArchivePart, filed, jsonEntry } from '../archive-parts.ts'
import { procurement } from '../routes.ts'
import { plantCandidates } from './results.ts'
import { doc, paragraph } from '../../rules/rich-text.ts'

/** A tender in tests: people logged in, and the steps up to a point, each over HTTP. */
export interface TenderWorld {
  t: TestSystem
  buyer: HttpClient
  suppliers: HttpClient[]
}

export const text = (value: string) => doc(paragraph(value))
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

/** Stands for the parts of other features: bytes of its own, and bytes opened when they are written. */
export const archiveParts: readonly ArchivePart[] = [
  {
    name: 'other',
    entries: async (_ctx, order) => [
      filed('review', '其他.json', Buffer.from(JSON.stringify({ orderId: order.id }))),
      filed('review', '其他.bin', async () => Readable.from([Buffer.alloc(100_000, 7), Buffer.from('end')])),
    ],
  },
  {
    name: 'log',
    entries: async (ctx, order) =>
      Object.entries(await recordParts(ctx, order)).map(([path, value]) => jsonEntry(path, value)),
  },
]

export const approvals = makeApprovals({ roles: [] })

/** A system of its own with just what procurement stands on, and what is given beside it. */
export async function tenderWorld(
  beside: { archiveParts: readonly ArchivePart[]; features: readonly Feature[] } = { archiveParts, features: [] },
): Promise<TenderWorld> {
  const t = await testSystem({
    from: 'people',
    features: [
      tenancy,
      passport(acceptFirstEmployment),
      messages,
      attachments({ holders: [], downloads: [], files: () => ({}) }),
      procurement({ archiveParts: beside.archiveParts, approvals }),
      templates,
      bonds({ approvals: makeApprovals({ roles: [] }) }),
      entrust,
      ...beside.features,
    ],
  })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3', 'supplier4'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  return { t, buyer, suppliers }
}

/** Instants of a lawful schedule, counted from now. */
export function scheduleFrom(now: Date) {
  const at = (days: number) => new Date(now.getTime() + days * DAY).toISOString()
  return { saleStart: at(0), saleEnd: at(7), signUpEnd: at(8), questionEnd: at(12), bidEnd: at(25), openAt: at(25) }
}

type Fields = InputOf<typeof order.createOrder>['body']

/** A project (new unless one is given) with three lines and a complete draft, ready to be published. */
export async function draft({ t, buyer }: TenderWorld, change: Partial<Fields> = {}) {
  const projectId = change.projectId ?? (await newProject(buyer, change.method))
  await buyer.call(project.replaceItems, {
    params: { projectId },
    body: {
      items: [
        { name: '监护仪', unit: '台', quantity: '10', controlPrice: '50000' },
        { name: '输液泵', unit: '台', quantity: '20', controlPrice: '10000' },
        { name: '治疗车', unit: '辆', quantity: '5', controlPrice: '2000' },
      ],
    },
  })
  const document = await buyer.upload('tender-document', '招标文件.pdf', PDF)
  const body: Fields = {
    projectId,
    title: '医用设备采购第一标段',
    estimatedPrice: '1000000',
    controlPrice: '900000',
    bond: '20000',
    place: '开标大厅',
    schedule: scheduleFrom(t.kernel.clock.now()),
    settings: {
      qualifications: [{ name: '营业执照', required: true }],
      ways: [
        { type: 1, name: '资格评审', itemKind: 1, items: [{ name: '营业执照' }] },
        { type: 3, name: '价格评分', itemKind: 2, fullMark: '30', isAutomatic: true, items: [] },
        { type: 4, name: '技术评分', itemKind: 2, fullMark: '70', items: [{ name: '技术方案', fullMark: '70' }] },
      ],
    },
    files: [{ fileId: document.fileId, kind: 'document', name: '招标文件.pdf' }],
    announcement: { title: '医用设备采购招标公告', content: text('欢迎参加投标。') },
    ...change,
  }
  const { orderId, code } = await buyer.call(order.createOrder, { body })
  return { projectId, orderId, code, body, documentId: document.fileId }
}

/** Of the regime that first of all provides for the method. */
async function newProject(buyer: HttpClient, method: number = publicBidding.code): Promise<string> {
  const facts = { regime: methodOf(method).regimes[0], budget: '2000000', region: '江州市', funds: '财政资金' }
  const body = { name: '医用设备采购', category: 'goods' as const, ...facts }
  return (await buyer.call(project.createProject, { body })).projectId
}

export async function publish(world: TenderWorld, change: Partial<Fields> = {}) {
  const made = await draft(world, change)
  const { noticeId } = done(await world.buyer.call(order.publishOrder, { params: made, body: {} }))
  return { ...made, noticeId }
}

/** Signs a supplier up with its licence; approved unless said otherwise. */
export async function join(
  world: TenderWorld,
  orderId: string,
  { supplier, pass = true }: { supplier: HttpClient; pass?: boolean },
) {
  const licence = await supplier.upload('qualification', '营业执照.pdf', PDF)
  const { tradeId } = await supplier.call(tender.signUp, {
    params: { orderId },
    body: {
      contactName: '联系人',
      contactMobile: '13800000000',
      files: [{ fileId: licence.fileId, kind: '营业执照', name: '营业执照.pdf' }],
    },
  })
  if (pass) await world.buyer.call(trade.decideTrade, { params: { tradeId }, body: { pass: true } })
  return { tradeId, licenceId: licence.fileId }
}

/** What opening and review would have left: state after the review, and ranked candidates. */
export async function reviewed({ t }: TenderWorld, orderId: string, tradeIds: readonly string[]): Promise<void> {
  await t.owner.query("update purchase_order set state = 'review.done' where id = $1", [orderId])
  await plantCandidates(
    t.owner,
    orderId,
    tradeIds.map((tradeId, i) => ({ tradeId, price: String(800_000 + i) })),
  )
}

export async function publicise({ buyer }: TenderWorld, orderId: string) {
  const { draft: prepared } = await buyer.call(notice.candidateDraft, { params: { orderId } })
  const body = { ...prepared, publicityDays: 3, acceptWarnings: true }
  return done(await buyer.call(notice.publishCandidates, { params: { orderId }, body }))
}
