import { expect } from '@playwright/test'
import { agree, told, twice, type Visitor, goWithin } from '../kit/visitor.ts'

/** Publicises the ranked candidates. */
export async function publicise({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/candidate`)
  await expect(page.getByRole('heading', { name: '发布候选人公示' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '公示正文' })).toBeVisible()
  await inspect('发布候选人公示')
  await twice(page.getByRole('button', { name: '发布公示' }))
  await agree(page, '发布')
  // No bond was recorded: the documents only warn of it.
  await agree(page, '已知悉，继续发布')
  await told(page, '候选人公示已发布')
  await expect(page.getByText('公示中', { exact: true })).toBeVisible()
  await inspect('中标候选人公示')
}

/** Within the publicity period there is no winner. */
export async function cannotAwardYet({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/winner`)
  await expect(page.getByText('暂不能定标')).toBeVisible()
  await expect(page.getByRole('button', { name: '定标并发布结果' })).toBeDisabled()
  await inspect('确定中标人（公示期内）')
}

/** Fixes the first candidate as the winner. */
export async function award({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/winner`)
  await expect(page.getByText('可以定标')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '公告正文' })).toBeVisible()
  await inspect('确定中标人')
  await twice(page.getByRole('button', { name: '定标并发布结果' }))
  await agree(page, '定标并发布')
  await agree(page, '已知悉，继续发布')
  await told(page, '中标结果已发布')
  await expect(page.getByText('已定标', { exact: true }).first()).toBeVisible()
  await inspect('中标结果')
}

/** Archives the order, once the log holds its records, and downloads the archive. `wait`: until then. */
export async function archive(
  { page, inspect, download }: Visitor,
  orderId: string,
  wait: () => Promise<void>,
): Promise<Buffer> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  const button = page.getByRole('button', { name: '归档', exact: true })
  await button.click()
  await agree(page)
  await expect(page.getByText(/项过程存证尚未写入公开日志/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await wait()
  await page.reload()
  await twice(button)
  await agree(page)
  await told(page, '已归档')
  const save = page.getByRole('button', { name: '下载归档文件' }).first()
  await expect(save).toBeVisible()
  await inspect('标段详情（已归档）')
  return (await download(() => save.click())).content
}

/** The result as everybody reads it on the portal. */
export async function resultOnPortal({ page, inspect }: Visitor): Promise<void> {
  await page.goto('/portal')
  await page.getByRole('group', { name: '状态' }).getByRole('button', { name: '结果公告' }).click()
  // By its name: until the results have come, the list shows all notices, and their first may be another.
  await page.getByRole('region', { name: '公告列表' }).getByRole('link', { name: '结果公告' }).first().click()
  await expect(page.getByText('中标人：')).toBeVisible()
  await inspect('门户（中标结果）')
}
