import { expect, test } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { Cast } from '#demo/cast.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { TENDER } from '#demo/states/tender.ts'
import { startOpening } from '#features/opening-hall/contract.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { publicBidding } from '#features/procurement/methods/public-bidding.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier that does not take part buys follows, follows an order and its purchaser, hears of the opening, and follows no more.

const notes = newNotes()
let system: OwnSystem<'submitted'>
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('submitted')
  ;({ supplier } = await openVisitors(browser, { base: system.base, notes }, { supplier: ['supplier5', 'supplier'] }))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console.filter((line) => !line.includes('403'))).toEqual([])
})

test('what was bought lets an order and its purchaser be followed, from the page of the order', async () => {
  const { page, inspect } = supplier
  await goWithin(page, placeOf({ id: system.facts.orderId, method: publicBidding.code }, 'publish.tender', 'supplier'))
  const follow = page.getByRole('button', { name: '关注项目' })
  await follow.click()
  const offer = page.getByRole('dialog', { name: '关注数量不足' })
  await expect(offer.getByText('尚未开通关注服务')).toBeVisible()
  await offer.getByRole('button', { name: '查看增值服务' }).click()
  await expect(page.getByText('同时关注 20 个项目，每一步公开进展均提醒')).toBeVisible()

  const client = await new Cast(system.base).as('supplier5')
  for (const code of ['follow-project', 'follow-company']) {
    const sku = PRODUCTS.find((product) => product.code === code)!.skus[0]!
    await payInWallet(client, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
  }
  await goWithin(page, '/supplier/public-tender/list')
  await page.getByRole('button', { name: `关注 ${TENDER.title}`, exact: true }).click()
  await expect(page.getByRole('button', { name: `已关注 ${TENDER.title}` })).toBeVisible()
  await inspect('公开项目的关注')
  await page.getByRole('link', { name: TENDER.title }).click()
  await expect(page.getByRole('button', { name: '已关注' })).toBeVisible()
  await page.getByRole('button', { name: '更多关注' }).click()
  await page.getByRole('menuitem', { name: `关注采购人“${COMPANIES.hospital.name}”` }).click()
  await expect(page.getByText('已关注，有公开动态时提醒')).toBeVisible()
})

test('the opening is told and listed; a company is found and marked, and follows end', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/supplier/follows')
  await expect(page.getByRole('rowheader', { name: COMPANIES.hospital.name })).toBeVisible()
  await page.getByRole('button', { name: '关注企业', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '关注企业' })
  await dialog.getByRole('combobox', { name: '企业' }).fill(COMPANIES.supplier1.name.slice(0, 4))
  await page.getByTitle(COMPANIES.supplier1.name).click()
  await dialog.getByRole('button', { name: /关\s?注/ }).click()
  const row = page.getByRole('row').filter({ hasText: COMPANIES.supplier1.name })
  await row.getByRole('button', { name: '标记' }).click()
  const mark = page.getByRole('dialog', { name: `标记“${COMPANIES.supplier1.name}”` })
  await mark.getByLabel('标记').fill('竞争对手')
  await mark.getByRole('button', { name: /确\s?定/ }).click()
  await expect(row.getByText('竞争对手')).toBeVisible()
  await inspect('关注的企业')

  await system.moveTo(system.facts.schedule.bidEnd!)
  const buyer = await new Cast(system.base).as('buyer')
  await buyer.call(startOpening, { params: { projectId: system.facts.orderId } })
  await goWithin(page, '/notice')
  await expect(page.getByText(`已开标：${TENDER.title}`).first()).toBeVisible()
  await goWithin(page, '/supplier/follows?part=orders')
  await expect(page.getByRole('link', { name: '已开标' })).toBeVisible()
  await inspect('关注的项目')
  await page.getByRole('button', { name: '取消关注' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(page.getByText('还没有关注项目')).toBeVisible()
  await page.getByRole('button', { name: '企业标记' }).click()
  await expect(page.getByRole('rowheader', { name: COMPANIES.supplier1.name })).toBeVisible()
  await inspect('企业标记')
})
