import { expect } from '@playwright/test'
import { type Account, PASSWORD } from '#demo/people.ts'
import { agree, goWithin, told, type Visitor } from '../kit/visitor.ts'

/** Logs in somebody who works for several companies, and enters one of them. */
export async function logInFor({ page }: Visitor, account: Account, company: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(company) }).click()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
}

/** Publishes an announcement where it must be approved: it is handed in instead. */
export async function submit({ page, inspect }: Visitor, orderId: string, given: { remark: string }): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/preview`)
  const warnings = page.getByRole('checkbox', { name: /已知悉/ })
  await expect(page.getByRole('button', { name: '发布公告' })).toBeVisible()
  if (await warnings.isVisible()) await warnings.check()
  await page.getByRole('button', { name: '发布公告' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('招标公告发布审批')
  if (given.remark) await dialog.getByLabel('说明（可选）').fill(given.remark)
  await inspect('提交审批')
  await agree(page)
  await told(page, '已提交审批')
  await expect(page).toHaveURL(/\/preview\/audit$/)
}

/** The audit page shows where it stands; the step's page and the order's page say so, and nothing can be changed. */
export async function isHeld({ page, inspect }: Visitor, orderId: string, waiting: string[]): Promise<void> {
  await expect(page.getByText('审批中', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: '审批进度' })).toContainText('五百万元以上')
  await inspect('招标公告审批')
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/preview`)
  const panel = page.getByRole('alert').filter({ hasText: '招标公告发布审批中' })
  for (const name of waiting) await expect(panel).toContainText(name)
  await expect(page.getByRole('button', { name: '发布公告' })).toHaveCount(0)
  await inspect('发布预览（审批中）')
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await expect(page.getByRole('alert').filter({ hasText: '审批中' })).toBeVisible()
  await inspect('标段详情（审批中）')
  await goWithin(page, '/to-do-list/audit/list?view=launched')
  await expect(page.getByRole('row').filter({ hasText: '审批中' })).toContainText(waiting.join('、'))
  await inspect('我发起的')
}

/** From the user menu, which counts it, to the task. */
export async function openTask({ page, inspect }: Visitor, title: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /用户菜单，1 件待办/ }).click()
  await page.getByRole('menuitem', { name: /待办事项/ }).click()
  await expect(page.getByRole('heading', { name: '待办事项' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
  await inspect('待办事项')
  await openRow({ page }, title)
}

/** From the list of to-dos to the task. */
export async function openTaskInList({ page }: Visitor, title: string): Promise<void> {
  await goWithin(page, '/to-do-list/audit/list')
  await openRow({ page }, title)
}

async function openRow({ page }: Pick<Visitor, 'page'>, title: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page.getByRole('group', { name: '审批', exact: true })).toBeVisible()
}

/** What is asked, in plain words, and where it stands. */
export async function readsWhatIsAsked(
  { page, inspect }: Visitor,
  given: { amount: string; initiator: string },
): Promise<void> {
  await expect(page.getByText(given.amount).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('招标公告发布审批')
  const flow = page.getByRole('group', { name: '审批进度' })
  await expect(flow.locator('.wf-now')).toContainText('王宁')
  await expect(flow.locator('.wf-start')).toContainText(given.initiator)
  await inspect('审批详情')
}

/** A rejection needs its reason; Enter in the text sends nothing. */
export async function reject({ page, inspect }: Visitor, reason: string): Promise<void> {
  await page.getByRole('group', { name: '审批', exact: true }).getByRole('button', { name: '驳回' }).click()
  const dialog = page.getByRole('dialog', { name: '驳回' })
  await expect(dialog.getByLabel('驳回原因')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '驳回', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('请填写驳回原因')
  await dialog.getByLabel('驳回原因').fill(reason)
  await inspect('驳回')
  await dialog.getByRole('button', { name: '驳回', exact: true }).click()
  await told(page, '已驳回')
  await expect(page.getByText('没有待审批的事项')).toBeVisible()
  await inspect('待办事项（空）')
}

/** The step's page says who sent it back and why. */
export async function findsReason(
  { page, inspect }: Visitor,
  orderId: string,
  given: { by: string; reason: string },
): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/preview`)
  const panel = page.getByRole('alert').filter({ hasText: '被驳回' })
  await expect(panel).toContainText(`${given.by}：${given.reason}`)
  await inspect('发布预览（被驳回）')
  await panel.getByRole('link', { name: '查看审批 ›' }).click()
  await expect(page.getByText('已驳回').first()).toBeVisible()
  await inspect('招标公告审批（被驳回）')
  await page.goBack()
  await panel.getByRole('button', { name: '重新编辑' }).click()
}

/** Mends the draft that came back. */
export async function mendTitle({ page }: Visitor, title: string): Promise<void> {
  await page.getByLabel('公告标题').fill(title)
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByRole('heading', { name: '发布预览' })).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

export async function approve({ page, inspect }: Visitor, given: { opinion: string; told: string }): Promise<void> {
  await page.getByRole('group', { name: '审批', exact: true }).getByRole('button', { name: '同意' }).click()
  const dialog = page.getByRole('dialog', { name: '同意' })
  if (given.opinion) await dialog.getByLabel('审批意见（可选）').fill(given.opinion)
  await inspect('同意')
  await dialog.getByRole('button', { name: '同意', exact: true }).click()
  await told(page, given.told)
}

/** The order is published, and the portal has its announcement. */
export async function isPublished({ page, inspect }: Visitor, orderId: string, title: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await expect(page.getByRole('alert').filter({ hasText: '审批中' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: title })).toHaveCount(1)
  await goWithin(page, '/to-do-list/audit/list?view=launched')
  await expect(page.getByRole('row').filter({ hasText: '已通过' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: '已驳回' })).toHaveCount(1)
  await inspect('我发起的（已结束）')
  await page.goto('/portal')
  await expect(page.getByRole('link', { name: title })).toHaveCount(1)
}
