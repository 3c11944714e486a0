import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { Document, Packer, Paragraph } from 'docx'
import sharp from 'sharp'
import writeExcelFile from 'write-excel-file/node'
import yazl from 'yazl'
import type { HttpClient } from '#server/testing/http-client.ts'
import { attachmentPolicy, convertResult, type Attachment } from '../../contract/attachments.ts'
import { ConversionStatus } from '../../rules.ts'
import { findOffice } from '../convert/soffice.ts'

/** Files as people have them, made anew for each test. */
export const hasOffice = findOffice() !== null

export async function docx(text = '采购合同'): Promise<Buffer> {
  return Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(text)] }] }))
}

export async function xlsx(text = '报价'): Promise<Buffer> {
  const file = writeExcelFile([
    [
      { value: text, type: String },
      { value: 12.5, type: Number },
    ],
  ])
  return file.toBuffer()
}

export async function pdf(pages = 1): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let i = 0; i < pages; i++) document.addPage([595, 842]).drawText(`page ${i + 1}`)
  return Buffer.from(await document.save())
}

export async function png(width = 200, height = 100): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0958d9' } })
    .png()
    .toBuffer()
}

/** A zip with these entries, names as they are. */
export async function zip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return buffer(file.outputStream)
}

/** Gets a policy and posts its form, as the browser does. */
export async function uploadByForm(
  client: HttpClient,
  name: string,
  given: Uint8Array | { content: Uint8Array; groupId: string },
): Promise<Attachment> {
  const { content, groupId } = given instanceof Uint8Array ? { content: given, groupId: undefined } : given
  const { url, fields } = await client.call(attachmentPolicy, {
    body: { fileName: name, size: content.length, ...(groupId ? { groupId } : {}) },
  })
  return (await post(client, url, { fields, name, content })) as Attachment
}

/** Posts a form; throws HttpError. */
export async function post(
  client: HttpClient,
  url: string,
  { fields, name, content }: { fields: Record<string, string>; name: string; content: Uint8Array },
): Promise<unknown> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  return client.raw('POST', url, form, { key: crypto.randomUUID() })
}

/** Waits for a conversion to end, and gives how. */
export async function ended(client: HttpClient, id: string): Promise<{ status: number; reason: string }> {
  for (let i = 0; i < 600; i++) {
    const found = await client.call(convertResult, { params: { id } })
    if (found.status >= ConversionStatus.values.success) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the conversion does not end')
}
