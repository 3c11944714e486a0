import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { playMedicalDemands } from '#demo/medical-demands.ts'
import { PEOPLE } from '#demo/people.ts'
import {
  ownVerifications,
  giveOpinions,
  replyVerification,
  signVerification,
  verificationDetail,
} from '#features/verification/contract.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Experts verify a demand: asked by the buyer, each alone at the own desk, summed up by the chair, signed by all.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const TITLE = '直线加速器论证'
const OTHERS = ['expert3', 'expert4'] as const
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'chair', Visitor>
let id: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  await playMedicalDemands(new Cast(system.base), await system.now())
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], chair: ['expert2', 'expert'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

const at = (path: string) => `/purchaser/demands-verification/${path}`

test('the buyer drafts it and asks three experts', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at('list'))
  await inspect('需求论证列表')
  await page.getByRole('button', { name: '新建论证' }).click()
  await page.getByRole('radio', { name: '采购需求', exact: true }).check()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('采购需求', { exact: true }).click()
  await page.keyboard.type('直线加速器')
  await page.keyboard.press('Enter')
  await page.getByLabel('论证名称').fill(TITLE)
  await page.getByLabel('论证背景').fill('大型医用设备采购前论证。')
  await inspect('编辑论证')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '论证草稿已保存')
  id = page.url().match(/demands-verification\/([^/]+)\/detail/)![1]!
  await page.getByRole('button', { name: '邀请专家' }).click()
  for (const account of ['expert2', ...OTHERS] as const) {
    await page.getByRole('dialog').getByLabel('指定专家').click()
    await page.keyboard.type(PEOPLE[account].name)
    await page.keyboard.press('Enter')
    // The open list would stand over the fields below.
    await page.getByRole('dialog').getByText('邀请专家').first().click()
  }
  await page.getByRole('dialog').getByLabel('组长').click()
  await page.keyboard.type(PEOPLE.expert2.name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '邀请已发出')
  await inspect('邀请专家')
})

test('experts accept; each speaks alone, and nobody reads it before all have', async () => {
  const { page, inspect } = people.chair
  await goWithin(page, '/review/verifications')
  await inspect('专家的需求论证')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('button', { name: '接受邀请' }).click()
  await agree(page, '声明并接受')
  await told(page, '已答复')
  const params = { verificationId: id }
  for (const account of OTHERS)
    await (await new Cast(system.base).as(account)).call(replyVerification, { params, body: { accepts: true } })
  const buyer = people.buyer
  await goWithin(buyer.page, at(`${id}/detail`))
  await buyer.page.getByRole('button', { name: '开始论证' }).click()
  await told(buyer.page, '论证已开始')
  await page.reload()
  await page.getByRole('button', { name: '提交论证意见' }).click()
  const choices = page.getByText('同意', { exact: true })
  await choices.first().waitFor()
  for (let i = 0; i < (await choices.count()); i++) await choices.nth(i).click()
  await page.getByLabel('第 1 题：理由').fill('配置确有必要')
  await inspect('逐题意见')
  await page.getByRole('button', { name: '提交意见' }).click()
  await agree(page)
  await told(page, '意见已提交')
  await goWithin(buyer.page, at(`${id}/review`))
  await expect(buyer.page.getByText('意见互不可见').first()).toBeVisible()
  await expect(buyer.page.getByText('配置确有必要')).toHaveCount(0)
  await buyer.inspect('论证中')
})

test('the chair sums up, all sign, and the report is there', async () => {
  const { page, inspect } = people.chair
  const params = { verificationId: id }
  for (const account of OTHERS) {
    const expert = await new Cast(system.base).as(account)
    const { questions } = await expert.call(verificationDetail, { params })
    const opinions = questions.map(({ questionId }) => ({ questionId, opinion: 'agree' as const }))
    await expert.call(giveOpinions, { params, body: { opinions } })
    expect((await expert.call(ownVerifications, {})).rows).toHaveLength(1)
  }
  await page.reload()
  await page.getByRole('button', { name: '形成论证结论' }).click()
  await page.getByRole('dialog').getByText('论证通过', { exact: true }).click()
  await page.getByLabel('意见综述').fill('一致同意。')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '论证结论已形成')
  await page.getByRole('button', { name: '签署报告' }).click()
  await page.getByLabel('本人姓名').fill(PEOPLE.expert2.name)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '已签署')
  await inspect('专家签署')
  const { hash } = await (await new Cast(system.base).as('expert2')).call(verificationDetail, { params })
  for (const account of OTHERS)
    await (
      await new Cast(system.base).as(account)
    ).call(signVerification, {
      params,
      body: { signature: PEOPLE[account].name, hash },
    })
  const buyer = people.buyer
  await goWithin(buyer.page, at(`${id}/report`))
  await expect(buyer.page.getByText('配置确有必要').first()).toBeVisible()
  await buyer.inspect('论证报告')
  const opened = await buyer.opened(() => buyer.page.getByRole('button', { name: '下载报告' }).click())
  expect(opened.headers()['content-type']).toContain('application/pdf')
})
