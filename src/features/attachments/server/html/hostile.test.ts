import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { renderPdf } from '#server/pdf/render.ts'
import { type RichNode, richTextToTypst } from '#server/pdf/rich-text.ts'
import { sanitise } from './sanitise.ts'
import { wordOf } from './word.ts'

const ALLOWED = new Set(
  'paragraph heading bulletList orderedList listItem blockquote horizontalRule table tableRow tableHeader tableCell text hardBreak image'.split(
    ' ',
  ),
)

function each(nodes: readonly RichNode[], visit: (node: RichNode, depth: number) => void, depth = 0): void {
  for (const node of nodes) {
    visit(node, depth)
    each(node.content ?? [], visit, depth + 1)
  }
}

function textOf(nodes: readonly RichNode[]): string {
  let text = ''
  each(nodes, (node) => (text += node.text ?? ''))
  return text
}

/** What both writers take: known nodes only, not too deep, and they write it. */
async function written(html: string): Promise<{ pdf: Buffer; word: Uint8Array; text: string; dropped: string[] }> {
  const { nodes, pictures, dropped } = sanitise(html)
  each(nodes, (node, depth) => {
    expect(ALLOWED.has(node.type)).toBe(true)
    expect(depth).toBeLessThan(40)
  })
  const shown = nodes.filter((node) => node.type !== 'image')
  const content = richTextToTypst(shown)
  const pdf = await renderPdf('#import "base.typ": *\n#show: official.with(title: "t")\n#rich(input)', content, {
    at: new Date(0),
  })
  expect(pictures.length).toBeLessThanOrEqual(50)
  return { pdf, word: await wordOf({ title: '', nodes, pictures: {} }), text: textOf(nodes), dropped }
}

const STEPS: [what: string, html: string, kept: string, dropped: string][] = [
  ['script', '<p>前</p><script>alert(1)</script><p>后</p>', '前后', '脚本'],
  ['script in svg', '<svg><script>x()</script></svg>文', '文', '矢量图形'],
  ['svg onload', '<svg onload=alert(1)><text>图</text></svg>文', '文', '矢量图形'],
  ['handler', '<p onclick="x()">点</p>', '点', '脚本'],
  ['css import', '<style>@import url(http://127.0.0.1/x.css)</style>文', '文', '样式'],
  ['link', '<link rel=stylesheet href="file:///etc/passwd">文', '文', '样式'],
  ['meta refresh', '<meta http-equiv=refresh content="0;url=http://10.0.0.1/">文', '文', '页面信息'],
  ['base', '<base href="http://evil.example/">文', '文', '页面信息'],
  ['font family', '<p style="font-family:Evil;text-align:center">文</p>', '文', ''],
  ['file picture', '<img src="file:///etc/passwd">文', '文', '外部图片'],
  ['local picture', '<img src="http://127.0.0.1:9/x.png">文', '文', '外部图片'],
  ['metadata picture', '<img src="http://169.254.169.254/latest/meta-data/">文', '文', '外部图片'],
  ['relative picture', '<img src="//evil.example/x.png"><img src="../../secret.png">文', '文', '外部图片'],
  ['svg as data', '<img src="data:image/svg+xml;base64,PHN2Zy8+">文', '文', '外部图片'],
  ['page as data', '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>文', '文', '嵌入页面'],
  ['srcdoc', '<iframe srcdoc="<img src=http://127.0.0.1/>"></iframe>文', '文', '嵌入页面'],
  ['object', '<object data="file:///etc/passwd">里</object>文', '文', '嵌入对象'],
  ['script address', '<a href="javascript:alert(1)">点</a>', '点', '不安全的链接'],
  ['data address', '<a href="data:text/html,x">点</a>', '点', '不安全的链接'],
  ['file address', '<a href="file:///etc/passwd">点</a>', '点', '不安全的链接'],
  ['hidden address', '<a href=" jav&#x0A;ascript:alert(1)">点</a>', '点', '不安全的链接'],
  ['form', '<form action="http://evil.example"><input value=x><textarea>t</textarea>文</form>', '文', '表单'],
  ['template', '<template><script>x</script></template>文', '文', '脚本'],
  [
    'mutation',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>文',
    '文',
    '',
  ],
  ['comment', '<!--<script>alert(1)</script>-->文<!--->', '文', ''],
  ['entities', '&lt;script&gt;&#0;&#xFFFFFFFF;&bogus;&amp;amp;', '<script>\ufffd\ufffd&bogus;&amp;', ''],
  ['half a tag', '<p>文<scr<script>ipt>x</p', '文ipt>x', ''],
  [
    'typst',
    '#eval("1") #import "x.typ" $ #read("/etc/passwd")',
    '#eval("1") #import "x.typ" $ #read("/etc/passwd")',
    '',
  ],
]

describe('hostile HTML', () => {
  test.each(STEPS)('%s', async (_what, html, kept, dropped) => {
    const result = await written(html)
    expect(result.dropped).toEqual(expect.arrayContaining(dropped ? [dropped] : []))
    expect(result.text.replace(/\s/g, '')).toContain(kept.replace(/\s/g, '').slice(0, 30))
    const forbidden = ['alert(1)', 'evil.example', '/etc/passwd', '127.0.0.1'].filter((word) => !kept.includes(word))
    expect(forbidden.filter((word) => result.text.includes(word))).toEqual([])
    expect(result.pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const xml = await partOf(result.word, 'word/document.xml')
    expect(xml).not.toMatch(/javascript:|<script|onerror/i)
  })

  test.each<[string, string]>([
    ['tables', '<table><tr><td>深'.repeat(10_000)],
    ['boxes', '<div>'.repeat(100_000) + '深'],
    ['lists', '<ul><li>深'.repeat(10_000)],
    ['quotes', '<blockquote>深'.repeat(10_000)],
    ['marks', '<b><i><u><a href="http://a.example">'.repeat(10_000) + '深'],
    ['misnested marks', '<b><p>深'.repeat(10_000)],
    ['forms in tables', '<table><form>深'.repeat(10_000)],
    ['a table as wide as it is tall', `<table>${`<tr>${'<td>深'.repeat(500)}`.repeat(100)}`],
    ['spans beyond reason', '<table><tr><td rowspan=99999999 colspan=99999999>深<td>x'.repeat(100)],
    ['attributes', `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}=1`).join(' ')}>深`],
  ])(
    'ten thousand deep: %s',
    async (_what, html) => {
      const { text } = await written(html)
      expect(text).toContain('深')
    },
    60_000,
  )

  test('five megabytes of text end, and say so', () => {
    const { nodes, dropped } = sanitise('<p>字</p>'.repeat(500_000))
    expect(dropped).toContain('超出长度的内容')
    expect(nodes.length).toBeLessThan(50_000)
    expect(textOf(sanitise('字'.repeat(5_000_000)).nodes)).toHaveLength(5_000_000)
  })

  test('a billion laughs stay a few: entities of a document type are nothing to HTML', () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "哈"><!ENTITY b "${'&a;'.repeat(10)}">]><p>&b;&b;</p>`
    expect(textOf(sanitise(laughs).nodes)).not.toContain('哈哈')
  })

  test('anything at all is taken, and gives nothing but known nodes', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'<p> </p> <table> <tr> <td colspan=3> <th> <ul> <li> <b> </b> <a href="http://a.example"> <img src=x> <script> </script> <style> <svg> <!-- --> <br> <h1> <h6> <select> <frameset> <body> <html> </html> <thead> <caption> <template> <plaintext>'.split(
          ' ',
        ),
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const { nodes } = sanitise(pieces.join(''))
        each(nodes, (node) => {
          expect(ALLOWED.has(node.type)).toBe(true)
          for (const mark of node.marks ?? [])
            expect(['bold', 'italic', 'underline', 'strike', 'link']).toContain(mark.type)
        })
        richTextToTypst(nodes.filter((node) => node.type !== 'image').map(plain))
        await wordOf({ title: '', nodes, pictures: {} })
      }),
      { numRuns: 120 },
    )
  })
})

test('what is right stays: structure, marks, alignment, lists, a table with head and spans', () => {
  const { nodes, dropped } = sanitise(`
    <h2 align=center>第一章 <b>总则</b></h2>
    <p style="text-align: right">甲 <strong><em>乙</em></strong> <u>丙</u><br>丁 <a href="https://a.example/x">网址</a></p>
    <ol start=3><li>一<ul><li>二</ul><li><p>三</p></ol>
    <table><caption>表</caption><thead><tr><th colspan=2>项</th></tr></thead><tbody><tr><td rowspan=2>1<td>2<tr><td>3</table>
    <blockquote>引</blockquote><hr>`)
  expect(dropped).toEqual([])
  expect(nodes.map((node) => node.type)).toEqual([
    'heading',
    'paragraph',
    'orderedList',
    'paragraph',
    'table',
    'blockquote',
    'horizontalRule',
  ])
  expect(nodes[0]).toMatchObject({ attrs: { level: 2, textAlign: 'center' } })
  expect(nodes[1]!.content!.map((n) => [n.type, n.text?.trim(), n.marks?.map((m) => m.type)])).toEqual([
    ['text', '甲', undefined],
    ['text', '乙', ['bold', 'italic']],
    ['text', '', undefined],
    ['text', '丙', ['underline']],
    ['hardBreak', undefined, undefined],
    ['text', '丁', undefined],
    ['text', '网址', ['link']],
  ])
  expect(nodes[2]).toMatchObject({ attrs: { start: 3 }, content: [{ type: 'listItem' }, { type: 'listItem' }] })
  expect(nodes[4]!.content![0]!.content![0]).toMatchObject({ type: 'tableHeader', attrs: { colspan: 2, rowspan: 1 } })
  expect(nodes[4]!.content![1]!.content![0]).toMatchObject({ type: 'tableCell', attrs: { colspan: 1, rowspan: 2 } })
})

test('a Word document has real headings, and head rows that repeat', async () => {
  const { nodes } = sanitise('<h1>标题</h1><table><thead><tr><th>项<th>值</thead><tr><td>甲<td>1</table>')
  const xml = await partOf(await wordOf({ title: '合同', nodes, pictures: {} }), 'word/document.xml')
  expect(xml).toContain('w:pStyle w:val="Heading1"')
  expect(xml).toContain('<w:tblHeader/>')
  expect(xml).toContain('甲')
})

async function partOf(zip: Uint8Array, name: string): Promise<string> {
  const file = await yauzl.fromBufferPromise(Buffer.from(zip), {})
  for await (const entry of file.eachEntry()) {
    if (entry.fileName === name) return (await buffer(await file.openReadStreamPromise(entry))).toString()
  }
  throw new Error(`no ${name}`)
}

function plain(node: RichNode): RichNode {
  return node.content ? { ...node, content: node.content.filter((c) => c.type !== 'image').map(plain) } : node
}
