import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyers from '#demo/play/buyer.ts'
import * as joint from '#demo/play/joint.ts'
import { lawfulSchedule, type TenderPlan } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { together } from '#demo/play/together.ts'
import { PLANS } from '#demo/tenders.ts'
import { ownCeremonies } from '#features/joint-key/contract.ts'
import { answerInvitation, ownInvitations } from '#features/joint-key/contract-invitations.ts'
import { archiveOrder, declareAbortive, downloadArchive } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import {
  accept,
  checkDevice,
  confirmShares,
  dealShares,
  excuseOfficer,
  openTogether,
  registerDevice,
  restoreDevice,
  startKey,
} from './joint/officers.ts'
import { verifierSays } from './kit/verifier.ts'
import { bidOverHttp, fillGoods, pastePrices, seal } from './kit/sealing.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A tender in joint-key mode: three officers make the key on their devices, one checks it and one steps back, a bidder seals in
// the browser and releases by the recovery code, two officers answer (one on a new computer), all bids open at once, the archive verifies.
// Owner, a supervisor and the bidder in browsers of their own, the other supervisor over HTTP.
test.describe.configure({ mode: 'serial' })

const plan: TenderPlan = { ...PLANS.his, keyMode: 'joint' }
const OTHERS = ['supplier2', 'supplier3'] as const
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let buyer: Visitor
let supervisor: Visitor
let bidder: Visitor
let orderId = ''
let schedule: ScheduleInput
let backup: Buffer
let code = ''
/** The key that is made, and the secret of the device of the officer over HTTP. */
let agency: { ceremonyId: string; secret: string }

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  ;({ buyer, supervisor, bidder } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supervisor: ['supplier6', 'supplier'], bidder: ['supplier1', 'supplier'] },
  ))
})
test.afterAll(async () => {
  await system?.stop()
})

test('three officers make the key on their own devices; only then the tender can be published', async () => {
  const client = await cast.as('buyer')
  const now = await system.now()
  schedule = lawfulSchedule(now)
  const projectId = await buyers.createProject(client, plan)
  orderId = await buyers.draftOrder(client, projectId, { plan, schedule, now })
  await expect(buyers.publish(client, orderId)).rejects.toThrow('联合密钥尚未就绪')
  const own = `${PEOPLE.buyer.name}（${COMPANIES.hospital.name}）`
  const labelOf = (account: Account, company: { name: string }) => `${PEOPLE[account].name}（${company.name}）`
  const agent = { account: 'agent', role: 'supervisor', client: await cast.as('agent') } as const
  const accepts = async () => {
    const [asked] = await agent.client.call(ownInvitations, {})
    await agent.client.call(answerInvitation, { params: { invitationId: asked!.invitationId }, body: { accept: true } })
  }
  const supervisors = [
    { account: 'agent', label: labelOf('agent', COMPANIES.agency), accepts },
    { account: 'supplier6', label: labelOf('supplier6', COMPANIES.supplier6), accepts: () => accept(supervisor) },
  ]
  await startKey(buyer, { orderId, own, supervisors })
  const [ceremony] = await agent.client.call(ownCeremonies, {})
  const { ceremonyId } = ceremony!
  agency = { ceremonyId, secret: await joint.registerDevice(agent, ceremonyId) }
  backup = await registerDevice(supervisor)
  await registerDevice(buyer)
  await joint.dealShares(agent, ceremonyId)
  for (const officer of [buyer, supervisor]) await dealShares(officer)
  await joint.confirmShares(agent, ceremonyId, agency.secret)
  for (const officer of [buyer, supervisor]) await confirmShares(officer)
  await goWithin(buyer.page, '/joint-keys')
  await expect(buyer.page.getByText('已就绪')).toBeVisible()
  await buyer.inspect('我保管的联合密钥')
  await buyers.publish(client, orderId)
})

test('a bidder seals to the joint key as well, with a recovery code that was typed back', async () => {
  await system.moveTo(schedule.saleStart!)
  const now = await system.now()
  await together([...OTHERS, 'supplier1'] as const, async (account) => {
    const { name, mobile } = PEOPLE[account]
    await suppliers.signUp(await cast.as(account), orderId, { contact: name, mobile, now })
  })
  await buyers.approveAll(await cast.as('buyer'), orderId)
  for (const [i, account] of OTHERS.entries())
    await bidOverHttp(cast, orderId, { account, suite: 'intl', ratio: `0.9${i}` })
  const client = await cast.as('supplier1')
  const key = demoKey('supplier1', 'intl')
  const keyId = await suppliers.registerKey(client, key, '测试密钥')
  await suppliers.rehearse(client, orderId, { keyId, key })
  const { page } = bidder
  await goWithin(page, `/supplier/bid/orders/${orderId}/bid`)
  await pastePrices(page, ['60000', '85000', '61000'])
  await fillGoods(page, 'supplier1')
  await expect(page.getByRole('button', { name: /^封存并提交/ })).toBeDisabled()
  const recovery = page.getByRole('region', { name: '恢复码' })
  await recovery.getByRole('button', { name: '生成恢复码' }).click()
  await expect(recovery.locator('output > span')).toHaveCount(8)
  const groups = await recovery.locator('output > span').allInnerTexts()
  const clean = groups.map((group) => group.replace(/^\d\s*/, '').trim())
  expect(clean).toHaveLength(8)
  code = clean.join('-')
  await bidder.inspect('投标（恢复码）')
  for (const label of await recovery.locator('label').all()) {
    const group = Number(/第 (\d) 组/.exec(await label.innerText())![1])
    await label.getByRole('textbox').fill(clean[group - 1]!)
  }
  await recovery.getByRole('button', { name: '我已抄好，核对' }).click()
  await expect(page.getByText('恢复码已抄存')).toBeVisible()
  await seal(page)
})

test('before the opening officers check their devices, and who must not open steps back', async () => {
  await system.moveTo(new Date(new Date(schedule.openAt!).getTime() - HOUR))
  await checkDevice(supervisor)
  const { page } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/joint-key`)
  await expect(page.getByText('仅 1 名保管人近期自检通过，少于开启所需的 2 名')).toBeVisible()
  await excuseOfficer(buyer, PEOPLE.buyer.name, '本人亲属任职于潜在投标人')
  await goWithin(buyer.page, '/joint-keys')
  await buyer.page.getByRole('link', { name: new RegExp(plan.title) }).click()
  await expect(buyer.page.getByText('回避，不参与本次开启')).toBeVisible()
  await expect(buyer.page.getByRole('button', { name: '在本机自检' })).toHaveCount(0)
  await buyer.inspect('联合密钥（已回避）')
})

test('bidders release, nothing opens before two officers answer, then all bids open at once', async ({ browser }) => {
  await system.moveTo(schedule.bidEnd!)
  const { page } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/open-hall-home`)
  await page.getByRole('button', { name: '开始开标' }).click()
  await agree(page)
  for (const account of OTHERS) {
    const client = await cast.as(account)
    const { tradeId } = await client.call(tenderDetail, { params: { orderId } })
    await suppliers.releaseKeys(client, orderId, { tradeId: tradeId!, key: demoKey(account, 'intl') })
  }
  await releaseByCode()
  const panel = page.getByRole('region', { name: '共同开启' })
  await expect(panel).toContainText('3 / 3 家已提交')
  await buyer.inspect('开标大厅（联合密钥，提交）')
  await page.getByRole('button', { name: '截止提交密钥' }).click()
  await agree(page)
  await expect(panel).toContainText('0 / 2 名保管人已参与')
  await expect(page.getByRole('button', { name: '公布开标一览表' })).toHaveCount(0)
  await buyer.inspect('开标大厅（联合密钥，保管人）')

  await joint.giveAnswer(await cast.as('agent'), agency.ceremonyId, agency.secret)
  await expect(panel).toContainText('1 / 2 名保管人已参与')
  // The supervisor's computer was replaced.
  const { fresh } = await openVisitors(browser, { base: system.base, notes }, { fresh: ['supplier6', 'supplier'] })
  await fresh.page.goto('/')
  await fresh.page.getByRole('link', { name: /^参与共同开启/ }).click()
  await restoreDevice(fresh, backup)
  await openTogether(fresh)

  await expect(panel).toContainText('已全部开启')
  await page.getByRole('button', { name: '公布开标一览表' }).click()
  await agree(page)
  for (const { page: seen } of [buyer, bidder])
    await expect(seen.getByRole('row').filter({ hasText: COMPANIES.supplier1.name })).toContainText('2,781,000.00')
  await buyer.inspect('开标大厅（联合密钥，公布）')
})

// oxlint-disable-next-line no-empty-pattern -- the runner wants its first argument destructured
test('the archive passes the offline verifier', async ({}, info) => {
  const client = await cast.as('buyer')
  const params = { orderId }
  await client.call(declareAbortive, { params, body: { reason: '有效投标不足，重新招标。' } })
  await client.call(archiveOrder, { params, body: { confirm: true } })
  const zip = info.outputPath('archive.zip')
  await writeFile(zip, (await client.file(downloadArchive, { params })).content)
  // It ends with 3 for “consistent”: no trust was given from elsewhere.
  const said = await verifierSays(zip)
  expect(said).toMatchObject({ code: 3, verdict: 'consistent' })
  expect(JSON.stringify(said)).toContain('joint-officers')
})

test('no screen had a serious accessibility violation, no console an error', () => {
  expect(notes.screens.length).toBeGreaterThan(9)
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

/** The bidder lost the key: the recovery code releases the bid. */
async function releaseByCode(): Promise<void> {
  const { page } = bidder
  const { tradeId } = await (await cast.as('supplier1')).call(tenderDetail, { params: { orderId } })
  await goWithin(page, `/supplier/bid/orders/${orderId}/kpb-project/${orderId}/bidders/${tradeId}/open-hall-home`)
  await page.getByRole('button', { name: '提交解密密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '提交解密密钥' })
  await dialog.getByRole('button', { name: '密钥或口令遗失？改用恢复码' }).click()
  await dialog.getByLabel('恢复码（8 组，每组 4 位）').fill(code.toLowerCase())
  await bidder.inspect('开标大厅（恢复码）')
  await dialog.getByRole('button', { name: '提交密钥' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('本单位：已提交密钥，待共同开启')).toBeVisible()
}
