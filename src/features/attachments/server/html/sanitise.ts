import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { RichNode } from '#server/pdf/rich-text.ts'
import { alignOf, hrefOf, pictureOf, type PictureSource, spanOf } from './attributes.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

export interface Sanitised {
  nodes: RichNode[]
  /** Pictures that the nodes show, by the name they have there. */
  pictures: { name: string; source: PictureSource }[]
  /** What was left out, in Chinese, each once. */
  dropped: string[]
}

/** Elements that go with everything in them, and what is said of it. */
const GONE: Readonly<Record<string, string>> = {
  script: '脚本',
  noscript: '脚本',
  template: '脚本',
  style: '样式',
  link: '样式',
  meta: '页面信息',
  base: '页面信息',
  title: '',
  head: '',
  iframe: '嵌入页面',
  frame: '嵌入页面',
  frameset: '嵌入页面',
  object: '嵌入对象',
  embed: '嵌入对象',
  applet: '嵌入对象',
  svg: '矢量图形',
  math: '公式',
  canvas: '嵌入对象',
  audio: '音视频',
  video: '音视频',
  input: '表单',
  select: '表单',
  textarea: '表单',
  button: '表单',
}
const MARKS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
}
const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/** Blocks inside blocks, tables inside tables: deeper text is kept, flat. */
const MAX_DEPTH = 10
const MAX_TABLES = 2
const MAX_COLUMNS = 40
const MAX_NODES = 20_000
const MAX_PICTURES = 50

/**
 * HTML as the closed set of rich-text nodes, parsed as browsers do. Only text, structure, four marks, web links,
 * alignment and pictures of ours come through; nothing is ever fetched. Takes anything and always ends; what is nested
 * too deep becomes plain paragraphs.
 */
export function sanitise(html: string): Sanitised {
  const state = new Sanitiser()
  const nodes = state.blocks(parse(html).childNodes, { depth: 0, tables: 0 })
  return { nodes, pictures: state.pictures, dropped: [...state.dropped] }
}

interface Place {
  depth: number
  tables: number
}

class Sanitiser {
  readonly pictures: Sanitised['pictures'] = []
  readonly dropped = new Set<string>()
  #left = MAX_NODES

  blocks(children: readonly Node[], place: Place): RichNode[] {
    const out: RichNode[] = []
    let line: RichNode[] = []
    const flush = () => {
      const content = trimmed(line)
      if (content.length > 0) out.push({ type: 'paragraph', content })
      line = []
    }
    // An own stack: what a hostile page nests a hundred thousand deep must not use up ours.
    const stack: { node: Node; marks: Marks }[] = children.toReversed().map((node) => ({ node, marks: NO_MARKS }))
    while (stack.length > 0) {
      const { node, marks } = stack.pop()!
      if (this.#left <= 0) {
        this.dropped.add('超出长度的内容')
        break
      }
      if (node.nodeName === '#text') {
        this.#left--
        line.push(textNode((node as DefaultTreeAdapterTypes.TextNode).value, marks))
      } else if ('tagName' in node) {
        if (this.#gone(node)) continue
        if (node.tagName === 'br') {
          this.#left--
          line.push({ type: 'hardBreak' })
        } else if (node.tagName === 'img') {
          flush()
          const picture = this.#picture(node)
          if (picture) out.push(picture)
        } else if (BLOCKS.has(node.tagName)) {
          this.#left--
          flush()
          out.push(...this.#block(node, place))
        } else {
          const inner = marked(node, marks, this.dropped)
          for (const child of node.childNodes.toReversed()) stack.push({ node: child, marks: inner })
        }
      }
    }
    flush()
    return out
  }

  #gone(element: Element): boolean {
    const { tagName, attrs } = element
    if (attrs.some(({ name }) => name.startsWith('on'))) this.dropped.add('脚本')
    if (!Object.hasOwn(GONE, tagName)) return false
    // Every document has a head, mostly empty.
    if (GONE[tagName]) this.dropped.add(GONE[tagName])
    if (tagName === 'head') for (const child of element.childNodes) if ('tagName' in child) this.#gone(child)
    return true
  }

  #block(element: Element, place: Place): RichNode[] {
    if (place.depth >= MAX_DEPTH) {
      this.dropped.add('过深的嵌套（文字保留）')
      return this.#flat(element)
    }
    const inner = { ...place, depth: place.depth + 1 }
    const within = () => this.blocks(element.childNodes, inner)
    switch (element.tagName) {
      case 'hr':
        return [{ type: 'horizontalRule' }]
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': {
        const content = joined(within())
        const attrs = { level: Number(element.tagName[1]), ...alignOf(element) }
        return content.length > 0 ? [{ type: 'heading', attrs, content }] : []
      }
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        // Lists in lists take long to lay out: six of them are enough for any outline.
        return this.#list(element, { ...inner, depth: place.depth + MAX_DEPTH / 6 })
      case 'blockquote': {
        const content = within()
        return content.length > 0 ? [{ type: 'blockquote', content }] : []
      }
      case 'table':
        if (place.tables >= MAX_TABLES) {
          this.dropped.add('过深的嵌套（文字保留）')
          return this.#flat(element)
        }
        return this.#table(element, { ...inner, tables: place.tables + 1 })
      default:
        // A box adds nothing on paper: only its alignment counts, so it is no level of nesting either.
        return aligned(this.blocks(element.childNodes, boxed(element, place)), element)
    }
  }

  #list(element: Element, place: Place): RichNode[] {
    const items = element.childNodes.flatMap((child): RichNode[] => {
      if (!('tagName' in child) || this.#gone(child)) return []
      const content = this.blocks(child.tagName === 'li' ? child.childNodes : [child], place)
      return content.length > 0 ? [{ type: 'listItem', content }] : []
    })
    if (items.length === 0) return []
    const start = Number(element.attrs.find(({ name }) => name === 'start')?.value ?? 1)
    return element.tagName === 'ol'
      ? [{ type: 'orderedList', attrs: { start: Number.isInteger(start) ? start : 1 }, content: items }]
      : [{ type: 'bulletList', content: items }]
  }

  #table(element: Element, place: Place): RichNode[] {
    const rows: RichNode[] = []
    const before: RichNode[] = []
    for (const part of element.childNodes) {
      if (!('tagName' in part) || this.#gone(part)) continue
      if (part.tagName === 'caption') before.push(...this.blocks(part.childNodes, place))
      const inHead = part.tagName === 'thead'
      const lines = part.tagName === 'tr' ? [part] : part.childNodes
      for (const row of lines) if ('tagName' in row && row.tagName === 'tr') rows.push(this.#row(row, place, inHead))
    }
    const filled = rows.filter((row) => row.content!.length > 0)
    return filled.length > 0 ? [...before, { type: 'table', content: filled }] : before
  }

  #row(row: Element, place: Place, inHead: boolean): RichNode {
    let columns = 0
    const content: RichNode[] = []
    for (const cell of row.childNodes) {
      if (!('tagName' in cell) || (cell.tagName !== 'td' && cell.tagName !== 'th')) continue
      const attrs = { colspan: spanOf(cell, 'colspan', MAX_COLUMNS), rowspan: spanOf(cell, 'rowspan', 500) }
      columns += attrs.colspan
      if (columns > MAX_COLUMNS) {
        this.dropped.add(`表格第 ${MAX_COLUMNS} 列以后的内容`)
        break
      }
      const type = inHead || cell.tagName === 'th' ? 'tableHeader' : 'tableCell'
      content.push({ type, attrs, content: aligned(this.blocks(cell.childNodes, place), cell) })
    }
    return { type: 'tableRow', content }
  }

  /** All text below an element, a paragraph for each block that has some. */
  #flat(element: Element): RichNode[] {
    const out: RichNode[] = []
    let text = ''
    const flush = () => {
      const content = trimmed([textNode(text, NO_MARKS)])
      if (content.length > 0) out.push({ type: 'paragraph', content })
      text = ''
    }
    const stack: Node[] = [element]
    while (stack.length > 0 && this.#left > 0) {
      const node = stack.pop()!
      if (node.nodeName === '#text') {
        this.#left--
        text += (node as DefaultTreeAdapterTypes.TextNode).value
      } else if ('tagName' in node && !this.#gone(node)) {
        if (BLOCKS.has(node.tagName) || node.tagName === 'br') flush()
        stack.push(...node.childNodes.toReversed())
      }
    }
    flush()
    return out
  }

  #picture(element: Element): RichNode | null {
    const source = pictureOf(element)
    if (!source || this.pictures.length >= MAX_PICTURES) {
      this.dropped.add(source ? `第 ${MAX_PICTURES} 张以后的图片` : '外部图片')
      return null
    }
    const name = `img-${this.pictures.length + 1}`
    this.pictures.push({ name, source })
    return { type: 'image', attrs: { file: name } }
  }
}

/** Boxes without own meaning are not levels, but what a page nests a thousand deep must end somewhere. */
function boxed(element: Element, place: Place): Place {
  const single = element.childNodes.length === 1 && 'tagName' in element.childNodes[0]!
  return { ...place, depth: place.depth + (single ? 0.2 : 0.5) }
}

interface Marks {
  types: readonly string[]
  href: string | null
}
const NO_MARKS: Marks = { types: [], href: null }

function marked(element: Element, marks: Marks, dropped: Set<string>): Marks {
  if (element.tagName === 'a') {
    const href = hrefOf(element)
    if (href === undefined) dropped.add('不安全的链接')
    return { ...marks, href: href ?? null }
  }
  const type = MARKS[element.tagName]
  return type === undefined || marks.types.includes(type) ? marks : { ...marks, types: [...marks.types, type] }
}

function textNode(value: string, marks: Marks): RichNode {
  // Control characters have no place in documents, and XML refuses them.
  const text = value.replace(/[\s\u00a0]+/g, ' ').replace(/[\u0000-\u001f\u007f\ufffe\uffff]|\p{Cs}/gu, '')
  const types: NonNullable<RichNode['marks']> = marks.types.map((type) => ({ type }))
  if (marks.href !== null) types.push({ type: 'link', attrs: { href: marks.href } })
  return { type: 'text', text, ...(types.length > 0 ? { marks: types } : {}) }
}

/** A line without blank ends and empty pieces; nothing when only blanks are left. */
function trimmed(line: RichNode[]): RichNode[] {
  const full = line.filter((node) => node.type !== 'text' || node.text !== '')
  while (full[0]?.type === 'text' && full[0].text!.trimStart() === '') full.shift()
  while (full.length > 0 && (full.at(-1)!.type === 'hardBreak' || full.at(-1)!.text?.trimEnd() === '')) full.pop()
  if (full[0]?.type === 'text') full[0] = { ...full[0], text: full[0].text!.trimStart() }
  return full
}

/** The inline content of all paragraphs: a heading is one line. */
function joined(nodes: readonly RichNode[]): RichNode[] {
  return nodes.filter((node) => node.type === 'paragraph').flatMap((node) => node.content ?? [])
}

function aligned(nodes: RichNode[], element: Element): RichNode[] {
  const align = alignOf(element)
  if (align.textAlign === undefined) return nodes
  return nodes.map((node) =>
    (node.type === 'paragraph' || node.type === 'heading') && node.attrs?.textAlign === undefined
      ? { ...node, attrs: { ...node.attrs, ...align } }
      : node,
  )
}
