import { expect, test } from '@playwright/test'
import { DAY, formatDate } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import { BIDDERS } from '#demo/states/tender.ts'
import * as order from '#features/contracts/contract/call-off.ts'
import * as c from '#features/contracts/contract/contract.ts'
import { giveVerdict, ownTeams, replyTeam } from '#features/contracts/contract/team.ts'
import { callOffPlace } from '#features/contracts/rules/places.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A delivery is looked at by an employee and an expert: asked by the purchaser, each alone; the purchaser accepts against them.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const REASON = '噪声超过合同约定'
let system: OwnSystem<'concluded'>
let people: Record<'buyer' | 'supplier' | 'expert' | 'employee', Visitor>
let callOffId: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const cast = new Cast(system.base)
  const buyer = await cast.as('buyer')
  const { orderId } = system.facts
  const publicityEnd = await play.publishCandidates(buyer, orderId)
  await system.moveTo(new Date(Date.parse(publicityEnd) + DAY))
  await play.award(buyer, orderId)
  const [award] = await buyer.call(c.contractableAwards, {})
  const account = BIDDERS.find((one) => COMPANIES[one].name === award!.supplierName)!
  callOffId = await delivered(cast, { account, tradeId: award!.tradeId, price: award!.price })
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      supplier: [account, 'supplier'],
      expert: ['expert2', 'expert'],
      employee: ['buyer2', 'purchaser'],
    },
  )
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // The acceptance that lacks its reason.
  expect(notes.console.filter((line) => !line.includes('400 (Bad Request)'))).toEqual([])
})

/** The award's contract signed, ordered from, and delivered whole. */
async function delivered(
  cast: Cast,
  { account, tradeId, price }: { account: (typeof BIDDERS)[number]; tradeId: string; price: string },
): Promise<string> {
  const buyer = await cast.as('buyer')
  const supplier = await cast.as(account)
  const today = formatDate(await system.now())
  const params = await buyer.call(c.createContract, { body: { tradeId } })
  await buyer.call(c.updateContract, {
    params,
    body: {
      title: '医用设备采购合同',
      price,
      terms: '按采购文件执行。',
      place: '设备科库房',
      deliverBy: null,
      payer: 'organ',
      payMode: 'accepted',
      payDays: 30,
    },
  })
  await buyer.call(c.offerContract, { params, body: {} })
  const { contentHash, lines } = await supplier.call(c.contractDetail, { params })
  await supplier.call(c.signContract, { params, body: { contentHash: contentHash!, size: 'small' } })
  const wanted = lines.map(({ line, quantity }) => ({ line, quantity }))
  const body = { deliverBy: today, place: '设备科库房', lines: wanted }
  const ordered = await buyer.call(order.createCallOff, { params, body })
  await supplier.call(order.confirmCallOff, { params: ordered })
  await supplier.call(order.noticeDelivery, { params: ordered, body: { deliveredOn: today, lines: wanted } })
  return ordered.callOffId
}

test('the purchaser asks an employee and an expert; the delivery cannot be accepted meanwhile', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, callOffPlace('purchaser', callOffId))
  await page.getByRole('button', { name: '组织验收小组' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (label: string, name: string) => {
    await dialog.getByLabel(label, { exact: true }).click()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    // The open list would stand over the fields below.
    await dialog.getByText('组织验收小组').first().click()
  }
  await choose('本单位人员', PEOPLE.buyer2.name)
  await choose('专家库专家', PEOPLE.expert2.name)
  await choose('组长', PEOPLE.buyer2.name)
  await dialog.getByLabel('意见提交期限').fill(formatDate((await system.now()).getTime() + 3 * DAY))
  await dialog.getByLabel('意见提交期限').press('Enter')
  await inspect('组织验收小组')
  await dialog.getByRole('button', { name: '发出邀请' }).click()
  await told(page, '邀请已发出')
  await expect(page.getByRole('button', { name: '验收', exact: true })).toBeDisabled()
  await inspect('验收小组已组织')
})

test('each accepts and speaks alone; the purchaser reads nothing before both have', async () => {
  const { page, inspect } = people.expert
  await goWithin(page, '/review/acceptances')
  await inspect('专家的验收任务')
  await page.getByRole('link', { name: '医用设备采购合同' }).click()
  await expect(page.getByText('接受邀请后可以看到其他成员')).toBeVisible()
  await expect(page.getByText(PEOPLE.buyer2.name)).toHaveCount(0)
  await inspect('验收邀请')
  await page.getByRole('button', { name: '接受', exact: true }).click()
  await agree(page, '声明并接受')
  await told(page, '已答复')
  await page.getByRole('button', { name: '提交验收意见' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '不通过', exact: true }).check()
  await dialog.getByLabel('理由').fill(REASON)
  await inspect('填写验收意见')
  await dialog.getByRole('button', { name: '提交意见' }).click()
  await told(page, '意见已提交')
  await expect(page.getByText(REASON)).toBeVisible()
  await people.buyer.page.reload()
  await expect(people.buyer.page.getByText('已提交 1/2 份意见')).toBeVisible()
  await expect(people.buyer.page.getByText(REASON)).toHaveCount(0)

  const employee = await new Cast(system.base).as('buyer2')
  const { rows } = await employee.call(ownTeams, {})
  const params = { teamId: rows[0]!.teamId }
  await employee.call(replyTeam, { params, body: { accepts: true } })
  await goWithin(people.employee.page, '/purchaser/performance/acceptance')
  await people.employee.page.getByRole('link', { name: '医用设备采购合同' }).click()
  await expect(people.employee.page.getByRole('button', { name: '提交验收意见' })).toBeVisible()
  await expect(people.employee.page.getByText(REASON)).toHaveCount(0)
  await people.employee.inspect('本单位人员的验收任务')
  await employee.call(giveVerdict, { params, body: { verdict: 'fails', reason: '通电后有异响' } })
})

test('the purchaser accepts against the team with a reason, and the supplier reads what it came to', async () => {
  const { page, inspect } = people.buyer
  await page.reload()
  await expect(page.getByText(REASON).first()).toBeVisible()
  await inspect('验收小组意见已齐')
  await page.getByRole('button', { name: '验收', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(REASON)).toBeVisible()
  await dialog.getByLabel('未采纳小组意见的理由').fill('供应商已当场更换并复测合格')
  await inspect('按小组意见验收')
  await dialog.getByRole('button', { name: '提交验收' }).click()
  await told(page, '验收已登记')
  await expect(page.getByText('未采纳的理由：供应商已当场更换并复测合格')).toBeVisible()
  await goWithin(people.supplier.page, callOffPlace('supplier', callOffId))
  await expect(people.supplier.page.getByText('验收小组意见：多数不通过')).toBeVisible()
  await expect(people.supplier.page.getByText(REASON)).toHaveCount(0)
  await people.supplier.inspect('供应商的验收结果')
})
