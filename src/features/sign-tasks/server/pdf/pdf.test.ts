import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { PDF, PdfArray, PdfDict, PdfName, PdfString } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { type Bytes, concat } from '#features/sealing/core/bytes.ts'
import { signaturesIn } from '../../core/coverage.ts'
import { verifyDocument } from '../../core/verify-document.ts'
import { signPdf, smallPdf, testSigner } from '../testing/signed-pdf.ts'
import { admit } from './admit.ts'
import { extend } from './extend.ts'

const [first, second] = [testSigner('甲公司'), testSigner('乙公司')]
const has = (program: string) => spawnSync(program, ['-v']).error === undefined
const TENDER = new URL('../../../../../examples/tender-document.pdf', import.meta.url)

async function signedTwice(): Promise<{ plain: Bytes; once: Bytes; twice: Bytes }> {
  const plain = await smallPdf()
  const once = (await signPdf(plain, first)).file
  return { plain, once, twice: (await signPdf(once, second)).file }
}

describe('signing', () => {
  it('appends a revision per signature, and each verifies', async () => {
    const { plain, once, twice } = await signedTwice()
    expect(once.subarray(0, plain.length)).toEqual(plain)
    expect(twice.subarray(0, once.length)).toEqual(once)
    const verdict = await verifyDocument(twice)
    expect(verdict.isSound).toBe(true)
    expect(verdict.signatures.map(({ signer, coversAll, isValid }) => ({ signer, coversAll, isValid }))).toEqual([
      { signer: '甲公司', coversAll: false, isValid: true },
      { signer: '乙公司', coversAll: true, isValid: true },
    ])
    expect(verdict.signatures.map(({ stamp }) => stamp?.at)).toEqual(Array(2).fill('2026-11-30T02:00:00.000Z'))
  })

  it('gives the same bytes each time, with a seal and without an identifier of the file', async () => {
    const pdf = await PDF.load(await smallPdf())
    const content = new Uint8Array(await pdf.save())
    const canvas = createCanvas(60, 60)
    canvas.getContext('2d').fillRect(10, 10, 40, 40)
    const seal = { png: new Uint8Array(canvas.toBuffer('image/png')), place: { page: 9, x: 1, y: 1 } }
    const mark = { field: 'f', signer: '甲', reason: '签署', at: new Date(0), seal }
    const [one, other] = [await extend(content, mark), await extend(content, mark)]
    expect(one.content).toEqual(other.content)
    // Beyond the last page is the last, beyond the edge is the edge.
    const placed = await PDF.load(one.content)
    const box = placed.getForm()!.getSignatureFields()[0]!.getDict().getArray('Rect')!
    const page = placed.getPage(1)!
    expect(placed.getForm()!.getSignatureFields()[0]!.getDict().getRef('P')).toBe(page.ref)
    expect((box.at(2) as { value: number } | undefined)?.value).toBeCloseTo(page.width, 0)
  })

  it('signs files with cross-reference streams, and files signed by others stay valid', async () => {
    const pdf = await PDF.load(await smallPdf(1))
    const streams = new Uint8Array(await pdf.save({ useXRefStream: true }))
    const { file } = await signPdf((await signPdf(streams, first)).file, second)
    expect(await admit(file)).toMatchObject({ isRewritten: false, signatures: 2 })
    expect((await verifyDocument(file)).isSound).toBe(true)
    const tender = new Uint8Array(await readFile(TENDER))
    expect((await verifyDocument((await signPdf(tender, first)).file)).isSound).toBe(true)
  })

  it.skipIf(!has('openssl'))('OpenSSL takes the container', async () => {
    const { container, covered } = await signPdf(await smallPdf(1), first)
    const folder = mkdtempSync(join(tmpdir(), 'cms-'))
    try {
      const [cms, content] = [join(folder, 'cms.der'), join(folder, 'content')]
      writeFileSync(cms, container)
      const verify = () =>
        spawnSync('openssl', [
          'cms',
          '-verify',
          '-binary',
          '-inform',
          'DER',
          '-in',
          cms,
          '-content',
          content,
          '-noverify',
        ])
      writeFileSync(content, covered)
      expect(verify().status).toBe(0)
      writeFileSync(content, covered.with(100, covered[100]! ^ 1))
      expect(verify().status).not.toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.skipIf(!has('pdfsig'))('poppler takes both signatures', async () => {
    const { twice } = await signedTwice()
    const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
    try {
      writeFileSync(join(folder, 'a.pdf'), twice)
      const words = execFileSync('pdfsig', ['-nocert', join(folder, 'a.pdf')], { encoding: 'utf8' })
      expect(words.match(/Signature is Valid/g)).toHaveLength(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('what was done to a signed file is named', () => {
  const findingsOf = async (file: Bytes) => {
    const verdict = await verifyDocument(file)
    expect(verdict.isSound).toBe(false)
    return [
      ...verdict.findings,
      ...verdict.signatures.flatMap(({ findings, changes }) => [...findings, ...changes]),
    ].join('；')
  }

  it('a flipped byte', async () => {
    const { twice, once } = await signedTwice()
    expect(await findingsOf(twice.with(30, twice[30]! ^ 1))).toContain('签名覆盖的内容被改动')
    // In the second revision alone: the first signature still holds.
    const verdict = await verifyDocument(twice.with(once.length + 40, twice[once.length + 40]! ^ 1))
    expect(verdict.signatures.map(({ isValid }) => isValid)).toEqual([true, false])
  })

  it('a cut tail, and one that was appended', async () => {
    const { twice, once } = await signedTwice()
    expect(await findingsOf(twice.slice(0, -20))).toContain('文件尾部被截断')
    expect(await findingsOf(concat(once, new TextEncoder().encode('\n% more\n')))).toContain('文件又被追加了 8 字节')
  })

  it('a revision of another document', async () => {
    const { plain, twice, once } = await signedTwice()
    const other = await smallPdf(2)
    other.set(new TextEncoder().encode('%PDF-1.6'), 0)
    expect(other).toHaveLength(plain.length)
    expect(await findingsOf(concat(other, twice.subarray(plain.length)))).toContain('签名覆盖的内容被改动')
    const elsewhere = (await signPdf(other, first)).file
    expect(await findingsOf(concat(elsewhere, twice.subarray(once.length)))).toContain('签名覆盖的内容被改动')
  })

  it('a page, a text, a comment and an entry of the catalogue that came later, also below another signature', async () => {
    const { once } = await signedTwice()
    const later: Record<string, (pdf: PDF) => void> = {
      '增加了 1 页': (pdf) => void pdf.addPage({ size: 'a4' }),
      '删除了 1 页': (pdf) => pdf.removePage(1),
      '改动了第 1 页的内容': (pdf) => pdf.getPage(0)!.drawText('0', { x: 60, y: 700 }),
      '在第 2 页增加了批注': (pdf) =>
        pdf.getPage(1)!.dict.set('Annots', new PdfArray([PdfDict.of({ Subtype: PdfName.of('Text') })])),
      '改动了文档目录（OpenAction）': (pdf) => pdf.getCatalog().set('OpenAction', new PdfArray([])),
    }
    for (const [finding, change] of Object.entries(later)) {
      const pdf = await PDF.load(once)
      change(pdf)
      const changed = new Uint8Array(await pdf.save({ incremental: true }))
      expect(await findingsOf(changed)).toContain(`签署之后${finding}`)
      const covered = (await signPdf(changed, second)).file
      expect(await findingsOf(covered)).toContain(`签署之后${finding}`)
    }
  })

  it('what a page inherits, and what is called a page to be passed over', async () => {
    const pdf = await PDF.load(await smallPdf(1))
    const page = pdf.getPage(0)!
    const resolve = pdf.context.resolve.bind(pdf.context)
    const parent = page.dict.getDict('Parent', resolve)!
    parent.set(
      'Resources',
      PdfDict.of({ Properties: PdfDict.of({ Type: PdfName.of('Page'), Shown: PdfName.of('A') }) }),
    )
    const { file } = await signPdf(new Uint8Array(await pdf.save()), first)
    expect((await verifyDocument(file)).isSound).toBe(true)
    const later = await PDF.load(file)
    const own = later.context.resolve.bind(later.context)
    const resources = later.getPage(0)!.dict.getDict('Parent', own)!.getDict('Resources', own)!
    resources.getDict('Properties', own)!.set('Shown', PdfName.of('B'))
    const changed = new Uint8Array(await later.save({ incremental: true }))
    expect(await findingsOf((await signPdf(changed, second)).file)).toContain('改动了第 1 页的内容')
  })

  it('a second content of a signature, a gap with more in it, a range of its own', async () => {
    const { once } = await signedTwice()
    const text = new TextDecoder('latin1').decode(once)
    const bytes = (changed: string) => Uint8Array.from(changed, (letter) => letter.charCodeAt(0))
    expect(signaturesIn(bytes(text.replace('/Reason ', '/Contents<30>/R'))).faults).not.toEqual([])
    expect(await findingsOf(bytes(text.replace('00000>', '0 000>')))).toContain('缺口中有签名容器以外的内容')
    expect(await findingsOf(bytes(text.replace('/ByteRange [0 ', '/ByteRange [1 ')))).toContain('第一个字节')
  })

  it('a field whose signature is gone', async () => {
    const { once } = await signedTwice()
    const pdf = await PDF.load(once)
    pdf.getCatalog().delete('AcroForm')
    expect(await findingsOf(new Uint8Array(await pdf.save({ incremental: true })))).toContain('可能被后来的版本移除')
  })
})

describe('files that are not taken', () => {
  const altered = async (change: (pdf: PDF) => void) => {
    const pdf = await PDF.load(await smallPdf())
    change(pdf)
    return new Uint8Array(await pdf.save())
  }
  const action = (S: string) => PdfDict.of({ S: PdfName.of(S), JS: PdfString.fromString('app.alert(1)') })

  it.each([
    ['no PDF', '文件不是 PDF', async () => new TextEncoder().encode('hello')],
    ['garbage', '已损坏', async () => new TextEncoder().encode('%PDF-1.7\nhello')],
    ['scripts', '脚本', async () => altered((pdf) => pdf.getCatalog().set('OpenAction', action('JavaScript')))],
    [
      'programs',
      '启动动作',
      async () => altered((pdf) => pdf.getPage(0)!.dict.set('AA', PdfDict.of({ O: action('Launch') }))),
    ],
    ['a password', '加密', async () => altered((pdf) => pdf.setProtection({ userPassword: 'a', ownerPassword: 'b' }))],
    ['an owner password', '加密', async () => altered((pdf) => pdf.setProtection({ ownerPassword: 'b' }))],
    ['a broken signature', '已有的签名不完整', async () => (await signPdf(await smallPdf(), first)).file.slice(0, -9)],
  ])('%s', async (_, reason, make) => {
    await expect(admit(await make())).rejects.toMatchObject({ message: expect.stringContaining(reason) as string })
  })
})
