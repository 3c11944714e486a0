import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { TENDER } from '#demo/states/tender.ts'
import * as buying from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier keeps a search, and hears of a tender that it finds as soon as somebody publishes it.

const notes = newNotes()
let system: OwnSystem
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  ;({ supplier } = await openVisitors(browser, { base: system.base, notes }, { supplier: ['supplier1', 'supplier'] }))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

test('a saved search tells of a new tender while its owner looks at something else', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/supplier/public-tender/list')
  const kept = page.getByRole('region', { name: '保存的搜索' })
  await expect(kept.getByRole('button', { name: '保存当前筛选' })).toBeDisabled()
  await page.getByRole('searchbox', { name: '名称、编号或采购人' }).fill('手术室净化')
  await kept.getByRole('button', { name: '保存当前筛选' }).click()
  const dialog = page.getByRole('dialog', { name: '保存当前筛选' })
  await expect(dialog.getByLabel('名称')).toHaveValue('手术室净化')
  await dialog.getByLabel('名称').fill('净化工程')
  await dialog
    .getByRole('button', { name: '确 定' })
    .or(dialog.getByRole('button', { name: '确定' }))
    .click()
  const chip = kept.getByRole('button', { name: '净化工程', exact: false }).first()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await inspect('保存的搜索')
  await chip.click()
  await expect(page).not.toHaveURL(/keyword/)
  await chip.click()
  await expect(page).toHaveURL(/keyword/)
  await goWithin(page, '/notice')
  await expect(page.getByText('净化工程')).toHaveCount(0)

  const client = await new Cast(system.base).as('buyer')
  const now = await system.now()
  const projectId = await buying.createProject(client, TENDER)
  const schedule = lawfulSchedule(now)
  const orderId = await buying.draftOrder(client, projectId, { plan: TENDER, schedule, now })
  await buying.publish(client, orderId)

  const message = page
    .getByRole('link', { name: `新公告：${TENDER.title}` })
    .or(page.getByText(`新公告：${TENDER.title}`))
  await expect(message.first()).toBeVisible()
  await expect(page.getByText(/符合您保存的搜索“净化工程”，报名截止/)).toBeVisible()
  await message.first().click()
  await expect(page.getByRole('heading', { name: TENDER.title })).toBeVisible()
})
