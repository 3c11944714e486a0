import { expect } from '@playwright/test'
import { agree, told, twice, type Visitor, goWithin } from '../kit/visitor.ts'

const QUESTION = '第12项是否接受进口产品？'
const ANSWER = '接受，须提供合法来源证明。'

export async function ask({ page }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  const questions = page.getByRole('region', { name: '提问与澄清' })
  await questions.getByRole('textbox', { name: /提出问题/ }).fill(QUESTION)
  await twice(questions.getByRole('button', { name: '提交问题' }))
  await told(page, '问题已提交')
  await expect(questions.getByText('待答复')).toBeVisible()
}

/** Answers all open questions to all participants. */
export async function clarify({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/clarification`)
  await page.getByLabel(`答复：${QUESTION}`).fill(ANSWER)
  const preview = page.locator('.buyer-paper')
  await expect(preview).toContainText(ANSWER)
  await inspect('澄清答疑')
  await twice(page.getByRole('button', { name: '发布给全部投标人' }))
  await agree(page, '发布')
  await told(page, '澄清答疑已发布给全部投标人')
  await expect(page.getByRole('heading', { name: '已答复（1）' })).toBeVisible()
}

/** Reads the clarification and confirms it. */
export async function confirm({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await page.getByRole('button', { name: '确认变更' }).click()
  await expect(page.getByText(ANSWER)).toBeVisible()
  await inspect('变更确认')
  await twice(page.getByRole('button', { name: '已阅读并确认' }))
  await told(page, '已确认')
  await expect(page.getByRole('button', { name: '制作投标文件' })).toBeVisible()
  await inspect('招标项目（报名通过）')
}
