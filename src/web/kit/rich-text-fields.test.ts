import { expect, it } from 'vitest'
import { toFieldNodes, toPlaceholders } from './rich-text-fields.ts'

const bold = [{ type: 'bold' }]
const text = (value: string, marks?: { type: string }[]) => ({ type: 'text', text: value, ...(marks && { marks }) })
const doc = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] }) as never

it('a known field becomes one piece, an unknown one stays text, and back again nothing is lost', () => {
  const stored = doc(text('保证金：{{投标保证金}}，'), text('{{ 开标时间 }}', bold), text('另见{{别的}}'))
  const edited = toFieldNodes(stored, { 投标保证金: '50,000.00 元', 开标时间: '2026-12-16 09:30' })
  expect(edited).toEqual(
    doc(
      text('保证金：'),
      { type: 'field', attrs: { name: '投标保证金' } },
      text('，'),
      { type: 'field', attrs: { name: '开标时间' }, marks: bold },
      text('另见'),
      text('{{别的}}'),
    ),
  )
  expect(toPlaceholders(edited)).toEqual(
    doc(text('保证金：{{投标保证金}}，'), text('{{开标时间}}', bold), text('另见{{别的}}')),
  )
})
