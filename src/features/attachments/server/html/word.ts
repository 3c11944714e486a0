import {
  AlignmentType,
  BorderStyle,
  convertInchesToTwip,
  Document,
  type FileChild,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { RichNode } from '#server/pdf/rich-text.ts'

export interface WordPicture {
  data: Uint8Array
  mime: string
  /** px */
  width: number
  height: number
}

export interface WordContent {
  title: string
  nodes: readonly RichNode[]
  pictures: Readonly<Record<string, WordPicture>>
}

/** Fonts that Word has on Chinese systems; other systems have theirs to stand in. */
const BODY = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' } as const
const HEAD = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '黑体' } as const
const HEADINGS = [1, 2, 3, 4, 5, 6].map((level) => HeadingLevel[`HEADING_${level}` as 'HEADING_1'])
const ALIGN: Readonly<Record<string, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justify: AlignmentType.BOTH,
}
const BULLETS = 'bullets'
const NUMBERS = 'numbers'
/** Width of the text on A4 with 2.5 cm margins, px at 96 dpi. */
const TEXT_WIDTH = 604
const BORDER = { style: BorderStyle.SINGLE, size: 4, color: '8a939e' } as const

/** Sanitised rich text as a Word document on A4: real headings, lists and tables whose head rows repeat on each page. */
export async function wordOf({ title, nodes, pictures }: WordContent): Promise<Uint8Array> {
  const writer = new Writer(pictures)
  const body = writer.blocks(nodes, { list: null, indent: true })
  const head = title
    ? [new Paragraph({ heading: HeadingLevel.TITLE, alignment: AlignmentType.CENTER, children: [new TextRun(title)] })]
    : []
  const document = new Document({
    ...(title ? { title } : {}),
    creator: '开标',
    styles: {
      default: {
        document: { run: { font: BODY, size: 24 }, paragraph: { spacing: { line: 360, after: 80 } } },
        title: { run: { font: HEAD, size: 36, bold: true }, paragraph: { spacing: { after: 240 } } },
        ...Object.fromEntries(
          [32, 30, 28, 26, 24, 24].map((size, i) => [
            `heading${i + 1}`,
            {
              run: { font: HEAD, size, bold: true, color: '1a1d21' },
              paragraph: { spacing: { before: 200, after: 100 } },
            },
          ]),
        ),
      },
    },
    numbering: { config: [levels(BULLETS, LevelFormat.BULLET, '•'), levels(NUMBERS, LevelFormat.DECIMAL, null)] },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11906, height: 16838 },
            margin: { top: 1417, bottom: 1417, left: 1417, right: 1417 },
          },
        },
        children: [...head, ...(body.length > 0 ? body : [new Paragraph('')])],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

function levels(reference: string, format: (typeof LevelFormat)[keyof typeof LevelFormat], sign: string | null) {
  return {
    reference,
    levels: Array.from({ length: 9 }, (_, level) => ({
      level,
      format,
      text: sign ?? `%${level + 1}.`,
      alignment: AlignmentType.LEFT,
      style: {
        paragraph: { indent: { left: convertInchesToTwip(0.3 * (level + 1)), hanging: convertInchesToTwip(0.25) } },
      },
    })),
  }
}

interface Place {
  list: { reference: string; level: number; instance: number } | null
  /** First lines are set in by two characters, as in Chinese letters. */
  indent: boolean
  quote?: boolean
}

class Writer {
  readonly #pictures: WordContent['pictures']
  #lists = 0

  constructor(pictures: WordContent['pictures']) {
    this.#pictures = pictures
  }

  blocks(nodes: readonly RichNode[], place: Place): FileChild[] {
    return nodes.flatMap((node) => this.#block(node, place))
  }

  #block(node: RichNode, place: Place): FileChild[] {
    const align = node.attrs?.textAlign
    const alignment = typeof align === 'string' ? ALIGN[align] : undefined
    const common = { ...(alignment ? { alignment } : {}), ...(place.quote ? { indent: { left: 480 } } : {}) }
    switch (node.type) {
      case 'paragraph': {
        const indent = place.indent && (alignment === undefined || alignment === AlignmentType.LEFT)
        return [
          new Paragraph({
            ...common,
            ...(place.list ? { numbering: place.list } : indent ? { indent: { firstLine: 480 } } : {}),
            children: runs(node.content),
          }),
        ]
      }
      case 'heading':
        return [
          new Paragraph({ ...common, heading: HEADINGS[Number(node.attrs?.level) - 1]!, children: runs(node.content) }),
        ]
      case 'bulletList':
      case 'orderedList':
        return this.#list(node, place)
      case 'blockquote':
        return this.blocks(node.content ?? [], { list: null, indent: false, quote: true })
      case 'horizontalRule':
        return [new Paragraph({ border: { bottom: { ...BORDER, space: 1 } }, children: [] })]
      case 'image':
        return this.#image(String(node.attrs?.file))
      case 'table':
        return [this.#table(node)]
      default:
        throw new Error(`a node that the sanitiser does not make: ${node.type}`)
    }
  }

  #list(node: RichNode, place: Place): FileChild[] {
    const level = place.list ? Math.min(8, place.list.level + 1) : 0
    const list = { reference: node.type === 'orderedList' ? NUMBERS : BULLETS, level, instance: ++this.#lists }
    return (node.content ?? []).flatMap((item) =>
      (item.content ?? []).flatMap((child, i) =>
        this.#block(
          child,
          i === 0 || child.type.endsWith('List') ? { list, indent: false } : { list: null, indent: false },
        ),
      ),
    )
  }

  #image(name: string): FileChild[] {
    const picture = this.#pictures[name]
    if (!picture) return []
    const scale = Math.min(1, TEXT_WIDTH / picture.width)
    const image = new ImageRun({
      type: picture.mime === 'image/png' ? 'png' : 'jpg',
      data: picture.data,
      transformation: { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) },
    })
    return [new Paragraph({ children: [image] })]
  }

  #table(node: RichNode): Table {
    const rows = node.content ?? []
    const firstBody = rows.findIndex((row) => (row.content ?? []).some((cell) => cell.type !== 'tableHeader'))
    const heads = firstBody === -1 ? 0 : firstBody
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: rows.map(
        (row, y) =>
          new TableRow({
            tableHeader: y < heads,
            cantSplit: true,
            children: (row.content ?? []).map((cell) => this.#cell(cell, rows.length - y)),
          }),
      ),
    })
  }

  #cell(cell: RichNode, rowsLeft: number): TableCell {
    const content = this.blocks(cell.content ?? [], { list: null, indent: false })
    return new TableCell({
      columnSpan: Number(cell.attrs?.colspan ?? 1),
      rowSpan: Math.min(rowsLeft, Number(cell.attrs?.rowspan ?? 1)),
      borders: { top: BORDER, bottom: BORDER, left: BORDER, right: BORDER },
      margins: { top: 60, bottom: 60, left: 100, right: 100 },
      ...(cell.type === 'tableHeader' ? { shading: { type: ShadingType.CLEAR, fill: 'f3f5f7' } } : {}),
      // Word demands a paragraph at the end of every cell.
      children:
        content.at(-1) instanceof Paragraph
          ? (content as Paragraph[])
          : [...(content as Paragraph[]), new Paragraph('')],
    })
  }
}

function runs(content: readonly RichNode[] = []): ParagraphChild[] {
  return content.map((node) => {
    if (node.type === 'hardBreak') return new TextRun({ break: 1 })
    const marks = new Set((node.marks ?? []).map((mark) => mark.type))
    const href = node.marks?.find((mark) => mark.type === 'link')?.attrs?.href
    // As on paper: an address one can read. A live link would be one click away from whoever wrote it.
    const text = typeof href === 'string' && href !== node.text ? `${node.text}（${href}）` : (node.text ?? '')
    return new TextRun({
      text,
      ...(marks.has('bold') ? { bold: true } : {}),
      ...(marks.has('italic') ? { italics: true } : {}),
      ...(marks.has('underline') ? { underline: {} } : {}),
      ...(marks.has('strike') ? { strike: true } : {}),
    })
  })
}
