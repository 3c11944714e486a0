import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { acceptOnboarding, createOnboarding, onboardingDetail } from '#features/suppliers/contract/onboarding.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { createAppraisal, startAppraisal } from '../../contract/appraisals.ts'
import { handInMarks, saveMarks, sheetDetail } from '../../contract/hall.ts'
import { createIndicator, createTemplate } from '../../contract/indicators.ts'

type Fields = BodyOf<typeof createAppraisal>

/** A hospital with three suppliers in its library: with the first two it dealt in an order that is over. */
export interface AppraisalWorld {
  t: TestSystem
  /** Keeps the library. */
  buyer: HttpClient
  /** Colleagues who give marks, without any right over the library. */
  newbie: HttpClient
  colleague: HttpClient
  /** Another company of the tenant that keeps a library. */
  other: HttpClient
  /** Of another tenant. */
  foreign: HttpClient
  supplier1: HttpClient
  supplier2: HttpClient
  supplierIds: string[]
  indicators: { service: string; answers: string; falls: string }
  templateId: string
  day: (days: number) => string
}

export const JUDGES = [PEOPLE.buyer.id, PEOPLE.newbie.id, PEOPLE.buyer2.id]

export async function appraisalWorld(): Promise<AppraisalWorld> {
  const t = await testSystem({ from: 'people' })
  await t.owner.query(
    `update employee set rights = rights || '{supplierManagement}' where user_id = $1 and company_id = $2`,
    [PEOPLE.multi.id, COMPANIES.waterworks.id],
  )
  const other = await t.login('multi', { workbench: 'purchaser' })
  await other.call(enterCompany, { body: { companyId: COMPANIES.waterworks.id } })
  other.workbench = 'purchaser'
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const day = (days: number) => addDays(formatDate(t.kernel.clock.now()), days)
  const supplierIds = []
  for (const key of ['supplier1', 'supplier2', 'supplier3'] as const)
    supplierIds.push(await admitted(buyer, { companyId: COMPANIES[key].id, day }))
  await dealt((text, values) => t.owner.query(text, values), day)
  const add = async (body: BodyOf<typeof createIndicator>) => (await buyer.call(createIndicator, { body })).indicatorId
  const common = { direction: 'more', step: null, fullMarks: '100' } as const
  const indicators = {
    service: await add({ ...common, name: '服务质量', kind: 'subjective', source: '响应是否及时' }),
    answers: await add({ ...common, name: '邀请答复', kind: 'objective', source: 'invitations' }),
    falls: await add({ ...common, name: '放弃成交', kind: 'objective', source: 'abandoned', step: '30' }),
  }
  const { templateId } = await buyer.call(createTemplate, {
    body: {
      name: '年度考核模板',
      note: '',
      items: [
        { indicatorId: indicators.service, weight: '60' },
        { indicatorId: indicators.answers, weight: '30' },
        { indicatorId: indicators.falls, weight: '10' },
      ],
    },
  })
  return {
    t,
    buyer,
    newbie: await t.login('newbie', { workbench: 'purchaser' }),
    colleague: await t.login('buyer2', { workbench: 'purchaser' }),
    other,
    foreign: await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 }),
    supplier1: await t.login('supplier1', { workbench: 'supplier' }),
    supplier2: await t.login('supplier2', { workbench: 'supplier' }),
    supplierIds,
    indicators,
    templateId,
    day,
  }
}

async function admitted(
  buyer: HttpClient,
  { companyId, day }: { companyId: string; day: (days: number) => string },
): Promise<string> {
  const { onboardingId } = await buyer.call(createOnboarding, {
    body: {
      way: 'direct',
      subject: { companyId, name: '', creditCode: '' },
      categories: ['医疗设备'],
      validFrom: day(0),
      validUntil: day(365),
      reason: '长期合作',
      files: [],
    },
  })
  const params = { onboardingId }
  await buyer.call(acceptOnboarding, { params, body: {} })
  return (await buyer.call(onboardingDetail, { params })).supplierId
}

/** An invited order that failed thirty days ago: the first supplier had declined, the second never answered. */
export async function dealt(
  change: (sql: string, values: unknown[]) => Promise<unknown>,
  day: (days: number) => string,
): Promise<void> {
  const hospital = COMPANIES.hospital.id
  const at = `${day(-30)}T10:00:00+08:00`
  await change(
    `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
     values (1, '01a00000-0000-7000-8000-000000000001', 'X-1', '往来项目', $1, 'goods', 1, $2, $3, $3)`,
    [hospital, PEOPLE.buyer.id, at],
  )
  await change(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       estimated_price, created_by, created_at, updated_at, published_at, ended_at)
     values (1, '01a00000-0000-7000-8000-000000000002', '01a00000-0000-7000-8000-000000000001', 'X-1-1', '输液泵采购', 2, $1, $1,
       'abortive.declared', 1, $2, $3, $3, $3, $3)`,
    [hospital, PEOPLE.buyer.id, at],
  )
  for (const [key, declined] of [
    ['supplier1', at],
    ['supplier2', null],
  ] as const)
    await change(
      `insert into order_invitation (tenant_id, id, order_id, company_id, reason, told_at, added_by, added_by_name, added_at,
         declined_at, declined_by_name, decline_reason)
       values (1, gen_random_uuid(), '01a00000-0000-7000-8000-000000000002', $1, '', $2, $3, '张晓', $2, $4, $5, $5)`,
      [COMPANIES[key].id, at, PEOPLE.buyer.id, declined, declined && '产能不足'],
    )
}

/** A draft about all suppliers of the library for the last ninety days. */
export async function drafted(world: AppraisalWorld, change: Partial<Fields> = {}): Promise<string> {
  const { buyer, t, day, templateId } = world
  const { appraisalId } = await buyer.call(createAppraisal, {
    body: {
      title: '年度考核',
      templateId,
      from: day(-90),
      until: day(0),
      deadline: new Date(t.kernel.clock.now().getTime() + 3 * 86_400_000).toISOString(),
      scope: { supplierIds: [], category: '', grade: null },
      appraisers: JUDGES,
      ...change,
    },
  })
  return appraisalId
}

export async function started(world: AppraisalWorld, change: Partial<Fields> = {}): Promise<string> {
  const appraisalId = await drafted(world, change)
  await world.buyer.call(startAppraisal, { params: { appraisalId } })
  return appraisalId
}

/** Gives every supplier of the client's sheet these marks for everything, and hands them in. */
export async function judged(client: HttpClient, appraisalId: string, marks: string): Promise<void> {
  const params = { appraisalId }
  await fill(client, appraisalId, marks)
  await client.call(handInMarks, { params })
}

export async function fill(client: HttpClient, appraisalId: string, marks: string): Promise<void> {
  const params = { appraisalId }
  const { rows, items } = await client.call(sheetDetail, { params })
  const all = rows.flatMap(({ supplierId }) =>
    items.map(({ indicatorId }) => ({ supplierId, indicatorId, marks, remark: '内部意见' })),
  )
  await client.call(saveMarks, { params, body: { marks: all } })
}
