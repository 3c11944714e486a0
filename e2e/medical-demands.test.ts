import { expect, test } from '@playwright/test'
import { DAY, formatTime } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { demandDetail, updateDemand } from '#features/demands/contract/demand.ts'
import { askMarkers, demandRounds, markParameters } from '#features/demands/contract/rounds.ts'
import { answerSurvey, signUpSurvey, surveyDetail } from '#features/demands/contract/supplier.ts'
import { decideTrade, demandTrades } from '#features/demands/contract/survey.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A medical demand: two rounds, between which staff mark parameters; each side sees what it may, and costs are compared.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const TITLE = '生化分析仪医疗需求'
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'clinician' | 'first', Visitor>
let demandId: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], clinician: ['buyer2', 'purchaser'], first: ['supplier1', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

const at = (path: string) => `/purchaser/medical-demands/${path}`

test('the buyer drafts it on one page and its survey on the next, and publishes', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at('list'))
  await inspect('医疗需求列表')
  await page.getByRole('button', { name: '新建医疗需求' }).click()
  // The list has a filter whose name begins alike.
  await page.getByLabel('需求名称', { exact: true }).fill(TITLE)
  await page.getByText('货物', { exact: true }).click()
  await page.getByLabel('预算金额').fill('900000')
  await choose(page.getByLabel('适用制度'), '企业采购')
  await page.getByLabel('全生命周期年限').fill('10')
  await page.getByText('不属于', { exact: true }).click()
  await page.getByLabel('采购目的与用途').fill('更换检验科生化分析仪。')
  await page.getByLabel('第 1 项标的名称').fill('生化分析仪')
  await page.getByLabel('第 1 项标的单位').fill('台')
  await page.getByLabel('第 1 项标的数量').fill('1')
  await inspect('医疗需求编辑')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  demandId = page.url().match(/medical-demands\/([^/]+)\/order-info/)![1]!
  await page.getByRole('button', { name: '编辑调研内容' }).click()
  await page.getByRole('button', { name: '添加参数' }).click()
  await page.getByLabel('第 1 项参数名称').fill('测试速度')
  await page.getByLabel('第 1 项参数期望值').fill('≥ 2000')
  await page.getByLabel('第 1 项参数必须满足').click()
  await page.getByLabel('调研截止时间').fill(formatTime((await system.now()).getTime() + 3 * DAY))
  await page.keyboard.press('Enter')
  await inspect('调研内容')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('≥ 2000').first()).toBeVisible()
  // What stood on the first page is still there.
  await expect(page.getByText('更换检验科生化分析仪。')).toBeVisible()
  await inviteFirst()
  await page.reload()
  await page.getByRole('button', { name: '发布调研' }).click()
  await agree(page, '发布')
  await told(page, '已发布')
  await inspect('医疗需求')
})

test('the supplier reads its letter, accepts and answers; a rival answers too', async () => {
  const { page, inspect } = people.first
  const { tradeId } = await (await cast()).call(surveyDetail, { params: { demandId } })
  await goWithin(page, `/supplier/invitation/medical-demand/${demandId}/invites/${tradeId}`)
  await expect(page.getByText('不构成采购要约').first()).toBeVisible()
  await inspect('调研邀请函')
  await page.getByRole('button', { name: '接受邀请' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('市场部')
  await page.getByRole('dialog').getByRole('button', { name: '接受邀请' }).click()
  await told(page, '已接受邀请')
  await page.getByRole('button', { name: '提交应答' }).click()
  await page.getByRole('button', { name: '其余全部满足' }).click()
  await page.getByLabel('品牌').fill('恒测')
  await page.getByLabel('参考报价').fill('800000')
  await page.getByLabel('方案说明').fill('整机供货。')
  await page.getByLabel('产地').fill('江州')
  await page.getByLabel('医疗器械注册证号').fill('国械注准20253220001')
  await page.getByLabel('注册证有效期至').fill('2031-01-01')
  await page.keyboard.press('Enter')
  await page.getByLabel('年维保价格').fill('20000')
  await page.getByLabel('质保期与售后服务').fill('三年')
  await page.getByRole('button', { name: '添加绑定耗材' }).click()
  await page.getByLabel('绑定耗材第 1 行名称').fill('试剂')
  await page.getByLabel('绑定耗材第 1 行单价（元）').fill('10')
  await page.getByLabel('绑定耗材第 1 行年用量').fill('1000')
  await inspect('医疗需求应答')
  await page.getByRole('button', { name: '提交应答' }).click()
  await told(page, '应答已提交')
  const rival = await new Cast(system.base).as('supplier2')
  await rival.call(signUpSurvey, { params: { demandId }, body: { contact: '顾一鸣' } })
  await answerAs('supplier2', '720000.00')
})

test('the end is moved, then the round ends; staff mark parameters', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at(`${demandId}/survey-detail`))
  await expect(page.getByText('截止后方可查看').first()).toBeVisible()
  await expect(page.getByText('800,000')).toHaveCount(0)
  await inspect('医疗需求调研中')
  await goWithin(page, at(`${demandId}/change/survey-end`))
  await page.getByText('提前结束调研').click()
  await page.getByLabel('原因').fill('均已应答')
  await inspect('变更调研截止时间')
  await page.getByRole('button', { name: '确定变更' }).click()
  await agree(page)
  await told(page, '调研已结束')
  await expect(page.getByRole('grid', { name: '参数与应答对比' }).getByText('800,000.00')).toBeVisible()
  await inspect('第一轮应答')
  await page.getByRole('button', { name: '多轮调研' }).click()
  await expect(page.getByRole('button', { name: '发起下一轮' })).toBeDisabled()
  const buyer = await new Cast(system.base).as('buyer')
  const [clinical, engineering] = [PEOPLE.buyer2.jobs[0]!.employeeId, PEOPLE.newbie.jobs[0]!.employeeId]
  await buyer.call(askMarkers, {
    params: { demandId },
    body: {
      people: [
        { employeeId: clinical, part: 'clinical' },
        { employeeId: engineering, part: 'engineering' },
      ],
    },
  })
  const engineer = await new Cast(system.base).as('newbie')
  const { rounds } = await engineer.call(demandRounds, { params: { demandId } })
  const lines = rounds[0]!.parameters.map(({ parameterId }) => ({ parameterId, verdict: 'keep' as const }))
  await engineer.call(markParameters, { params: { demandId }, body: { lines } })
  const staff = people.clinician
  await goWithin(staff.page, at(`${demandId}/multiple-rounds`))
  await staff.page.getByRole('button', { name: '标注参数' }).click()
  await staff.page.getByText('调整', { exact: true }).click()
  await staff.page.getByLabel('测试速度：意见').fill('可放宽到 1800')
  await staff.inspect('标注参数')
  await staff.page.getByRole('button', { name: '提交标注' }).click()
  await told(staff.page, '标注已提交')
  await expect(staff.page.getByText('800,000')).toHaveCount(0)
})

test('the second round shows the supplier its own answer and what was changed', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at(`${demandId}/multiple-rounds`))
  await expect(page.getByText('可放宽到 1800').first()).toBeVisible()
  await inspect('多轮调研')
  await page.getByRole('button', { name: '发起下一轮' }).click()
  await page.getByLabel('第 1 项参数期望值').fill('≥ 1800')
  await page.getByLabel('本轮截止时间').fill(formatTime((await system.now()).getTime() + 3 * DAY))
  await page.keyboard.press('Enter')
  await page.getByLabel('参数调整说明').fill('按临床意见放宽')
  await inspect('发起下一轮')
  await page.getByRole('button', { name: '发起本轮' }).click()
  await agree(page)
  await told(page, '第 2 轮已开始')
  const supplier = people.first
  await goWithin(supplier.page, `/supplier/medical-demand/orders/${demandId}/trades`)
  await expect(supplier.page.getByText('原为 ≥ 2000').first()).toBeVisible()
  await supplier.inspect('第二轮调研')
  await supplier.page.getByRole('button', { name: '提交应答' }).click()
  await expect(supplier.page.getByText('本轮调整：原为 ≥ 2000').first()).toBeVisible()
  await expect(supplier.page.getByLabel('参考报价')).toHaveValue(/800/)
  await supplier.page.getByRole('button', { name: '其余全部满足' }).click()
  await supplier.inspect('第二轮应答')
  await supplier.page.getByRole('button', { name: '提交应答' }).click()
  await told(supplier.page, '应答已提交')
  await expect(supplier.page.getByText('720,000')).toHaveCount(0)
  await answerAs('supplier2', '700000.00')
})

test('all rounds stand side by side with the costs of use, and are concluded', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at(`${demandId}/collection-detail`))
  await expect(page.getByRole('button', { name: '形成结论' })).toHaveCount(0)
  await goWithin(page, at(`${demandId}/change/survey-end`))
  await page.getByText('提前结束调研').click()
  await page.getByLabel('原因').fill('均已应答')
  await page.getByRole('button', { name: '确定变更' }).click()
  await agree(page)
  await told(page, '调研已结束')
  const { rows } = await (await new Cast(system.base).as('buyer')).call(demandTrades, { params: { demandId } })
  await goWithin(page, at(`${demandId}/trades/${rows[0]!.tradeId}/rounds/2/approval`))
  await inspect('应答审核')
  await page.getByRole('button', { name: '采纳', exact: true }).click()
  await told(page, '已审核')
  await goWithin(page, at(`${demandId}/trades/${rows[0]!.tradeId}/rounds/1/response`))
  await expect(page.getByText('第 1 轮').first()).toBeVisible()
  await inspect('第一轮的应答')
  await goWithin(page, at(`${demandId}/collection-detail`))
  // 800000 + (20000 + 10 × 1000) × 10
  await expect(page.getByText('1,100,000.00').first()).toBeVisible()
  await inspect('应答汇总')
  await page.getByRole('button', { name: '形成结论' }).click()
  await expect(page.getByLabel('参考价格下限')).toHaveValue(/700/)
  await inspect('医疗需求结论')
})

const cast = () => new Cast(system.base).as('supplier1')

/** The one who is asked by name. */
async function inviteFirst(): Promise<void> {
  const buyer = await new Cast(system.base).as('buyer')
  const demand = await buyer.call(demandDetail, { params: { demandId } })
  const ids = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]
  await buyer.call(updateDemand, {
    params: { demandId },
    body: { ...demand, mode: 'invited', inviteeIds: ids, noSurveyReason: '' },
  })
}

async function answerAs(account: 'supplier2', price: string): Promise<void> {
  const supplier = await new Cast(system.base).as(account)
  const params = { demandId }
  const { parameters, rounds, tradeId, ownState } = await supplier.call(surveyDetail, { params })
  if (ownState === 'waiting') {
    const buyer = await new Cast(system.base).as('buyer')
    await buyer.call(decideTrade, { params: { demandId, tradeId: tradeId! }, body: { pass: true } })
  }
  await supplier.call(answerSurvey, {
    params,
    body: {
      roundNo: rounds.at(-1)!.roundNo,
      solution: '整机供货，含培训。',
      brand: '北科',
      price,
      lines: parameters.map(({ parameterId }) => ({ parameterId, met: 'yes' as const })),
      extras: {
        origin: '南江',
        certificate: '国械注准20253220002',
        certificateUntil: '2030-06-30',
        maintenance: '18000',
        warranty: '两年',
      },
    },
  })
}
