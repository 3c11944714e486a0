import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { award, publishCandidates } from '#demo/play/buyer.ts'
import { TENDER } from '#demo/states/tender.ts'
import * as buying from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier finds what fits, follows what it takes part in, and looks back at what others won.

const notes = newNotes()
let system: OwnSystem<'concluded'>
let visitors: Record<'winner' | 'loser', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const { projectId } = system.facts
  await system.change("update project set regime = 'government', category = 'goods' where id = $1", [projectId])
  visitors = await openVisitors(
    browser,
    { base: system.base, notes },
    { winner: ['supplier1', 'supplier'], loser: ['supplier2', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

test('a supplier says what it does, and is shown an open order with its reasons', async () => {
  const buyer = await new Cast(system.base).as('buyer')
  const now = await system.now()
  const plan = { ...TENDER, title: '手术室净化二期施工' }
  const projectId = await buying.createProject(buyer, plan)
  const orderId = await buying.draftOrder(buyer, projectId, { plan, schedule: lawfulSchedule(now), now })
  await buying.publish(buyer, orderId)

  const { page, inspect } = visitors.loser
  await goWithin(page, '/supplier/cockpit/profile')
  await page.getByRole('checkbox', { name: '工程' }).check()
  await page.getByLabel('主营品目').fill('净化')
  await page.keyboard.press('Enter')
  await inspect('匹配设置')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).toHaveURL(/\/supplier\/cockpit$/)
  const link = page.getByRole('link', { name: plan.title })
  await expect(link).toBeVisible()
  await expect(page.getByText('主营相符：净化')).toBeVisible()
  await inspect('为您匹配')
  await page.getByRole('button', { name: `不感兴趣：${plan.title}` }).click()
  await expect(link).toHaveCount(0)
  await page.getByRole('button', { name: '不感兴趣 1' }).click()
  await page.getByRole('button', { name: `恢复：${plan.title}` }).click()
  await page.getByRole('button', { name: '返回匹配' }).click()
  await expect(link).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('region', { name: '为您匹配' }).getByRole('link', { name: plan.title })).toBeVisible()
})

test('a participation is followed to its result, which its loser looks back at', async () => {
  const { page, inspect } = visitors.loser
  await goWithin(page, '/supplier/cockpit?part=pipeline')
  await expect(page.getByRole('region', { name: '开标评审' }).getByRole('link', { name: TENDER.title })).toBeVisible()
  await inspect('参与中的项目')
  await goWithin(page, '/supplier/cockpit?part=debriefs')
  await expect(page.getByText('没有落选的项目')).toBeVisible()

  const buyer = await new Cast(system.base).as('buyer')
  await system.moveTo(await publishCandidates(buyer, system.facts.orderId))
  await award(buyer, system.facts.orderId)
  await page.reload()
  await page.getByRole('link', { name: TENDER.title }).click()
  await expect(page.getByRole('heading', { name: TENDER.title })).toBeVisible()
  await expect(page.getByText('debrief-own-marks')).toBeVisible()
  await expect(
    page.getByRole('cell', { name: '价格评分' }).or(page.getByRole('rowheader', { name: '价格评分' })),
  ).toBeVisible()
  await inspect('落选复盘')
  // Who won has nothing to look back at, and follows its performance.
  const other = visitors.winner.page
  await goWithin(other, '/supplier/cockpit?part=debriefs')
  await expect(other.getByText('没有落选的项目')).toBeVisible()
  await goWithin(other, '/supplier/cockpit?part=pipeline')
  await expect(other.getByRole('region', { name: '履约' }).getByRole('link', { name: TENDER.title })).toBeVisible()
})
