import type { PDF, PdfDict } from '@libpdf/core'
import { type Bytes, equalBytes, toHex } from '#features/sealing/core/bytes.ts'
import { changesBetween } from './changes.ts'
import { coveredBy, type RawSignature, signaturesIn } from './coverage.ts'
import { readContainer } from './read-container.ts'

/** What one signature proves. Certificates are judged by whoever trusts (`chain`), at the stamped time. */
export interface SignatureVerdict {
  /** From 1, in the order of revisions. */
  number: number
  /** As its certificate names the holder. */
  signer: string
  reason: string
  /** Does it cover the file to its last byte, or an earlier revision of it? */
  coversAll: boolean
  /** Bytes of the revision covered. */
  end: number
  /** SHA-256 of that revision, hex. */
  sha256: string
  /** Are the bytes covered those that were signed, by the key of the certificate? */
  isValid: boolean
  /** What does not hold, Chinese. */
  findings: string[]
  /** Stamped time and who stamped; null where there is none that holds. */
  stamp: { at: string; authority: string } | null
  stampFinding: string
  /** DER: the signer's certificate first. */
  chain: Bytes[]
  /** What later revisions did to what was signed, beside further signatures. */
  changes: string[]
}

/** What the bytes of a file prove. */
export interface DocumentVerdict {
  sha256: string
  size: number
  signatures: SignatureVerdict[]
  /** Of the file as a whole, Chinese. */
  findings: string[]
  /** Nothing was found anywhere, and there is a signature. Certificates are still to be judged. */
  isSound: boolean
}

/**
 * Verifies every signature of a PDF file, offline. What a signature covers is read from the bytes alone; the structure of the
 * file is asked for what a later revision changed. Throws only where the file is no PDF.
 */
export async function verifyDocument(file: Bytes): Promise<DocumentVerdict> {
  if (!new TextDecoder('latin1').decode(file.subarray(0, 1024)).includes('%PDF-')) throw new Error('文件不是 PDF')
  const { signatures: raw, faults } = signaturesIn(file)
  const findings = faults.map(({ finding }) => finding)
  const whole = await read(file)
  const fields = whole ? fieldsOf(whole) : []
  if (!whole && raw.length > 0) findings.push('无法读取文件的结构，不能判断签署之后有无改动')
  const signatures: SignatureVerdict[] = []
  for (const [index, one] of raw.entries()) signatures.push(await judge(file, { one, index, whole, fields }))
  const last = raw.at(-1)
  if (last && last.end < file.length && faults.length === 0)
    findings.push(`最后一个签名之后，文件又被追加了 ${file.length - last.end} 字节，未经任何人签署`)
  for (const { name, contents } of fields)
    if (!raw.some(({ container }) => isIn(container, contents))) findings.push(`签名域“${name}”中的签名无法核对`)
  const isSound =
    signatures.length > 0 &&
    findings.length === 0 &&
    signatures.every((one) => one.isValid && one.findings.length === 0 && one.changes.length === 0)
  return { sha256: await sha256(file), size: file.length, signatures, findings, isSound }
}

interface Judged {
  one: RawSignature
  index: number
  whole: PDF | undefined
  fields: readonly Field[]
}

async function judge(file: Bytes, { one, index, whole, fields }: Judged): Promise<SignatureVerdict> {
  const container = await readContainer(one.container, coveredBy(file, one))
  const { isIntact, finding, signer, stamp, stampFinding, chain } = container
  const field = fields.find(({ contents }) => isIn(one.container, contents))
  const findings = [
    ...(isIntact || finding.startsWith('签名容器') ? [] : ['签名覆盖的内容被改动（摘要不符）']),
    ...(finding ? [finding] : []),
    ...(whole && !field ? ['签名不在文件的任何签名域中，可能被后来的版本移除'] : []),
  ]
  const coversAll = one.end === file.length
  return {
    number: index + 1,
    signer,
    reason: field?.reason ?? '',
    coversAll,
    end: one.end,
    sha256: await sha256(file.slice(0, one.end)),
    isValid: isIntact && !finding,
    findings,
    stamp: stamp && { at: stamp.at.toISOString(), authority: stamp.authority },
    stampFinding,
    chain,
    changes: coversAll || !whole ? [] : await changesSince(file.slice(0, one.end), whole),
  }
}

async function changesSince(revision: Bytes, whole: PDF): Promise<string[]> {
  const before = await read(revision)
  if (!before) return ['无法读取所签版本的结构，不能判断之后有无改动']
  try {
    return changesBetween(before, whole).findings.map((finding) => `签署之后${finding}`)
  } catch {
    return ['文件结构异常，不能判断签署之后有无改动']
  }
}

interface Field {
  name: string
  reason: string
  contents: Uint8Array
}

function fieldsOf(pdf: PDF): Field[] {
  try {
    return (pdf.getForm()?.getSignatureFields() ?? []).flatMap((field) => {
      const value: PdfDict | null = field.isSigned() ? field.getSignatureDict() : null
      if (!value) return []
      const contents = value.getString('Contents')?.bytes ?? new Uint8Array()
      return [{ name: field.name, reason: value.getString('Reason')?.asString() ?? '', contents }]
    })
  } catch {
    return []
  }
}

async function read(file: Bytes): Promise<PDF | undefined> {
  const { PDF } = await import('@libpdf/core')
  try {
    const pdf = await PDF.load(file)
    pdf.getPageCount()
    return pdf
  } catch {
    return undefined
  }
}

function isIn(container: Bytes, contents: Uint8Array): boolean {
  return contents.length >= container.length && equalBytes(contents.subarray(0, container.length), container)
}

async function sha256(bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
