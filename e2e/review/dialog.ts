import { expect } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { agree, told, type Visitor, goWithin } from '../kit/visitor.ts'

const own = (orderId: string, tradeId: string) =>
  `/supplier/bid/orders/${orderId}/kpb-project/${orderId}/bidders/${tradeId}/review-hall`

/** The leader asks one bidder for a clarification. */
export async function askBidder({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session?view=asks`)
  await page.getByRole('button', { name: '发起询标' }).click()
  const dialog = page.getByRole('dialog', { name: '发起询标' })
  await dialog.getByLabel('投标人').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(new RegExp(COMPANIES.supplier1.name)).click()
  await dialog.getByLabel('标题').fill('技术参数前后不一致')
  await dialog.getByLabel('内容', { exact: false }).fill('技术标第 3 页与第 9 页的风量不一致，请说明以哪一处为准。')
  await inspect('发起询标')
  await dialog.getByRole('button', { name: '提交' }).click()
  await told(page, '已发出')
  await expect(page.getByRole('article', { name: '技术参数前后不一致' }).getByText('待答复')).toBeVisible()
  await inspect('询标')
}

/** The bidder answers with a file; nobody's name of the committee is shown to it. */
export async function answer({ page, inspect }: Visitor, orderId: string, tradeId: string): Promise<void> {
  await goWithin(page, own(orderId, tradeId))
  const card = page.getByRole('article', { name: '技术参数前后不一致' })
  await expect(card).toBeVisible()
  await expect(page.getByText(PEOPLE.expert1.name)).toHaveCount(0)
  await card.getByLabel('答复', { exact: false }).first().fill('以第 9 页为准，第 3 页为笔误，检测报告见附件。')
  await card.locator('input[type=file]').setInputFiles({
    name: '检测报告.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  })
  await expect(card.getByRole('button', { name: '移除 检测报告.pdf' })).toBeVisible()
  await inspect('投标人评审互动（询标）')
  await card.getByRole('button', { name: '提交答复' }).click()
  await agree(page, '提交')
  await told(page, '已答复')
}

export async function answerIsThere({ page, inspect }: Visitor): Promise<void> {
  const card = page.getByRole('article', { name: '技术参数前后不一致' })
  await expect(card.getByText('以第 9 页为准')).toBeVisible()
  await expect(card.getByText('检测报告.pdf')).toBeVisible()
  await inspect('询标（已答复）')
}

/** The leader proposes to reject the bid of the company named. */
export async function proposeRejection({ page, inspect }: Visitor, orderId: string, company: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session`)
  const rail = page.getByRole('complementary', { name: '投标人' })
  await rail.getByRole('button', { name: new RegExp(company) }).click()
  await rail.getByRole('button', { name: '提议否决该投标' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('依据').click()
  await page
    .locator('.ant-select-dropdown:visible')
    .getByTitle(/实质性要求和条件/)
    .click()
  await dialog.getByLabel(/否决原因/).fill('技术标第 5 页主要参数负偏离，未响应带★条款。')
  await inspect('提议否决')
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '已提出，请全体评委表决')
}

export async function rejectionIsListed({ page, inspect }: Visitor, orderId: string, company: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session?view=waste`)
  await expect(page.getByRole('row').filter({ hasText: company }).getByText('表决否决')).toBeVisible()
  await inspect('否决投标')
}

/** The purchaser puts somebody else in a member's place. */
export async function replaceMember(
  { page, inspect }: Visitor,
  orderId: string,
  { out, by }: { out: string; by: string },
): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/leader-recommend`)
  await page.getByRole('row').filter({ hasText: out }).getByRole('button', { name: '更换' }).click()
  const dialog = page.getByRole('dialog', { name: `更换评标委员会成员：${out}` })
  await dialog.getByRole('row').filter({ hasText: by }).getByRole('button', { name: '选择' }).click()
  await dialog.getByLabel('更换原因').fill('突发疾病，不能继续评审')
  await inspect('更换评标委员会成员')
  await dialog.getByRole('button', { name: '更换', exact: true }).click()
  await told(page, '已更换')
}

/** The leader prepares and starts a round of totals. */
export async function startRound({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session?view=offers`)
  await page.getByRole('button', { name: '发起报价' }).click()
  const dialog = page.getByRole('dialog', { name: '发起评审报价' })
  await dialog.getByLabel('报价要求', { exact: false }).fill('请报出最优惠价格，含税含运费。')
  await inspect('发起评审报价')
  await dialog.getByRole('button', { name: '建立' }).click()
  await told(page, '报价轮次已建立')
  await page.getByRole('button', { name: '开始报价' }).click()
  await agree(page)
  await told(page, '报价已开始')
  await inspect('多轮报价（报价中）')
}

/** A bidder quotes in the browser; the amount stands beside in capitals. */
export async function quote(
  { page, inspect }: Visitor,
  place: { orderId: string; tradeId: string },
  amount: { digits: string; capitals: string },
): Promise<void> {
  await goWithin(page, `${own(place.orderId, place.tradeId)}?view=offers`)
  await page.getByLabel('本次报价', { exact: false }).fill(amount.digits)
  await expect(page.getByText(amount.capitals).first()).toBeVisible()
  await inspect('投标人评审互动（报价）')
  await page.getByRole('button', { name: '提交报价' }).click()
  await agree(page, '提交报价')
  await told(page, '已提交报价')
  await page.getByLabel('登录密码', { exact: false }).fill('Kaibiao2026')
  await page.getByRole('button', { name: '签署报价单' }).click()
  await told(page, '报价单已签署')
  await inspect('投标人评审互动（已签署）')
}

export async function closeRound({ page, inspect }: Visitor, figure: string): Promise<void> {
  await expect(page.getByText('密封中').first()).toBeVisible()
  await page.getByRole('button', { name: '提前结束' }).click()
  await agree(page)
  await told(page, '本轮报价已结束')
  await expect(page.getByText(figure).first()).toBeVisible()
  await inspect('多轮报价（已结束）')
}
