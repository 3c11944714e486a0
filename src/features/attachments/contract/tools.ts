import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { LIMITS, WatermarkType } from '../rules.ts'
import { Attachment } from './attachments.ts'

const Html = z.object({
  /** HTML; made a closed set of paragraphs, tables, lists and pictures first. */
  content: z.string().min(1, '内容不能为空').max(LIMITS.html, '内容过长，请分成几份'),
  /** Stands above the text and names the file. */
  title: z.string().trim().max(120).default(''),
})

/** What was made, and what had to be left out of the HTML, in Chinese. */
const Made = Attachment.extend({ dropped: z.array(z.string()) })

export const htmlToPdf = endpoint({
  method: 'POST',
  path: '/attachment-tools/html-to-pdf',
  summary: 'Rich text as a PDF among the own attachments',
  body: Html,
  returns: Made,
  errors: ['wrongFormat'],
})

export const htmlToWord = endpoint({
  method: 'POST',
  path: '/attachment-tools/html-to-word',
  summary: 'Rich text as a Word document among the own attachments',
  body: Html,
  returns: Made,
  errors: ['wrongFormat'],
})

export const htmlToPdfFile = endpoint({
  method: 'POST',
  path: '/resource-tools/html-to-pdf',
  summary: 'Rich text as a PDF, at once',
  body: Html,
  answer: 'file',
  once: false,
  errors: ['wrongFormat'],
})

export const htmlToPdfZip = endpoint({
  method: 'POST',
  path: '/resource-tools/html-to-pdf/batch-zip',
  summary: 'Several rich texts as PDFs in one zip',
  body: z.object({
    name: z.string().trim().max(100).default(''),
    items: z.array(Html).min(1, '请至少提供一份内容').max(LIMITS.batch, `一次最多 ${LIMITS.batch} 份`),
  }),
  answer: 'file',
  once: false,
  errors: ['wrongFormat'],
})

export const watermark = endpoint({
  method: 'POST',
  path: '/attachment-tools/watermark',
  summary: 'A PDF or picture (`file`) with words across it',
  multipart: true,
  query: z.object({
    watermarkType: z.coerce
      .number()
      .int()
      .refine((value) => WatermarkType.options.some((option) => option.value === value), '未知的水印类型')
      .default(WatermarkType.values.text),
    watermarkWord: z.string().trim().max(60, '水印文字不超过 60 字').default(''),
  }),
  answer: 'file',
  once: false,
  errors: ['tooLarge', 'fileType', 'wrongFormat'],
})
