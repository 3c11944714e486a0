import { expect } from '@playwright/test'
import { reviewTask } from '#features/workflow/contract/acts.ts'
import { todoPage } from '#features/workflow/contract/lists.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { agree, goWithin, told, type Visitor } from '../kit/visitor.ts'

/** One step of a tender that is approved, as its page is used. */
export interface Step {
  /** Its name, as pages say it. */
  label: string
  /** The step's page. */
  page: string
  /** The audit page. */
  audit: RegExp
  /** What is filled in the first time. */
  fill(visitor: Visitor): Promise<void>
  /** What must stand there again after a rejection. */
  restored?(visitor: Visitor): Promise<void>
  /** The button that does the step. */
  button: string
  /** The order's page says that it waits; a sign-up holds itself alone. */
  holdsOrder: boolean
  /** The server asks for an acknowledgement first: no bond was recorded. */
  warns?: boolean
  /** The dialog that hands it in is the one for what cannot be taken back; the usual one is looked at in approval.test.ts. */
  isGrave?: boolean
}

/**
 * Fills in the step, and hands it in. The first time: it is held, its audit page shows, its page offers it no more. After
 * a rejection (`reason`): the page says who sent it back and why, and what was written stands there again.
 */
export async function handIn(visitor: Visitor, step: Step, given: { reason?: string; waits: string }): Promise<void> {
  const { page, inspect } = visitor
  await goWithin(page, step.page)
  if (given.reason) {
    await expect(page.getByRole('button', { name: step.button, exact: true })).toBeVisible()
    const panel = page.locator('.kb-approval').filter({ hasText: /被驳回|已撤回/ })
    await expect(panel).toContainText(given.reason)
    await step.restored?.(visitor)
  } else await step.fill(visitor)
  await inspect(`${step.label}（${given.reason ? '退回' : '编辑'}）`)
  await page.getByRole('button', { name: step.button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('提交审批')
  if (step.isGrave) await inspect(`${step.label}（提交审批）`)
  await dialog.locator('.ant-btn-primary, .ant-btn-dangerous').last().click()
  if (step.warns) await agree(page, '已知悉，继续发布')
  await told(page, '已提交审批')
  if (step.holdsOrder) await expect(page).toHaveURL(step.audit)
  if (!given.reason) await isHeld(visitor, step, given.waits)
}

async function isHeld({ page, inspect }: Visitor, step: Step, waits: string): Promise<void> {
  const panel = heldPanel({ page }, step)
  const showsWhere = async () => {
    await expect(page.getByRole('group', { name: '审批进度' })).toContainText(waits)
    await inspect(`${step.label}审批`)
  }
  if (step.holdsOrder) {
    await showsWhere()
    await goWithin(page, step.page)
  }
  await expect(panel).toContainText(waits)
  await expect(page.getByRole('button', { name: step.button, exact: true })).toHaveCount(0)
  await inspect(`${step.label}（审批中）`)
  await panel.getByRole('link', { name: '查看审批 ›' }).click()
  await expect(page).toHaveURL(step.audit)
  if (!step.holdsOrder) return showsWhere()
  await goWithin(page, orderOf(step))
  await expect(page.getByRole('alert').filter({ hasText: `${step.label}审批中` })).toBeVisible()
  // Nothing else of the order can be begun meanwhile.
  for (const name of ['发布变更', '流标处理', '宣布流标']) {
    for (const button of await page.getByRole('button', { name, exact: true }).all())
      await expect(button).toBeDisabled()
  }
}

/** What says on the step's page that it waits. */
export function heldPanel({ page }: Pick<Visitor, 'page'>, { label }: Pick<Step, 'label'>) {
  return page.getByRole('alert').filter({ hasText: `${label}审批中` })
}

/** Opens the task and reads what is asked. */
export async function readTask({ page, inspect }: Visitor, step: Step, reads: string): Promise<void> {
  await openTask({ page }, step)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${step.label}审批`)
  await expect(page.getByRole('main').getByText(reads).first()).toBeVisible()
  await inspect(`${step.label}（审批人）`)
}

/** Reads what is asked and sends it back with a reason. */
export async function sendBack(visitor: Visitor, step: Step, reads: string): Promise<string> {
  await readTask(visitor, step, reads)
  const reason = reasonFor(step)
  await act(visitor, '驳回', { text: reason })
  await told(visitor.page, '已驳回')
  return reason
}

/** Sends it back with a reason, over HTTP. */
export async function sendBackOverHttp(client: HttpClient, step: Step): Promise<string> {
  const { rows } = await client.call(todoPage, { query: {} })
  const task = rows.find(({ nodeLabel }) => nodeLabel === step.label)
  if (!task) throw new Error(`nothing waits at ${step.label}`)
  const reason = reasonFor(step)
  await client.call(reviewTask, { params: { id: task.taskId }, body: { action: 2, remark: reason } })
  return reason
}

const reasonFor = ({ label }: Step) => `${label}请再核对一次`

/** Opens the one task that waits for this person at this step. */
export async function openTask({ page }: Pick<Visitor, 'page'>, step: Pick<Step, 'label'>): Promise<void> {
  await goWithin(page, '/to-do-list/audit/list')
  await page.getByRole('row').filter({ hasText: step.label }).getByRole('link', { name: '审批', exact: true }).click()
  await expect(bar({ page })).toBeVisible()
}

interface Given {
  text?: string
  person?: string
  where?: RegExp
  file?: { name: string; mimeType: string; buffer: Buffer }
}

/** Presses a button of the approval and fills in its dialog. */
export async function act({ page }: Pick<Visitor, 'page'>, name: string, given: Given = {}): Promise<void> {
  await bar({ page }).getByRole('button', { name, exact: true }).click()
  await fillIn({ page }, name, given)
}

/** The dialog of an act that is open. */
export async function fillIn({ page }: Pick<Visitor, 'page'>, name: string, given: Given): Promise<void> {
  const dialog = page.getByRole('dialog', { name, exact: true })
  await expect(dialog).toBeVisible()
  if (given.person) {
    await dialog.getByRole('combobox').fill(given.person)
    await page.locator('.ant-select-dropdown:visible').getByText(given.person).click()
  }
  if (given.where) await dialog.getByRole('radio', { name: given.where }).check()
  if (given.text) await dialog.locator('textarea').fill(given.text)
  if (given.file) {
    await dialog.locator('input[type=file]').setInputFiles(given.file)
    await expect(dialog.getByRole('button', { name: `移除 ${given.file.name}` })).toBeVisible()
  }
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
}

/** Approves, and is told what became of it. */
export async function approve({ page }: Visitor, step: Pick<Step, 'label'>, says: RegExp): Promise<void> {
  await openTask({ page }, step)
  await act({ page }, '同意', { text: '同意' })
  await told(page, says)
}

/** Sets a delegation from now for a day. */
export async function delegate(
  { page, inspect }: Visitor,
  given: { to: string; from: Date; until: Date },
): Promise<void> {
  await goWithin(page, '/to-do-list/audit/list')
  await page.getByRole('button', { name: '外出委托' }).click()
  const dialog = page.getByRole('dialog', { name: '外出委托' })
  await dialog.getByLabel('受托人').fill(given.to)
  await page.locator('.ant-select-dropdown:visible').getByText(given.to).click()
  for (const [label, at] of [
    ['开始时间', given.from],
    ['结束时间', given.until],
  ] as const) {
    await dialog.getByLabel(label).fill(face(at))
    await page.keyboard.press('Enter')
  }
  await dialog.getByLabel('事由（可选）').fill('外出培训')
  await inspect('外出委托')
  await dialog.getByRole('button', { name: '设置委托' }).click()
  await told(page, '委托已设置')
  await expect(dialog.getByText('未开始')).toBeVisible()
  await inspect('外出委托（已设置）')
}

/** Ends the delegation that stands. */
export async function endDelegation({ page }: Visitor): Promise<void> {
  await goWithin(page, '/to-do-list/audit/list')
  await page.getByRole('button', { name: '外出委托' }).click()
  const dialog = page.getByRole('dialog', { name: '外出委托' })
  await expect(dialog.getByText('生效中')).toBeVisible()
  await dialog.getByRole('button', { name: '结束', exact: true }).click()
  await page.getByRole('dialog', { name: '结束委托' }).getByRole('button', { name: '确定' }).click()
  await told(page, '委托已结束')
  await expect(dialog.getByText('已结束')).toBeVisible()
}

/** Copies arrive unread, and are read by opening one and by the button of the others. */
export async function readCopies({ page, inspect }: Visitor): Promise<void> {
  await goWithin(page, '/to-do-list/audit/list?view=received')
  const unread = page.locator('tr.wf-unread')
  await expect(unread.first()).toBeVisible()
  const before = await unread.count()
  await inspect('抄送')
  await unread.first().getByRole('link', { name: '查看' }).click()
  await expect(page.getByRole('group', { name: '审批进度' })).toBeVisible()
  await inspect('抄送详情')
  await goWithin(page, '/to-do-list/audit/list?view=received')
  await expect(unread).toHaveCount(before - 1)
  if (before === 1) return
  await unread.first().getByRole('button', { name: '标为已读' }).click()
  await expect(unread).toHaveCount(before - 2)
}

function bar({ page }: Pick<Visitor, 'page'>) {
  return page.getByRole('group', { name: '审批', exact: true })
}

function orderOf({ page }: Step): string {
  return page.replace(/(\/orders\/[^/]+).*/, '$1/info')
}

/** As it is typed: Beijing time to the minute. */
function face(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
