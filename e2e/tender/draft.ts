import { join } from 'node:path'
import { expect } from '@playwright/test'
import { agree, choose, told, twice, type Visitor } from '../kit/visitor.ts'

export const EXAMPLES = join(import.meta.dirname, '../../examples')
export const PROJECT = '江州市第一人民医院门诊综合楼医疗设备及配套采购项目'
export const TITLE = '门诊综合楼医疗设备及配套采购'

/** Registers the project and imports its bill of 232 lines from xlsx. */
export async function registerProject({ page, inspect }: Visitor): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '项目管理' }).click()
  await expect(page.getByRole('heading', { name: '采购项目' })).toBeVisible()
  await page.getByRole('button', { name: '新建项目' }).click()
  // The list has a field of the same name.
  await expect(page.getByRole('heading', { name: '新建项目' })).toBeVisible()
  await page.getByLabel('项目名称', { exact: true }).fill(PROJECT)
  await page.getByRole('radio', { name: '依法必须招标' }).click()
  await page.getByLabel('预算金额').fill('63000000')
  await expect(page.getByText('陆仟叁佰万元整')).toBeVisible()
  await page.getByLabel('资金来源').fill('财政资金和医院自筹资金')
  await page.getByLabel('项目所在地').fill('江州市')
  await page
    .getByLabel('项目概况')
    .fill('采购门诊综合楼医学影像、检验、手术及配套设备，共232项，含运输、安装调试与培训。')
  await inspect('新建项目')
  await twice(page.getByRole('button', { name: '登记项目' }))
  await expect(page.getByRole('heading', { name: PROJECT })).toBeVisible()
  await page.getByLabel('选择清单文件').setInputFiles(join(EXAMPLES, 'bill-of-quantities.xlsx'))
  await told(page, '已导入 232 行')
  await expect(page.getByText('共 232 行')).toBeVisible()
  await inspect('项目详情')
}

/** Drafts the order: dates by the button, documents demanded, ways of review, tender document, announcement by template. */
export async function draftOrder({ page, inspect }: Visitor): Promise<void> {
  await page.getByRole('button', { name: '发起采购' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { name: '新建招标' })).toBeVisible()
  await page.getByLabel('项目（标段）名称').fill(TITLE)
  await page.getByLabel('最高限价').fill('62770720')
  await page.getByLabel('投标保证金').fill('620000')
  await page.getByLabel('交货（服务、工期）要求').fill('合同签订后60日内交货并安装调试完毕。')
  const schedule = page.getByRole('region', { name: '时间安排' })
  await schedule.getByRole('button', { name: '按法定最短期限填充' }).click()
  await expect(schedule.getByLabel('投标截止时间')).not.toHaveValue('')
  await demand(page, ['营业执照', '医疗器械经营许可证'])
  const ways = page.getByRole('region', { name: '评审办法' })
  await expect(ways.getByText('评分合计 100 / 100 分 ✓')).toBeVisible()
  await page.getByLabel('公告标题').fill(`${TITLE}招标公告`)
  const files = page.getByRole('region', { name: '招标文件' })
  await files.locator('input[type=file]').first().setInputFiles(join(EXAMPLES, 'tender-document.pdf'))
  await expect(files.getByRole('button', { name: '移除 tender-document.pdf' })).toBeVisible()
  const announcement = page.getByRole('region', { name: '公告', exact: true })
  await choose(announcement.getByLabel('公告模板'), '公开招标公告（通用）')
  await announcement.getByRole('button', { name: '套用' }).click()
  await told(page, '已套用模板')
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText(TITLE)
  await inspect('编辑标段')
}

/** Looks at the announcement as the public will see it, and publishes it. Gives the order's id. */
export async function publish({ page, inspect }: Visitor): Promise<string> {
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByRole('heading', { name: '发布预览' })).toBeVisible()
  await expect(page.getByText('采购清单 232 行')).toBeVisible()
  await inspect('发布预览')
  const warnings = page.getByRole('checkbox', { name: /已知悉/ })
  if (await warnings.isVisible()) await warnings.check()
  await twice(page.getByRole('button', { name: '发布公告' }))
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/orders\/[^/]+\/info$/)
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  await inspect('标段详情')
  return /\/orders\/([^/]+)\/info$/.exec(page.url())![1]!
}

async function demand(page: Visitor['page'], documents: readonly string[]): Promise<void> {
  const section = page.getByRole('region', { name: '资格要求' })
  for (const [i, name] of documents.entries()) {
    await section.getByRole('button', { name: '增加材料' }).click()
    await section.getByLabel(`第 ${i + 1} 行材料名称`).fill(name)
  }
}
