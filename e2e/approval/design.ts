import { expect } from '@playwright/test'
import { choose, told, type Visitor, goWithin } from '../kit/visitor.ts'

/** Finds the step in the list of definitions and begins a flow for it. */
export async function openStep({ page, inspect }: Visitor, step: string): Promise<void> {
  await goWithin(page, '/enterprise/workflow-approval')
  const tree = page.getByRole('navigation', { name: '业务步骤' })
  await tree.getByRole('link', { name: step }).click()
  await expect(page.getByText(`${step}尚无审批流程`)).toBeVisible()
  await inspect('审批流程')
  await page.getByRole('button', { name: '设计流程' }).click()
  await expect(page.getByRole('heading', { name: `${step}审批`, level: 1 })).toBeVisible()
  await inspect('设计流程（新建）')
}

/** Inserts a condition and sets its first case. */
export async function addCondition(
  { page, inspect }: Visitor,
  given: { fact: string; amount: string; capitals: string },
): Promise<void> {
  await page.getByRole('button', { name: '在第 1 个节点后添加' }).first().click()
  await inserts(page).getByRole('button', { name: '条件分支' }).click()
  await inspect('设计流程（条件节点）')
  await page.getByRole('complementary').getByRole('button', { name: '条件 1', exact: true }).click()
  await page.getByRole('button', { name: '添加条件' }).click()
  await choose(page.getByLabel('条件 1 的字段'), given.fact)
  await page.getByLabel('条件 1 的金额').fill(given.amount)
  await expect(page.getByText(given.capitals)).toBeVisible()
  await page.getByLabel('名称', { exact: true }).fill('五百万元以上')
  await inspect('设计流程（条件分支）')
}

/** Puts a node for several people into the first case. */
export async function addSigners(
  { page, inspect }: Visitor,
  given: { name: string; people: string[]; mode: string },
): Promise<void> {
  await page
    .locator('.wf-branch')
    .first()
    .getByRole('button', { name: /后添加$/ })
    .first()
    .click()
  await inserts(page).getByRole('button', { name: '审批人' }).click()
  await page.getByLabel('名称', { exact: true }).fill(given.name)
  await pick({ page }, given.people)
  await page.getByRole('radio', { name: given.mode }).check()
  await expect(
    page.getByRole('button', { name: new RegExp(`${given.name}.*${given.people.join('、')}`) }),
  ).toBeVisible()
  await inspect('设计流程（审批节点）')
}

/** Inserts one approver behind the start, called `name`. */
export async function addApprover({ page }: Visitor, given: { name: string; person: string }): Promise<void> {
  await page.getByRole('button', { name: '在第 1 个节点后添加' }).first().click()
  await inserts(page).getByRole('button', { name: '审批人' }).click()
  await page.getByLabel('名称', { exact: true }).fill(given.name)
  await pick({ page }, [given.person])
  await expect(page.getByText('✓ 可以启用')).toBeVisible()
}

/** A flow with an open end is refused, and says where. */
export async function refusesToEnable({ page }: Visitor): Promise<void> {
  await page
    .locator('.wf-branch')
    .last()
    .getByRole('button', { name: /后添加$/ })
    .click()
  await inserts(page).getByRole('button', { name: '抄送人' }).click()
  const card = page.locator('.wf-card').filter({ hasText: '未指定人员' })
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: '保存并启用' }).click()
  await told(page, /还不能启用：.*未指定人员/)
  // Delete on the card itself, then it is gone from drawing and findings.
  await card.focus()
  await page.keyboard.press('Delete')
  await expect(card).toHaveCount(0)
}

/** The same by keyboard alone: walk to the line, insert, name, and choose. */
export async function addApproverByKeyboard({ page }: Visitor, given: { name: string; person: string }): Promise<void> {
  const rest = page.locator('.wf-branch').last()
  await rest.getByRole('button', { name: /其他情况/ }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(inserts(page).getByRole('button', { name: '审批人' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(rest.getByRole('button', { name: /审批人/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rest.getByRole('button', { name: /其他情况/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: /五百万元以上/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('名称', { exact: true }).fill(given.name)
  await pick({ page }, [given.person])
  await expect(page.getByText('✓ 可以启用')).toBeVisible()
}

/** A test run: the way lights up on the drawing and is told beside it. */
export async function tryOut({ page, inspect }: Visitor, given: { amount: string; way: string[] }): Promise<void> {
  await page.getByRole('button', { name: '试算', exact: true }).click()
  await page.getByLabel('采购预算').fill(given.amount)
  const result = page.getByRole('status', { name: '试算结果' })
  await expect(result.getByRole('listitem')).toHaveText([...given.way, '结束，业务生效'])
  for (const stop of given.way) {
    await expect(page.locator('.wf-lit').filter({ hasText: stop.split(' ')[0]! })).toContainText('经过')
  }
  await inspect('设计流程（试算）')
  await page.getByRole('button', { name: '结束试算' }).click()
}

/** What was deleted comes back with its people. */
export async function removesAndTakesBack({ page }: Visitor, name: string): Promise<void> {
  const card = page.locator('.wf-card').filter({ hasText: name })
  await card.focus()
  await page.keyboard.press('Delete')
  await expect(card).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: '撤销' }).click()
  await expect(card).toContainText('张晓')
}

/** Saves and enables, all the same where this one of the approvers has no right to the business; the step is marked in the tree. */
export async function enable({ page, inspect }: Visitor, step: string, stranger?: string): Promise<void> {
  // The card says so as well.
  if (stranger) await expect(page.locator('.wf-card').filter({ hasText: `${stranger}没有该业务的权限` })).toBeVisible()
  await page.getByRole('button', { name: '保存并启用' }).click()
  if (stranger) {
    const asked = page.getByRole('dialog').filter({ hasText: '启用前请确认' })
    await expect(asked).toContainText(`${stranger}没有该业务的权限`)
    await asked.getByRole('button', { name: '仍然启用' }).click()
  }
  await told(page, '已启用')
  await expect(page).toHaveURL(/\/design\/[^/]+$/)
  await expect(page.getByText('第 1 版')).toBeVisible()
  await page.getByRole('link', { name: '‹ 审批流程' }).click()
  const tree = page.getByRole('navigation', { name: '业务步骤' })
  await expect(tree.getByRole('link', { name: step })).toContainText('须审批')
  await inspect('审批流程（有流程）')
}

/** What the plus that was pressed offers. */
function inserts(page: Visitor['page']) {
  return page.getByRole('group', { name: '添加节点' })
}

/** Chooses people by name, in this order. */
async function pick({ page }: Pick<Visitor, 'page'>, people: readonly string[]): Promise<void> {
  const select = page.getByRole('combobox', { name: '审批人' })
  for (const name of people) {
    await select.fill(name)
    await page.locator('.ant-select-dropdown:visible').getByText(name).click()
  }
  await page.keyboard.press('Escape')
}
