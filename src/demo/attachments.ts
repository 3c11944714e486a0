import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import sharp from 'sharp'
import writeExcelFile from 'write-excel-file/node'
import { attachmentPolicy, type Attachment } from '#features/attachments/contract/attachments.ts'
import { createGroup } from '#features/attachments/contract/groups.ts'
import { htmlToPdf } from '#features/attachments/contract/tools.ts'
import { orderPage, prepareArchive } from '#features/procurement/contract/order.ts'
import { prepareTradeFiles } from '#features/procurement/contract/trade.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** Attachments of the buyer in every form that can be shown, and downloads being made, all through the calls. */
export async function addAttachments(buyer: HttpClient): Promise<void> {
  const letter = await upload(buyer, '设备验收说明.docx', await letterDocument())
  const prices = await upload(buyer, '历史成交价对照表.xlsx', await priceSheet())
  const photo = await upload(buyer, '现场照片.png', await picture())
  await buyer.call(createGroup, { body: { name: '验收资料', attachmentIds: [letter, prices] } })
  await buyer.call(createGroup, { body: { name: '设备科现场踏勘', attachmentIds: [photo] } })
  await buyer.call(htmlToPdf, {
    body: {
      title: '采购需求论证纪要',
      content:
        '<h2>论证结论</h2><ol><li>技术参数符合临床需要，不具有排他性。</li><li>预算编制依据充分。</li></ol><table><thead><tr><th>专家</th><th>意见</th></tr></thead><tbody><tr><td>陈慧</td><td>同意</td></tr><tr><td>周立</td><td>同意，建议明确验收方法</td></tr></tbody></table>',
    },
  })
  const { rows } = await buyer.call(orderPage, { query: { pageSize: 50 } })
  const archived = rows.find((row) => row.state === 'archive.done')
  if (archived) await buyer.call(prepareArchive, { params: { orderId: archived.orderId } })
  for (const { orderId } of rows.filter((row) => !isOver(row)).slice(0, 2))
    await buyer.call(prepareTradeFiles, { params: { orderId } }).catch(() => undefined)
}

async function upload(client: HttpClient, name: string, content: Uint8Array): Promise<string> {
  const { url, fields } = await client.call(attachmentPolicy, { body: { fileName: name, size: content.length } })
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  const made = (await client.raw('POST', url, form, { key: crypto.randomUUID() })) as Attachment
  return made.attachmentId
}

async function letterDocument(): Promise<Buffer> {
  const texts = [
    '设备到货后三个工作日内开箱验收。',
    '验收由使用科室、设备科与供应商三方共同进行。',
    '验收不合格的，供应商应在七日内更换。',
  ]
  const children = [
    new Paragraph({ heading: HeadingLevel.HEADING_1, text: '设备验收说明' }),
    ...texts.map((text, i) => new Paragraph(`${i + 1}. ${text}`)),
  ]
  return Packer.toBuffer(new Document({ sections: [{ children }] }))
}

async function priceSheet(): Promise<Buffer> {
  const text = (value: string) => ({ value, type: String })
  const rows = [
    ['监护仪', 48600],
    ['输液泵', 9200],
    ['治疗车', 1850],
  ] as const
  const head = ['设备', '成交单价（元）'].map((value) => ({ ...text(value), fontWeight: 'bold' as const }))
  const body = rows.map(([name, price]) => [text(name), { value: price, type: Number, format: '#,##0.00' }])
  return writeExcelFile([head, ...body], { columns: [{ width: 20 }, { width: 18 }] }).toBuffer()
}

function picture(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#dbe7f5"/><stop offset="1" stop-color="#f6f8fa"/></linearGradient></defs><rect width="960" height="600" fill="url(#g)"/><rect y="440" width="960" height="160" fill="#c9d2dc"/><rect x="300" y="170" width="360" height="270" rx="10" fill="#fff" stroke="#7c8a99" stroke-width="4"/><rect x="330" y="200" width="300" height="150" fill="#0b1220"/><path d="M340 280h70l18-46 26 90 24-60 14 16h128" fill="none" stroke="#4ade80" stroke-width="5"/><rect x="340" y="380" width="60" height="24" rx="4" fill="#0958d9"/><rect x="420" y="380" width="60" height="24" rx="4" fill="#aab6c3"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
