import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { renderPdf } from './render.ts'
import { richTextToTypst, type RichNode } from './rich-text.ts'

const text = (value: string, ...marks: string[]): RichNode => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
})
const p = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content })
const cell = (value: string, attrs: object = {}, type = 'tableCell'): RichNode => ({
  type,
  attrs: { ...attrs },
  content: [p(text(value))],
})
const table = (...rows: RichNode[][]): RichNode => ({
  type: 'table',
  content: rows.map((content) => ({ type: 'tableRow', content })),
})
const list = (type: string, ...items: RichNode[][]): RichNode => ({
  type,
  content: items.map((content) => ({ type: 'listItem', content })),
})

async function rendered(nodes: RichNode[]): Promise<string> {
  const template = '#import "base.typ": *\n#show: official.with(title: "标题")\n#rich(input)'
  const task = getDocument({
    data: new Uint8Array(await renderPdf(template, richTextToTypst(nodes), { at: new Date(0) })),
    verbosity: 0,
  })
  const document = await task.promise
  let all = ''
  for (let i = 1; i <= document.numPages; i++) {
    const { items } = await (await document.getPage(i)).getTextContent()
    all += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  await task.destroy()
  return all.replace(/\s/g, '')
}

describe('every node of the closed set comes out', () => {
  test('text with all marks, breaks, headings, lists, quotes, rules', async () => {
    const out = await rendered([
      { type: 'heading', attrs: { level: 1 }, content: [text('一、总则')] },
      { type: 'heading', attrs: { level: 6, textAlign: 'center' }, content: [text('小标题')] },
      p(
        text('粗', 'bold'),
        text('斜', 'italic'),
        text('线', 'underline'),
        text('删', 'strike'),
        { type: 'hardBreak' },
        text('全', 'bold', 'italic', 'underline'),
      ),
      p(),
      list('bulletList', [p(text('甲')), list('orderedList', [p(text('乙'))], [p(text('丙'))])]),
      { ...list('orderedList', [p(text('第七条'))]), attrs: { start: 7 } },
      { type: 'blockquote', content: [p(text('引文'))] },
      { type: 'horizontalRule' },
    ])
    for (const part of ['一、总则', '小标题', '粗斜线删全', '甲', '1.乙', '2.丙', '7.第七条', '引文'])
      expect(out).toContain(part)
  })

  test('tables with spans and a repeated head', async () => {
    const head = [cell('因素', {}, 'tableHeader'), cell('分值', {}, 'tableHeader')]
    const rows = Array.from({ length: 60 }, (_, i) => [cell(`第${i}项`), cell('5')])
    const out = await rendered([table(head, ...rows, [cell('合计', { colspan: 2 })])])
    expect(out.split('因素分值').length - 1).toBeGreaterThan(1)
    expect(out).toContain('合计')
  })

  test('a link shows where it leads', async () => {
    const link: RichNode = {
      type: 'text',
      text: '公告',
      marks: [{ type: 'link', attrs: { href: 'https://example.org/n/1' } }],
    }
    expect(await rendered([p(link)])).toContain('公告（https://example.org/n/1）')
  })

  test('no table can break the document, however wrong its spans', async () => {
    const wild = [
      table([cell('a', { colspan: 3 }), cell('b', { rowspan: 99 })], [cell('c'), cell('d', { colspan: 5 })]),
      table([cell('a', { rowspan: 2 }), cell('b')], [cell('c', { colspan: 2 })], []),
      table([cell('h', { rowspan: 3 }, 'tableHeader'), cell('h', {}, 'tableHeader')], [cell('x')], [cell('y')]),
      table([cell('h', { colwidth: [-5] }, 'tableHeader')], [cell('x', { colwidth: ['9'], colspan: 0, rowspan: -1 })]),
      table([cell('only', {}, 'tableHeader')]),
      table(),
      table([]),
    ]
    for (const node of wild) expect(await rendered([node])).toContain('标题')
  })
})

describe('a document does not lose words silently', () => {
  test.each<[string, RichNode]>([
    ['codeBlock', { type: 'codeBlock', content: [text('x')] }],
    ['image', p({ type: 'image', attrs: { src: 'x' } })],
    ['highlight', p(text('x', 'highlight'))],
    ['paragraph', { type: 'bulletList', content: [p(text('x'))] }],
    ['tableCell', { type: 'table', content: [cell('x')] }],
    ['undefined', {} as RichNode],
  ])('%s is refused', (name, node) => {
    expect(() => richTextToTypst([node])).toThrow(`富文本包含不支持的内容：${name}`)
  })

  test('so is what would never end', () => {
    let deep: RichNode = p(text('x'))
    for (let i = 0; i < 30; i++) deep = { type: 'blockquote', content: [deep] }
    expect(() => richTextToTypst([deep])).toThrow('富文本嵌套过深')
    expect(() => richTextToTypst(Array.from({ length: 50_001 }, () => p()))).toThrow('富文本内容过长')
    expect(() => richTextToTypst([table(Array.from({ length: 61 }, () => cell('x')))])).toThrow('表格超过 60 列')
  })
})

test('a doc node and its content are the same', () => {
  const nodes = [p(text('x'))]
  expect(richTextToTypst({ type: 'doc', content: nodes })).toEqual(richTextToTypst(nodes))
  expect(richTextToTypst({ type: 'doc' })).toEqual([])
})
