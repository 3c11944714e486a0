import { type Browser, expect, test } from '@playwright/test'
import { newId } from '#contract/id.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import * as c from '#features/award-meetings/contract.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Five people of the purchaser choose among the candidates of a tender: once by lot, and once by vote, which prefers the second
// candidate; the award takes it with the meeting as its reason.
test.describe.configure({ mode: 'serial' })

const MEMBERS = ['buyer', 'buyer2', 'newbie', 'expert6', 'expert9'] as const
const HIRED = ['expert6', 'expert9'] as const
const notes = newNotes()
let system: OwnSystem<'concluded'>
let people: Record<'buyer' | 'member', Visitor>
/** The members over HTTP, in their order. */
let members: HttpClient[]
let orderId: string

async function assemble(browser: Browser): Promise<void> {
  system = await startSystem('concluded')
  ;({ orderId } = system.facts)
  await system.moveTo(await play.publishCandidates(await new Cast(system.base).as('buyer'), orderId))
  await system.moveTo(new Date((await system.now()).getTime() + MINUTE))
  for (const account of HIRED)
    await system.change(
      `insert into employee (tenant_id, id, company_id, user_id, name, status, rights, direct_rights, created_at, accepted_at)
       values (1, $1, $2, $3, $4, 1, '{technicalReview}', '{technicalReview}', now(), now())`,
      [newId(), COMPANIES.hospital.id, PEOPLE[account].id, PEOPLE[account].name],
    )
  members = await Promise.all(
    MEMBERS.map(async (account) => {
      const client = new HttpClient(system.base)
      await client.login(account, PASSWORD)
      client.workbench = 'purchaser'
      return client
    }),
  )
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], member: ['buyer2', 'purchaser'] },
  )
}

test.afterEach(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

const meetingOf = async () => {
  const { rows } = await members[0]!.call(c.meetingPage, { query: {} })
  return { meetId: rows[0]!.meetId }
}
const candidates = async (params: { meetId: string }) =>
  (await members[0]!.call(c.meetingDetail, { params })).agenda[0]!.candidates

/** Prepared and called in the browser. */
async function call(rule: string): Promise<{ meetId: string }> {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/calibration/list')
  await page.getByRole('button', { name: '新建定标会' }).click()
  // The list has a filter of the same name, and typing there stays there.
  await page.getByLabel('议程（采购单）').waitFor()
  await page.getByLabel('会议名称').fill(`${rule}定标会`)
  await page.getByLabel('议程（采购单）').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: rule, exact: true }).check()
  await page.getByLabel('定标成员').click()
  for (const account of MEMBERS)
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(PEOPLE[account].name, { exact: false })
      .first()
      .click()
  await page.keyboard.press('Escape')
  await choose(page.getByLabel('主持人'), await chairOf(page))
  await page.getByLabel('会议时间').fill(localTime(new Date((await system.now()).getTime() + DAY)))
  await page.keyboard.press('Enter')
  await inspect('新建定标会')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('button', { name: '召集会议' }).click()
  await agree(page)
  await told(page, '已召集')
  return meetingOf()
}

/** As the list of people names the chair. */
async function chairOf(page: Visitor['page']): Promise<string> {
  const chosen = page.locator('.ant-select-selection-item').filter({ hasText: PEOPLE.buyer.name }).first()
  return (await chosen.getAttribute('title')) ?? (await chosen.innerText())
}

function localTime(at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
    at,
  )
}

test('a lot among the first is drawn before the eyes of the members', async ({ browser }) => {
  await assemble(browser)
  const params = await call('票决抽签')
  const { page, inspect } = people.member
  await goWithin(page, `/purchaser/calibration/order/${params.meetId}/detail`)
  await page.getByRole('button', { name: '答复' }).click()
  await page.getByRole('radio', { name: '参会，与候选人无利害关系' }).check()
  await inspect('答复定标会')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '已答复')
  for (const client of members.filter((_, i) => i !== 1))
    await client.call(c.replyMeeting, { params, body: { attends: true } })
  await members[0]!.call(c.beginMeeting, { params })
  const [first, second] = await candidates(params)
  for (const [i, client] of members.entries())
    await client.call(c.castVote, {
      params: { ...params, orderId },
      body: { tradeId: (i < 3 ? first : second)!.tradeId, reason: '' },
    })
  await page.reload()
  await expect(page.getByText('定标抽签')).toBeVisible()
  await inspect('定标抽签（进行中）')
  const drawn = async () => (await members[0]!.call(c.meetingDetail, { params })).agenda[0]!
  await expect.poll(async () => (await drawn()).draw!.stage, { timeout: 120_000 }).not.toBe('revealing')
  const { draw } = await drawn()
  if (draw!.dueAt) await system.moveTo(new Date(new Date(draw!.dueAt).getTime() + 1000))
  await expect.poll(async () => (await drawn()).chosen, { timeout: 120_000 }).not.toBeNull()
  await page.reload()
  await expect(page.getByText('会议确定：')).toBeVisible()
  await page.getByText('定标抽签').click()
  await expect(page.getByText('已在您的浏览器中复算')).toBeVisible()
  await inspect('定标抽签（已抽取）')
})

test('the members vote for the second candidate, and the award takes it with the meeting as its reason', async ({
  browser,
}) => {
  await assemble(browser)
  const params = await call('票决')
  for (const client of members) await client.call(c.replyMeeting, { params, body: { attends: true } })
  const { page: organiser } = people.buyer
  await organiser.reload()
  await organiser.getByRole('button', { name: '开始会议' }).click()
  await told(organiser, '会议已开始')

  const [first, second] = await candidates(params)
  const { page, inspect } = people.member
  await goWithin(page, `/purchaser/calibration/order/${params.meetId}/detail`)
  await page.getByRole('button', { name: '投票' }).click()
  await page.getByRole('radio', { name: second!.supplierName }).check()
  await page.getByLabel('理由').fill('售后网点在本市，全周期费用更低')
  await inspect('定标会投票')
  await page.getByRole('dialog').getByRole('button', { name: '投票' }).click()
  await told(page, '已投票')
  await expect(page.getByText('已投票 1 / 5')).toBeVisible()
  // Nobody learns what was voted before the last has.
  await expect(page.getByRole('columnheader', { name: '票数' })).toHaveCount(0)
  for (const [i, client] of members.entries())
    if (i !== 1)
      await client.call(c.castVote, {
        params: { ...params, orderId },
        body: { tradeId: (i === 0 ? first : second)!.tradeId, reason: '' },
      })
  await organiser.reload()
  await expect(organiser.getByText(`会议确定：${second!.supplierName}`)).toBeVisible()
  await people.buyer.inspect('定标会（已表决）')
  await organiser.getByRole('button', { name: '形成会议纪要' }).click()
  await organiser.getByRole('dialog').getByLabel('会议纪要').fill('过半数成员同意第二名候选人中标：售后网点在本市。')
  await organiser.getByRole('dialog').getByRole('button', { name: '提交签字' }).click()
  await told(organiser, '会议纪要已提交签字')

  await page.reload()
  await page.getByRole('button', { name: '签字' }).click()
  await page.getByLabel('签名').fill(PEOPLE.buyer2.name)
  await page.getByRole('dialog').getByRole('button', { name: '签字' }).click()
  await told(page, '已签字')
  for (const [i, client] of members.entries())
    if (i !== 1) await client.call(c.signMinutes, { params, body: { signature: PEOPLE[MEMBERS[i]!].name } })

  await organiser.reload()
  await organiser.getByRole('link', { name: '按会议结果定标' }).click()
  await expect(organiser.getByText('经定标会', { exact: false }).first()).toBeVisible()
  await people.buyer.inspect('按会议结果定标')
  await organiser.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(organiser, '定标并发布')
  await agree(organiser, '已知悉，继续发布')
  await told(organiser, '中标结果已发布')
  await expect(organiser.getByText(second!.supplierName).first()).toBeVisible()
})
