import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '../../rules.ts'
import { openPdfjs } from './pdfjs.ts'

const A4 = { width: 595.28, height: 841.89 }
const MARGIN = 24
const PIXELS = { limitInputPixels: LIMITS.pixels, failOn: 'error' } as const
/** Longest side of a thumbnail, px. */
const THUMBNAIL = 360

/** A picture on an A4 page, upright or across as it needs. */
export async function pictureToPdf(content: Uint8Array): Promise<Uint8Array> {
  const upright = sharp(content, PIXELS).rotate().flatten({ background: '#fff' })
  const { data, info } = await upright.jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true }).catch(damaged)
  const document = await PDFDocument.create()
  const [width, height] = info.width > info.height ? [A4.height, A4.width] : [A4.width, A4.height]
  const page = document.addPage([width, height])
  const image = await document.embedJpg(data)
  const scale = Math.min((width - 2 * MARGIN) / info.width, (height - 2 * MARGIN) / info.height, 1)
  const size = { width: info.width * scale, height: info.height * scale }
  page.drawImage(image, { ...size, x: (width - size.width) / 2, y: (height - size.height) / 2 })
  return document.save()
}

/** WebP of at most 360 px, of a picture or of the first page of a PDF. */
export async function thumbnail(content: Uint8Array, mime: string): Promise<Uint8Array> {
  const source = mime === 'application/pdf' ? await firstPage(content) : content
  const small = sharp(source, PIXELS).rotate().resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside' })
  return small.flatten({ background: '#fff' }).webp({ quality: 80 }).toBuffer().catch(damaged)
}

/** A picture drawn anew as PNG or JPEG: whatever else the file held is gone. */
export async function redrawn(content: Uint8Array): Promise<{ mime: string; data: Uint8Array }> {
  const picture = sharp(content, PIXELS).rotate()
  const { hasAlpha } = await picture.metadata().catch(damaged)
  const data = await (hasAlpha ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer().catch(damaged)
  return { mime: hasAlpha ? 'image/png' : 'image/jpeg', data }
}

/** Pages of a PDF. Throws `fileType` when it is damaged or locked by a password. */
export async function openPdf(content: Uint8Array): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(content, { updateMetadata: false })
    document.getPageCount()
    return document
  } catch (error) {
    const locked = error instanceof Error && /encrypt|password/i.test(`${error.name} ${error.message}`)
    throw new AppError('fileType', locked ? 'PDF 设有密码，不能处理，请解除密码后重新上传' : 'PDF 文件已损坏，不能处理')
  }
}

async function firstPage(content: Uint8Array): Promise<Uint8Array> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const task = await openPdfjs(content)
  try {
    const page = await (await task.promise).getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(4, (2 * THUMBNAIL) / Math.max(width, height)) })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({ canvas: canvas as never, viewport }).promise
    return canvas.toBuffer('image/png')
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new AppError('fileType', 'PDF 设有密码，不能生成缩略图')
    throw new AppError('fileType', 'PDF 文件已损坏，不能生成缩略图')
  } finally {
    await task.destroy()
  }
}

function damaged(): never {
  throw new AppError('fileType', '图片已损坏或过大，不能处理')
}
