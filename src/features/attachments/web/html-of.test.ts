import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RichNode } from '#web/kit/rich-text-nodes.ts'
import { htmlOf } from './html-of.ts'

const text = (value: string, ...marks: string[]): RichNode => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
})

test('every node the editor makes has its element', () => {
  const cell = (type: string, value: string, attrs = {}): RichNode => ({
    type,
    attrs,
    content: [{ type: 'paragraph', content: [text(value)] }],
  })
  const html = htmlOf([
    { type: 'heading', attrs: { level: 2 }, content: [text('一')] },
    { type: 'paragraph', content: [text('甲', 'bold', 'underline'), { type: 'hardBreak' }, text('乙')] },
    { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('项')] }] }] },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [cell('tableHeader', '头', { colspan: 2, rowspan: 1 })] }],
    },
  ])
  expect(html).toBe(
    '<h2>一</h2><p><b><u>甲</u></b><br>乙</p><ol><li><p>项</p></li></ol><table><tr><th colspan=2><p>头</p></th></tr></table>',
  )
})

test('what people type is text, whatever it looks like', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const html = htmlOf([{ type: 'paragraph', content: [text(value)] }])
      expect(html.slice(3, -4)).not.toMatch(/[<>]/)
    }),
  )
})
