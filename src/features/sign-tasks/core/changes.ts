import type { PDF, PDFPage, PdfArray, PdfDict, PdfObject, PdfStream } from '@libpdf/core'
import { equalBytes } from '#features/sealing/core/bytes.ts'

/** What a later revision did to a document. */
export interface Changes {
  /** What nobody may do to a signed document, Chinese, e.g. `增加了 1 页`. */
  findings: string[]
  /** Pages (from 1) on which signatures were added. */
  signedPages: number[]
}

/** Kept by whoever appends a signature: the form with its field, long-term data, marks of the version. */
const OPEN_KEYS = new Set(['Pages', 'AcroForm', 'DSS', 'Extensions', 'Metadata', 'Version'])

/**
 * Compares two revisions of a file by what they show: pages with all that they draw, marks on them, form and catalogue. Signatures
 * that were added are no change; anything else is named.
 */
export function changesBetween(before: PDF, after: PDF): Changes {
  const comparison = new Comparison(before, after)
  const changes: Changes = { findings: [], signedPages: [] }
  comparePages(comparison, changes)
  compareCatalog(comparison, changes)
  return changes
}

function comparePages(comparison: Comparison, changes: Changes): void {
  const [old, now] = [comparison.before.getPages(), comparison.after.getPages()]
  const places = new Map(now.map((page, index) => [page.ref.toString(), index]))
  const kept = old.flatMap((page) => {
    const place = places.get(page.ref.toString())
    return place === undefined ? [] : [{ page, place }]
  })
  if (kept.length < old.length) changes.findings.push(`删除了 ${old.length - kept.length} 页`)
  if (kept.length < now.length) changes.findings.push(`增加了 ${now.length - kept.length} 页`)
  if (kept.some(({ place }, index) => index > 0 && place < kept[index - 1]!.place)) changes.findings.push('改变了页序')
  for (const { page, place } of kept) comparePage(comparison, { before: page, after: now[place]! }, changes)
}

function comparePage(
  comparison: Comparison,
  { before, after }: { before: PDFPage; after: PDFPage },
  changes: Changes,
): void {
  const number = before.index + 1
  if (
    !comparison.areSame(before.dict, after.dict, ['Parent', 'Annots']) ||
    !comparison.inheritsSame(before.dict, after.dict)
  )
    changes.findings.push(`改动了第 ${number} 页的内容`)
  if (before.rotation !== after.rotation || String(boxOf(before)) !== String(boxOf(after)))
    changes.findings.push(`改动了第 ${number} 页的大小或方向`)
  const [old, now] = [comparison.listOf('before', before.dict), comparison.listOf('after', after.dict)]
  const isKept = old.every((mark, index) => now[index] !== undefined && comparison.isSameMark(mark, now[index]))
  if (!isKept) changes.findings.push(`改动或删除了第 ${number} 页的批注`)
  for (const mark of now.slice(old.length)) {
    if (comparison.isSignature(mark)) changes.signedPages.push(number)
    else changes.findings.push(`在第 ${number} 页增加了批注`)
  }
}

function boxOf(page: PDFPage): number[] {
  const { x, y, width, height } = page.getCropBox()
  return [x, y, width, height]
}

function compareCatalog(comparison: Comparison, changes: Changes): void {
  const [old, now] = [comparison.before.getCatalog(), comparison.after.getCatalog()]
  const keys = new Set([...old.keys(), ...now.keys()].map(({ value }) => value))
  for (const key of keys)
    if (!OPEN_KEYS.has(key) && !comparison.areSame(old.get(key), now.get(key)))
      changes.findings.push(`改动了文档目录（${key}）`)
  if (!comparison.isSameForm(old, now)) changes.findings.push('改动了表单')
}

class Comparison {
  readonly before: PDF
  readonly after: PDF
  /** Pairs of references that were compared, or are being. */
  private readonly compared = new Set<string>()
  /** References of pages, of nodes of their tree, and of marks on them. */
  private readonly apart = new Set<string>()

  constructor(before: PDF, after: PDF) {
    this.before = before
    this.after = after
    for (const { ref, dict } of before.getPages()) {
      const marks = this.listOf('before', dict).flatMap((mark) => (mark.type === 'ref' ? [mark] : []))
      const above = this.nodesAbove('before', dict).flatMap((node) => before.context.getRef(node) ?? [])
      for (const one of [ref, ...marks, ...above]) this.apart.add(one.toString())
    }
  }

  /** Do two values say the same, through all references? Pages and marks on them are compared where they stand. */
  areSame(a: PdfObject | undefined, b: PdfObject | undefined, besides: readonly string[] = []): boolean {
    if (a?.type === 'ref' && b?.type === 'ref') {
      // Compared on their own, wherever they are pointed at from: by where they stand, since a name proves nothing.
      if (a.toString() === b.toString() && this.apart.has(a.toString())) return true
      const pair = `${a.toString()} ${b.toString()}`
      if (this.compared.has(pair)) return true
      this.compared.add(pair)
    }
    const [x, y] = [this.valueOf('before', a), this.valueOf('after', b)]
    if (x === undefined || y === undefined) return x === y
    if (x.type !== y.type) return false
    switch (x.type) {
      case 'array': {
        const [one, other] = [[...x], [...(y as PdfArray)]]
        return one.length === other.length && one.every((item, i) => this.areSame(item, other[i]))
      }
      case 'dict':
      case 'stream':
        return this.areSameDictionaries(x, y as PdfDict, besides)
      case 'string':
        return equalBytes(x.bytes, (y as typeof x).bytes)
      case 'null':
        return true
      default:
        return (x as { value?: unknown }).value === (y as { value?: unknown }).value
    }
  }

  /** What a page inherits: resources, size, direction. */
  inheritsSame(x: PdfDict, y: PdfDict): boolean {
    const [old, now] = [this.nodesAbove('before', x), this.nodesAbove('after', y)]
    return (
      old.length === now.length &&
      old.every((node, i) => this.areSameDictionaries(node, now[i]!, ['Kids', 'Count', 'Parent', 'Type']))
    )
  }

  isSameMark(a: PdfObject, b: PdfObject): boolean {
    const [x, y] = [this.valueOf('before', a), this.valueOf('after', b)]
    const isSameRef = a.type === 'ref' && b.type === 'ref' && a.toString() === b.toString()
    if (!isSameRef || x?.type !== 'dict' || y?.type !== 'dict') return this.areSame(a, b)
    // A field that waited for a signature has one now.
    const besides = [
      'P',
      'Parent',
      ...(this.isSignature(b) && !x.has('V') ? ['V', 'AP', 'Rect', 'F', 'Kids', 'Type'] : []),
    ]
    return this.areSameDictionaries(x, y, besides)
  }

  isSignature(mark: PdfObject): boolean {
    const value = this.valueOf('after', mark)
    if (value?.type !== 'dict') return false
    const field: PdfDict = value
    const resolve = this.resolver('after')
    const parent = field.getDict('Parent', resolve)
    const type = field.getName('FT', resolve) ?? parent?.getName('FT', resolve)
    const signature = field.getDict('V', resolve) ?? parent?.getDict('V', resolve)
    return type?.value === 'Sig' && signature !== undefined && signature.has('ByteRange')
  }

  isSameForm(old: PdfDict, now: PdfDict): boolean {
    const [x, y] = [old.getDict('AcroForm', this.resolver('before')), now.getDict('AcroForm', this.resolver('after'))]
    if (!y) return !x
    const [fields, more] = [x ? this.listOf('before', x, 'Fields') : [], this.listOf('after', y, 'Fields')]
    return (
      (!x || this.areSameDictionaries(x, y, ['Fields', 'SigFlags', 'DR', 'DA', 'NeedAppearances'])) &&
      fields.every((field, i) => more[i] !== undefined && this.isSameMark(field, more[i])) &&
      more.slice(fields.length).every((field) => this.isSignature(field))
    )
  }

  listOf(side: Side, dictionary: PdfDict, key = 'Annots'): PdfObject[] {
    return [...(dictionary.getArray(key, this.resolver(side)) ?? [])]
  }

  private areSameDictionaries(x: PdfDict, y: PdfDict, besides: readonly string[]): boolean {
    const keys = new Set([...x.keys(), ...y.keys()].map(({ value }) => value))
    for (const key of besides) keys.delete(key)
    for (const key of keys) if (!this.areSame(x.get(key), y.get(key))) return false
    return x.type !== 'stream' || equalBytes((x as PdfStream).data, (y as PdfStream).data)
  }

  /** Nodes of the tree of pages above one, the nearest first. */
  private nodesAbove(side: Side, page: PdfDict): PdfDict[] {
    const nodes: PdfDict[] = []
    for (let node = page.getDict('Parent', this.resolver(side)); node && !nodes.includes(node);)
      node = nodes[nodes.push(node) - 1]!.getDict('Parent', this.resolver(side))
    return nodes
  }

  private valueOf(side: Side, value: PdfObject | undefined): PdfObject | undefined {
    return value?.type === 'ref' ? (this.resolver(side)(value) ?? undefined) : value
  }

  private resolver(side: Side) {
    const { context } = this[side]
    return context.resolve.bind(context)
  }
}

type Side = 'before' | 'after'
