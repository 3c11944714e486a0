import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LineRuleType,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import type { Column, DocumentData, Part } from './document.ts'

const FONT = { ascii: 'Times New Roman', eastAsia: '宋体', hAnsi: 'Times New Roman' }
const HEAD_FONT = { ascii: 'Arial', eastAsia: '黑体', hAnsi: 'Arial' }
/** Half points. */
const BODY = 22
const SMALL = 18
const HEADINGS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const
const ALIGN = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT } as const

/** The same document as Word: table heads repeated on every page, 第 x 页 共 y 页 at its foot. */
export function documentWord(document: DocumentData): Promise<Buffer> {
  const { title, subtitle, org, number, flipped = false, intro = null, parts, seal } = document
  const children = [
    paragraph(org, { size: SMALL, align: 'center' }),
    paragraph(title, { size: 40, bold: true, align: 'center' }),
    paragraph(subtitle, { size: BODY, align: 'center' }),
    paragraph(`编号：${number}`, { size: SMALL, align: 'center' }),
    ...rich(intro),
    ...parts.flatMap(partOf),
    ...(seal
      ? [
          heading(seal.title ?? '数字签名与校验信息', 1),
          factTable([...(seal.facts ?? []), ...seal.hashes]),
          ...(seal.note ? [paragraph(seal.note, { size: SMALL })] : []),
        ]
      : []),
  ]
  const orientation = flipped ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT
  return Packer.toBuffer(
    new Document({
      title,
      creator: org,
      styles: { default: { document: { run: { font: FONT, size: BODY, language: { eastAsia: 'zh-CN' } } } } },
      sections: [
        {
          properties: { page: { size: { orientation } } },
          headers: { default: new Header({ children: [paragraph(`${org}　${title}`, { size: 17, align: 'right' })] }) },
          footers: {
            default: new Footer({
              children: [
                new Paragraph({
                  alignment: AlignmentType.CENTER,
                  children: [
                    new TextRun({
                      size: 17,
                      children: ['第 ', PageNumber.CURRENT, ' 页 共 ', PageNumber.TOTAL_PAGES, ' 页'],
                    }),
                  ],
                }),
              ],
            }),
          },
          children,
        },
      ],
    }),
  )
}

function partOf(part: Part): (Paragraph | Table)[] {
  const { title = '', level = 1, intro = null, note = '', facts = [], columns = [], rows = [], lines = [] } = part
  return [
    ...(title ? [heading(title, level)] : []),
    ...rich(intro),
    ...(note ? [paragraph(note)] : []),
    ...(facts.length > 0 ? [factTable(facts)] : []),
    ...(rows.length > 0 ? [table(columns, rows)] : []),
    ...lines.map((l) => paragraph(`${l.label} = ${l.expression} = ${l.value}`, { size: SMALL })),
  ]
}

function heading(text: string, level: 1 | 2 | 3): Paragraph {
  return new Paragraph({
    heading: HEADINGS[level - 1]!,
    keepNext: true,
    spacing: { before: 240, after: 120 },
    children: [new TextRun({ text, bold: true, color: '1a1d21', font: HEAD_FONT, size: [26, 23, 22][level - 1]! })],
  })
}

function paragraph(
  text: string,
  { size = BODY, bold = false, align = 'left' }: { size?: number; bold?: boolean; align?: keyof typeof ALIGN } = {},
): Paragraph {
  const runs = text
    .split('\n')
    .map((line, i) => new TextRun({ text: line, size, bold, ...(i > 0 ? { break: 1 } : {}) }))
  return new Paragraph({
    alignment: ALIGN[align],
    spacing: { line: 320, lineRule: LineRuleType.AUTO, after: 80 },
    children: runs,
  })
}

function table(columns: readonly Column[], rows: readonly Record<string, string | number | null>[]): Table {
  const whole = columns.reduce((sum, c) => sum + (c.width ?? 1), 0)
  const cell = (text: string, column: Column, isHead: boolean) =>
    new TableCell({
      width: { size: Math.round(((column.width ?? 1) / whole) * 100), type: WidthType.PERCENTAGE },
      ...(isHead ? { shading: { fill: 'F3F5F7' } } : {}),
      children: [paragraph(text, { size: SMALL, bold: isHead, align: isHead ? 'center' : (column.align ?? 'left') })],
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      new TableRow({ tableHeader: true, cantSplit: true, children: columns.map((c) => cell(c.title, c, true)) }),
      ...rows.map(
        (row) =>
          new TableRow({ cantSplit: true, children: columns.map((c) => cell(String(row[c.key] ?? ''), c, false)) }),
      ),
    ],
  })
}

function factTable(facts: readonly (readonly [string, string])[]): Table {
  const columns: Column[] = [
    { key: 'label', title: '项目', width: 1 },
    { key: 'value', title: '内容', width: 3 },
  ]
  return table(
    columns,
    facts.map(([label, value]) => ({ label, value: value || '—' })),
  )
}

/** Words of a template or of the purchaser's side: paragraphs with their text; tables and pictures stay in the PDF. */
function rich(node: RichNode | null): Paragraph[] {
  if (node === null) return []
  return (node.content ?? []).map((child) => paragraph(textOf(child)))
}

function textOf(node: RichNode): string {
  if (node.type === 'hardBreak') return '\n'
  if (node.text !== undefined) return node.text
  return (node.content ?? []).map(textOf).join(node.type === 'bulletList' || node.type === 'orderedList' ? '\n' : '')
}
