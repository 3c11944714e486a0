import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { askConsent } from '#demo/play/consent.ts'
import { acceptEntrustment } from '#features/entrust/contract/entrust.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { createSupplement } from '#features/supplement/contract/supplement.ts'
import { registered, runBody } from '#features/supplement/server/testing/run.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A purchaser checks and registers a finished purchase with a breach and adds to it; what its agency registers it only reads.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'agent', Visitor>
let draftId: string
let agencyId: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  const cast = new Cast(system.base)
  const [buyer, agent] = [await cast.as('buyer'), await cast.as('agent')]
  draftId = (
    await buyer.call(createSupplement, {
      body: runBody({ title: '急诊设备采购', openedAt: '2026-03-24T01:30:00.000Z' }),
    })
  ).supplementId
  const about = { name: '影像设备项目', category: 'goods', regime: 'enterprise', budget: '2000000' } as const
  const { projectId } = await agent.call(createProject, {
    body: { ...about, purchaserCompanyId: COMPANIES.hospital.id },
  })
  await buyer.call(acceptEntrustment, { params: await askConsent(agent, projectId) })
  agencyId = await registered(agent, { projectId, purchaserCompanyId: COMPANIES.hospital.id })
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], agent: ['agent', 'agency'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the purchaser sees every breach before it registers, and the mark afterwards', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/supplement/${draftId}/register`)
  await inspect('编辑补录')
  await page.getByRole('button', { name: '保存并核对' }).click()
  await expect(page.getByText('早于提交截止').first()).toBeVisible()
  await inspect('核对补录')
  await page.getByRole('button', { name: '确认登记' }).click()
  await agree(page)
  await expect(page).toHaveURL(`${system.base}/purchaser/supplement/${draftId}/detail`)
  await expect(page.getByText('已登记', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('平台没有为其生成回执').first()).toBeVisible()
  await inspect('补录')
})

test('adds to it on its record, and finds it in the list', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/supplement/${draftId}/record`)
  await page.getByRole('button', { name: '补充记录' }).click()
  await page.getByRole('dialog').getByLabel('说明').fill('验收报告存档于设备处')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('验收报告存档于设备处')).toBeVisible()
  await inspect('登记记录')
  await goWithin(page, '/purchaser/supplement/list')
  await expect(page.getByRole('link', { name: '急诊设备采购' })).toBeVisible()
  await inspect('补录登记')
})

test('the agency acts on what it registered, the purchaser only reads it', async () => {
  const { page: agency } = people.agent
  await goWithin(agency, `/agency/supplement/${agencyId}/detail`)
  await expect(agency.getByRole('button', { name: '更正' })).toBeVisible()
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/entrust-purchase/supplement/orders/${agencyId}/detail`)
  await expect(page.getByText('病房监护仪采购').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '更正' })).toHaveCount(0)
  await inspect('代理机构登记的补录')
})
