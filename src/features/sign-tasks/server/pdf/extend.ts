import { createHash } from 'node:crypto'
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PDFPage, PdfStream, PdfString } from '@libpdf/core'
import { AppError } from '#contract/errors.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import type { Place } from '../../rules/places.ts'
import { open } from './admit.ts'
import { type Extended, ROOM } from './seal.ts'

/** What a signature is written with. The same gives the same bytes. */
export interface Mark {
  /** Name of its field, unique within the file. */
  field: string
  signer: string
  reason: string
  at: Date
  /** A picture (PNG) and where it stands; without one the signature is not to be seen on any page. */
  seal: { png: Bytes; place: Place } | null
}

/** A company's seal, 42 mm across (GB/T 9704), in points. */
const SEAL = (42 / 25.4) * 72
const WIDEST = 9_999_999_999

/** Appends a revision with a signature that is still empty. Throws `fileType` where nothing can be appended. */
export async function extend(content: Bytes, mark: Mark): Promise<Extended> {
  const pdf = await open(content)
  if (pdf.isEncrypted || pdf.canSaveIncrementally()) throw new AppError('fileType', 'PDF 的结构不允许追加签名')
  fixId(pdf, content)
  const signature = pdf.context.register(
    PdfDict.of({
      Type: PdfName.of('Sig'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.CAdES.detached'),
      ByteRange: PdfArray.of(...[0, WIDEST, WIDEST, WIDEST].map((value) => PdfNumber.of(value))),
      Contents: new PdfString(new Uint8Array(ROOM), 'hex'),
      M: PdfString.fromString(`D:${mark.at.toISOString().replaceAll(/[-:T]|\.\d+Z$/g, '')}+00'00'`),
      Name: PdfString.fromString(mark.signer),
      Reason: PdfString.fromString(mark.reason),
    }),
  )
  const page = pdf.getPage(Math.min(mark.seal?.place.page ?? 1, pdf.getPageCount()) - 1)!
  const field = pdf.getOrCreateForm().createSignatureField(mark.field).getDict()
  field.delete('Kids')
  field.set('V', signature)
  field.set('Type', PdfName.of('Annot'))
  field.set('Subtype', PdfName.of('Widget'))
  // Printed, and locked.
  field.set('F', PdfNumber.of(132))
  field.set('P', page.ref)
  field.set('Rect', numbers(mark.seal ? draw(pdf, page, { field, ...mark.seal }) : [0, 0, 0, 0]))
  addToPage(pdf, page, field)
  return fill(new Uint8Array(await pdf.save({ incremental: true })), content.length)
}

/** A file without an identifier would get a random one with each revision, and no two would be the same. */
function fixId(pdf: PDF, content: Bytes): void {
  if (pdf.context.info.trailer.getArray('ID')?.length === 2) return
  const id = PdfString.fromBytes(new Uint8Array(createHash('sha256').update(content).digest().subarray(0, 16)))
  pdf.context.info.trailer.set('ID', PdfArray.of(id, id))
}

/** Draws the seal as the appearance of the field; where it stands in the space of the page. */
function draw(
  pdf: PDF,
  page: PDFPage,
  { field, png, place }: { field: PdfDict; png: Bytes; place: Place },
): [number, number, number, number] {
  const image = pdf.embedPng(png)
  const scale = SEAL / Math.max(image.width, image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  const box = page.getCropBox()
  const turned = page.rotation === 90 || page.rotation === 270
  const [across, down] = turned ? [box.height, box.width] : [box.width, box.height]
  // As people see the page, from its upper left corner, and never beyond an edge.
  const left = clamp(place.x * across - width / 2, across - width)
  const top = clamp(place.y * down - height / 2, down - height)
  const appearance = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numbers([0, 0, width, height]),
      Matrix: numbers(TURNS[page.rotation]),
      Resources: PdfDict.of({ XObject: PdfDict.of({ Seal: image.ref }) }),
    },
    new TextEncoder().encode(`q ${short(width)} 0 0 ${short(height)} 0 0 cm /Seal Do Q`),
  )
  field.set('AP', PdfDict.of({ N: pdf.context.register(appearance) }))
  const [x, y] = (
    {
      0: [left, box.height - top - height],
      90: [top, left],
      180: [box.width - left - width, top],
      270: [box.width - top - height, box.height - left - width],
    } as const
  )[page.rotation]
  const [w, h] = turned ? [height, width] : [width, height]
  return [box.x + x, box.y + y, box.x + x + w, box.y + y + h]
}

/** Turns the picture against the page, so that it stands upright. */
const TURNS = { 0: [1, 0, 0, 1, 0, 0], 90: [0, 1, -1, 0, 0, 0], 180: [-1, 0, 0, -1, 0, 0], 270: [0, -1, 1, 0, 0, 0] }

function addToPage(pdf: PDF, page: PDFPage, field: PdfDict): void {
  const resolve = pdf.context.resolve.bind(pdf.context)
  let list = page.dict.getArray('Annots', resolve)
  if (!list) {
    list = new PdfArray([])
    page.dict.set('Annots', list)
  }
  list.push(pdf.context.getRef(field)!)
}

/** Writes the range into the one placeholder of the new revision, over its own room. */
function fill(content: Bytes, from: number): Extended {
  const tail = new TextDecoder('latin1').decode(content.subarray(from))
  const range = /\[\s*0 9999999999 9999999999 9999999999\s*\]/.exec(tail)
  const gap = new RegExp(`<0{${2 * ROOM}}>`).exec(tail)
  if (!range || !gap) throw new AppError('fileType', 'PDF 的结构不允许追加签名')
  const start = from + gap.index
  const end = start + gap[0].length
  const text = `[0 ${start} ${end} ${content.length - end}`
  content.set(new TextEncoder().encode(`${text.padEnd(range[0].length - 1)}]`), from + range.index)
  return { content, gap: { start, end } }
}

function numbers(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(Number(short(value)))))
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}
