import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import * as order from '#features/procurement/contract/order.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import { builtInTemplates } from '#features/procurement/methods/notices.ts'
import { draft, join, PDF, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import { done } from '#features/workflow/rules/held.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { submitResponse } from '../../contract.ts'

/** A purchase from a single source in tests: supplier1 is asked, supplier2 is not. */

type SoleTerms = NonNullable<OrderSettings['sole']>

export const SOLE: SoleTerms = {
  reason: 'unique',
  explanation: '现有影像系统的接口仅由其提供，其他产品不能接入。',
  days: 5,
  experts: [{ name: '何清源', unit: '江州大学', title: '教授', opinion: '该接口受专利保护，具有唯一性。' }],
  originalAmount: null,
  ceiling: null,
  failedOrder: '',
}

export const REASON = '唯一供应商'

export async function soleWorld(): Promise<TenderWorld> {
  const t = await testSystem({ from: 'people' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers = [
    await t.login('supplier1', { workbench: 'supplier' }),
    await t.login('supplier2', { workbench: 'supplier' }),
  ]
  return { t, buyer, suppliers }
}

/** A complete draft; nobody is invited yet. */
export async function soleDraft(world: TenderWorld, change: { sole?: SoleTerms; regime?: Regime } = {}) {
  const about = { name: '影像系统维护', category: 'services' as const, budget: '2000000', region: '江州市' }
  const { projectId } = await world.buyer.call(createProject, {
    body: { ...about, funds: '财政资金', regime: change.regime ?? 'government', description: '原系统维护。' },
  })
  const now = world.t.kernel.clock.now().getTime()
  const at = (days: number) => new Date(now + days * DAY).toISOString()
  const [tender, proof] = [
    await world.buyer.upload('tender-document', '采购文件.pdf', PDF),
    await world.buyer.upload('tender-document', '专业人员论证意见.pdf', PDF),
  ]
  const [template] = builtInTemplates({ method: singleSource.code })
  return draft(world, {
    projectId,
    method: singleSource.code,
    title: '影像系统维护',
    bond: '0',
    schedule: { saleStart: null, saleEnd: null, signUpEnd: at(15), questionEnd: at(16), bidEnd: at(18), openAt: null },
    settings: { qualifications: [{ name: '营业执照', required: true }], ways: [], sole: change.sole ?? SOLE },
    files: [
      { fileId: tender.fileId, kind: 'document', name: '采购文件.pdf' },
      { fileId: proof.fileId, kind: 'attachment', name: '专业人员论证意见.pdf' },
    ],
    announcement: { title: '影像系统维护单一来源采购公示', content: template!.content },
  })
}

export async function invite(world: TenderWorld, orderId: string, companyIds: readonly string[]): Promise<void> {
  await world.buyer.call(addInvitees, { params: { orderId }, body: { companyIds: [...companyIds], reason: REASON } })
}

/** Published, with supplier1 invited. */
export async function solePublished(world: TenderWorld) {
  const made = await soleDraft(world)
  await invite(world, made.orderId, [COMPANIES.supplier1.id])
  const { noticeId } = done(
    await world.buyer.call(order.publishOrder, { params: { orderId: made.orderId }, body: { acceptWarnings: true } }),
  )
  return { ...made, noticeId, params: { orderId: made.orderId } }
}

/** Supplier1 has signed up and handed in a response; the deadline has passed. */
export async function soleClosed(world: TenderWorld, price = '880000') {
  const made = await solePublished(world)
  const [supplier] = world.suppliers
  const { tradeId } = await join(world, made.orderId, { supplier: supplier! })
  const file = await supplier!.upload('response', '响应文件.pdf', PDF)
  const files = [{ fileId: file.fileId, name: '响应文件.pdf' }]
  const { responseId } = await supplier!.call(submitResponse, {
    params: made.params,
    body: { price, statement: '按采购文件要求响应。', files, replaces: null },
  })
  await world.t.advanceTo(new Date(world.t.kernel.clock.now().getTime() + 19 * DAY))
  return { ...made, tradeId, responseId, fileId: file.fileId }
}
