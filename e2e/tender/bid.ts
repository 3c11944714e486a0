import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { Exact, formatAmount, lineTotal } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import { readRows } from '#server/sheet/sheet.ts'
import { readSheet } from 'read-excel-file/node'
import writeSheet from 'write-excel-file/node'
import { createKey, pastePrices, receiptOf, rehearse, seal } from '../kit/sealing.ts'
import { told, type Visitor, goWithin } from '../kit/visitor.ts'
import { EXAMPLES } from './draft.ts'

/** A bidder of the examples: whose files, and how the prices get into the browser. */
export interface Bidding {
  orderId: string
  folder: 'kangming' | 'maide' | 'ruihe'
  fill: 'xlsx' | 'paste'
  days: string
  /** The bill of the order. */
  items: readonly Pick<Item, 'code' | 'quantity'>[]
}

export interface Made {
  /** The key file as the bidder keeps it. */
  keyFile: Buffer
  /** The receipt, as JSON. */
  receipt: Buffer
}

/** Makes a whole bid: prices, files, key, rehearsal, sealing in the worker, commit; the receipt comes back as JSON. */
export async function makeBid(visitor: Visitor, given: Bidding): Promise<Made> {
  const { page, inspect } = visitor
  await goWithin(page, `/supplier/bid/orders/${given.orderId}/bid`)
  await fillPrices(visitor, given)
  await page.getByLabel('工期（日历天）').fill(given.days)
  const files = page.getByRole('region', { name: '文件', exact: true })
  const bidder = (name: string) => join(EXAMPLES, 'bidders', given.folder, name)
  await files.getByLabel('选择技术标文件').setInputFiles([bidder('technical.pdf'), bidder('technical.docx')])
  await files.getByLabel('选择商务标文件').setInputFiles(bidder('business.pdf'))
  await expect(files.getByText('3 个文件').first()).toBeVisible()
  const keyFile = await createKey(visitor)
  await rehearse(page, keyFile)
  await inspect('制作投标文件')
  const receipt = await seal(page)
  await expect(receipt.getByText('计算中…')).toHaveCount(0)
  await expect(receipt.getByRole('img', { name: '核验二维码' })).toBeVisible()
  await inspect('投标回执')
  return { keyFile, receipt: await receiptOf(visitor, receipt) }
}

async function fillPrices({ page, download }: Visitor, { folder, fill, items }: Bidding): Promise<void> {
  const prices = await quoted(folder)
  const amounts = items.map((item) => lineTotal(prices.get(item.code)!, item.quantity))
  const total = formatAmount(amounts.reduce((sum, amount) => new Exact(sum).plus(amount).toFixed(2), '0'))
  const step = page.getByRole('region', { name: '报价单' })
  if (fill === 'xlsx') {
    const { content } = await download(() => step.getByRole('button', { name: '下载报价单' }).click())
    const rows = await readSheet(content)
    const [head = []] = rows
    const [code, price] = [head.indexOf('项目编码'), head.indexOf('投标单价（元）')]
    const filled = rows.map((row, i) =>
      row.map((cell, at) => (i > 0 && at === price ? Number(prices.get(String(row[code]))) : cell)),
    )
    const buffer = await sheetFile(filled)
    await step.getByLabel('选择报价单文件').setInputFiles({ name: '报价单.xlsx', mimeType: XLSX, buffer })
    await told(page, `已导入 ${rows.length - 1} 行`)
  } else {
    await pastePrices(
      page,
      items.map((item) => prices.get(item.code)!),
    )
  }
  await expect(step.getByText('全部 232 行已填')).toBeVisible()
  await expect(step.getByText(`${total} 元`, { exact: true }).first()).toBeVisible()
}

/** Unit prices by item code in the order of the bill, as the bidder's own spreadsheet has them. */
export async function quoted(folder: Bidding['folder']): Promise<Map<string, string>> {
  const { rows } = await readRows(readFileSync(join(EXAMPLES, 'bidders', folder, 'quote.xlsx')), [
    { key: 'code', title: '项目编码', type: 'text', required: true },
    { key: 'price', title: '单价', type: 'quantity', required: true },
  ])
  return new Map(rows.map((row) => [row.code!, row.price!]))
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function sheetFile(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const cells = rows.map((row) => row.map((value) => (value === null ? null : { value: value as string | number })))
  return writeSheet(cells).toBuffer()
}
