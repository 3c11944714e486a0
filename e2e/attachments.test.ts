import { expect, test } from '@playwright/test'
import { Document, Packer, Paragraph } from 'docx'
import sharp from 'sharp'
import writeExcelFile from 'write-excel-file/node'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buyerSide from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { signUp } from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { findOffice } from '#features/attachments/server/convert/soffice.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'

// A purchaser's files in the browser: uploaded, looked at in every form, marked, taken; and a large one that is put
// together while one goes on working.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let orderId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const cast = new Cast(system.base)
  const now = await system.now()
  const client = await cast.as('buyer')
  const plan = PLANS.ct
  const projectId = await buyerSide.createProject(client, plan)
  orderId = await buyerSide.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now })
  await buyerSide.publish(client, orderId)
  for (const account of ['supplier1', 'supplier2'] as const) {
    const { name, mobile } = PEOPLE[account]
    await signUp(await cast.as(account), orderId, { contact: name, mobile, now })
  }
  buyer = await newVisitor(browser, { base: system.base, notes })
})

test.afterAll(async () => {
  await system?.stop()
})

/** The end record of a zip without entries. */
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

const row = (name: string) => buyer.page.getByRole('row').filter({ hasText: name })

/** Goes back to the list, which is found as it was left, and opens a file from it. */
async function openFile(name: string): Promise<void> {
  if (buyer.page.url().includes('/hall/file/preview')) await buyer.page.getByRole('button', { name: '返回' }).click()
  await expect(row(name)).toBeVisible()
  await row(name).getByRole('link', { name }).click()
  await expect(buyer.page.getByRole('heading', { name })).toBeVisible()
}

test('files are uploaded from the list of attachments', async () => {
  const { page } = buyer
  await logIn(buyer, 'buyer')
  await goWithin(page, '/download-management?view=files')
  await expect(page.getByText('还没有附件')).toBeVisible()
  await buyer.inspect('附件（空）')
  const at = await system.now()
  const paper = new Document({ sections: [{ children: [new Paragraph('设备验收说明书')] }] })
  const sheet = writeExcelFile([
    [
      { value: '监护仪', type: String },
      { value: 48600, type: Number },
    ],
  ])
  const picture = sharp({ create: { width: 400, height: 260, channels: 3, background: '#0958d9' } })
  const parts = [{ heading: '第一章', paragraphs: Array.from({ length: 60 }, (_, i) => `第${i + 1}条 投标人须知。`) }]
  await page.getByLabel('上传附件').setInputFiles([
    { name: '说明.docx', mimeType: '', buffer: await Packer.toBuffer(paper) },
    { name: '清单.xlsx', mimeType: '', buffer: await sheet.toBuffer() },
    { name: '照片.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() },
    { name: '须知.pdf', mimeType: 'application/pdf', buffer: await pdfOf({ title: '投标须知', org: '', parts }, at) },
  ])
  for (const name of ['说明.docx', '清单.xlsx', '照片.png', '须知.pdf']) await expect(row(name)).toBeVisible()
  await buyer.inspect('附件')
  await page.getByLabel('上传附件').setInputFiles({ name: '程序.exe', mimeType: '', buffer: Buffer.from('MZ') })
  await told(page, '不支持的文件类型')
})

test('a PDF is read: pages, thumbnails, search in Chinese, zoom', async () => {
  const { page } = buyer
  await openFile('须知.pdf')
  const document = page.locator('[role=document]')
  await expect(document).toContainText('投标人须知')
  await page.getByRole('button', { name: '缩略图' }).click()
  await expect(page.getByRole('navigation', { name: '页面缩略图' }).locator('canvas').first()).toBeVisible()
  await buyer.inspect('PDF 预览')
  await page.keyboard.press('Control+f')
  const search = page.getByRole('search')
  // Full-width digits find the plain ones.
  await search.getByLabel('查找文字').fill('第５３条')
  await expect(search.getByText('1 / 1')).toBeVisible()
  await expect(document.locator('mark.kb-pdf-hit-now')).toBeInViewport()
  await expect(page.getByLabel('页码')).not.toHaveValue('1')
  await search.getByLabel('查找文字').fill('须知')
  await expect(search.getByText(/^\d+ \/ 6\d$/)).toBeVisible()
  await buyer.inspect('PDF 查找')
  await search.getByLabel('查找文字').fill('不在其中')
  await expect(search.getByText('没有找到')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await page.getByRole('button', { name: '放大' }).click()
  await expect(page.getByLabel('缩放')).toHaveText('125%')
  await page.getByRole('button', { name: '适合宽度' }).click()
})

test('a picture is shown, and with a watermark', async () => {
  const { page } = buyer
  await openFile('照片.png')
  await expect(page.getByRole('img', { name: '照片.png' })).toBeVisible()
  await page.getByRole('button', { name: '加水印查看' }).click()
  await expect(page).toHaveURL(/watermark=1/)
  await expect(page.getByRole('img', { name: '照片.png' })).toBeVisible()
  await buyer.inspect('图片预览')
})

test('office documents are shown as PDF where the server can convert them', async () => {
  const { page } = buyer
  await openFile('说明.docx')
  if (findOffice()) await expect(page.locator('[role=document]')).toContainText('设备验收说明书')
  else await expect(page.getByText('服务器未安装 LibreOffice')).toBeVisible()
  await openFile('清单.xlsx')
  await expect(page.getByText('监护仪').first()).toBeVisible()
  await buyer.inspect('表格预览')
})

test('a marked copy is saved, the original is taken, and the list of takers says so', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '返回' }).click()
  const more = async (name: string, item: string) => {
    await row(name).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await more('须知.pdf', '水印副本')
  await page.getByRole('dialog').getByRole('textbox').fill('仅供内部审核')
  const marked = await buyer.download(() => agree(page))
  expect(marked.name).toBe('须知-水印.pdf')
  expect(marked.content.subarray(0, 5).toString()).toBe('%PDF-')
  const taken = await buyer.download(() => more('照片.png', '下载'))
  expect(taken.name).toBe('照片.png')
  await more('照片.png', '下载记录')
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: PEOPLE.buyer.name })).toContainText('原件')
  await buyer.inspect('下载记录')
  await agree(page)
})

test('chosen files are put into a new group; what is uploaded while looking at it goes into it', async () => {
  const { page } = buyer
  for (const name of ['须知.pdf', '照片.png']) await row(name).getByRole('checkbox').check()
  await page.getByRole('button', { name: '移入分组' }).click()
  await page.getByRole('dialog').getByLabel('新分组名称').fill('踏勘资料')
  await buyer.inspect('移入分组')
  await agree(page)
  await expect(row('须知.pdf')).toContainText('踏勘资料')
  await page.getByRole('link', { name: '附件分组' }).click()
  await expect(row('踏勘资料')).toHaveCount(1)
  await expect(row('踏勘资料')).toContainText('2')
  await buyer.inspect('附件分组')
  await row('踏勘资料').getByRole('link', { name: '踏勘资料' }).click()
  await expect(row('说明.docx')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '上传到此分组' })).toBeVisible()
  await page.getByLabel('上传附件').setInputFiles({ name: '数据.zip', mimeType: '', buffer: EMPTY_ZIP })
  await expect(row('数据.zip')).toContainText('踏勘资料')
  await buyer.inspect('一个分组的附件')
  await row('数据.zip').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '移出分组' }).click()
  await expect(row('数据.zip')).toHaveCount(0)
})

test('a group is packed whole, renamed and dissolved; chosen files are packed too', async () => {
  const { page } = buyer
  const more = async (item: string) => {
    await expect(row('踏勘')).toHaveCount(1)
    await row('踏勘').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await page.getByRole('link', { name: '附件分组' }).click()
  await more('重命名')
  await page.getByRole('dialog').getByLabel('分组名称').fill('现场踏勘')
  await agree(page)
  await expect(row('现场踏勘')).toBeVisible()
  await more('打包下载')
  await expect(row('现场踏勘.zip').getByText('成功')).toBeVisible()
  const whole = await buyer.download(() =>
    row('现场踏勘.zip').getByRole('button', { name: '下载', exact: true }).click(),
  )
  expect(whole.content.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['照片.png', '须知.pdf']) expect(whole.content.includes(Buffer.from(name))).toBe(true)

  await goWithin(page, '/download-management?view=groups')
  await more('解散')
  await agree(page)
  await expect(page.getByText('还没有附件分组')).toBeVisible()
  await page.getByRole('link', { name: '附件', exact: true }).click()
  for (const name of ['说明.docx', '照片.png']) await row(name).getByRole('checkbox').check()
  await page.getByRole('button', { name: '打包下载' }).click()
  const task = row('附件（2 个）.zip')
  await expect(task.getByText('成功')).toBeVisible()
  const chosen = await buyer.download(() => task.getByRole('button', { name: '下载', exact: true }).click())
  for (const name of ['说明.docx', '照片.png']) expect(chosen.content.includes(Buffer.from(name))).toBe(true)
  for (const name of ['现场踏勘.zip', '附件（2 个）.zip']) {
    await row(name).getByRole('button', { name: '删除' }).click()
    await agree(page)
    await expect(row(name)).toHaveCount(0)
  }
})

test('text becomes a PDF and a Word document among the attachments', async () => {
  const { page } = buyer
  await page.getByRole('link', { name: '生成文档' }).click()
  await page.getByLabel('标题', { exact: true }).fill('会议纪要')
  await page.getByRole('textbox', { name: '正文' }).fill('会议同意采购方案。')
  await buyer.inspect('生成文档')
  await page.getByRole('button', { name: '生成 PDF' }).click()
  await expect(page.getByRole('link', { name: '会议纪要.pdf' })).toBeVisible()
  await page.getByRole('button', { name: '生成 Word' }).click()
  await expect(page.getByRole('link', { name: '会议纪要.docx' })).toBeVisible()
})

test('sign-up documents are packed beside, and taken from the download centre', async () => {
  const { page } = buyer
  await page.getByRole('link', { name: '下载任务' }).click()
  await expect(page.getByText('还没有下载任务')).toBeVisible()
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/apply`)
  await page.getByRole('button', { name: '打包下载材料' }).click()
  await expect(page).toHaveURL(/download-management/)
  const task = row('报名材料.zip')
  await expect(task.getByText('成功')).toBeVisible()
  await buyer.inspect('下载中心')
  const zip = await buyer.download(() => task.getByRole('button', { name: '下载', exact: true }).click())
  expect(zip.name).toMatch(/报名材料\.zip$/)
  expect(zip.content.subarray(0, 2).toString()).toBe('PK')
  await task.getByRole('button', { name: '删除' }).click()
  await agree(page)
  await expect(page.getByText('还没有下载任务')).toBeVisible()
})

test('a sign-up document is read where the decision is made', async () => {
  const { page } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/apply`)
  await page.getByRole('link', { name: '审核' }).first().click()
  await expect(page.locator('[role=document]').locator('canvas').first()).toBeVisible()
  await buyer.inspect('报名审核')
})

test('an unknown file and a missing one are said to be so', async () => {
  const { page } = buyer
  await goWithin(page, '/hall/file/preview?attachmentId=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('文件不存在')).toBeVisible()
  await goWithin(page, '/hall/file/preview')
  await expect(page.getByText('没有指定要预览的文件')).toBeVisible()
})

test('nothing of it fails axe, and the console stays silent', () => {
  expect(notes.axe).toEqual([])
  expect(notes.console.filter((text) => !text.includes('status of 400'))).toEqual([])
})
