import { expect, test } from 'vitest'
import { placeholdersAt } from '#features/templates/rules/placeholders.ts'
import { builtInTemplates } from '../methods/notices.ts'
import { doc, fill, heading, isRichText, paragraph, placeholdersIn, table, textOf } from './rich-text.ts'

test('only the closed set of nodes and marks is rich text', () => {
  expect(isRichText(doc(heading('标题'), paragraph('正文'), table(['一'], [['二']])))).toBe(true)
  expect(isRichText(paragraph('没有文档节点'))).toBe(false)
  for (const wrong of [
    { type: 'image', attrs: { src: 'http://x' } },
    { type: 'paragraph', content: [{ type: 'text', text: '链接', marks: [{ type: 'link' }] }] },
    { type: 'paragraph', content: [{ type: 'text' }] },
    { type: 'paragraph', content: 'text' },
    null,
  ])
    expect(isRichText({ type: 'doc', content: [wrong] })).toBe(false)
  let deep = paragraph('深')
  for (let i = 0; i < 30; i++) deep = { type: 'bulletList', content: [deep] }
  expect(isRichText(doc(deep))).toBe(false)
})

test('placeholders are found, also across differently marked texts, and filled', () => {
  const split = doc({
    type: 'paragraph',
    content: [
      { type: 'text', text: '{{最高' },
      { type: 'text', text: '限价}}', marks: [{ type: 'bold' }] },
    ],
  })
  expect(placeholdersIn(split)).toEqual(['最高限价'])
  const template = doc(paragraph('{{采购人}}与{{ 采购人 }}，{{未知}}'), paragraph('{{候选人表}}'))
  expect(textOf(fill(split, { values: { 最高限价: '9 元' } }))).toBe('9 元\n')
  expect(textOf(fill(doc(paragraph('{{constructor}}')), { values: {} }))).toBe('{{constructor}}\n')
  const rows = [table(['排序'], [['1']])]
  const filled = fill(template, { values: { 采购人: '医院 {{注入}}' }, blocks: { 候选人表: rows } })
  expect(textOf(filled.content![0]!)).toBe('医院 {{注入}}与医院 {{注入}}，{{未知}}\n')
  expect(filled.content![1]).toEqual(rows[0])
  expect(placeholdersIn(filled)).toEqual(['注入', '未知'])
})

test('built-in templates are rich text and use known placeholders only', () => {
  for (const { kind, content } of builtInTemplates({ method: 1 })) {
    const known = placeholdersAt(`notice/${kind}`).map((one) => one.key)
    expect(isRichText(content)).toBe(true)
    for (const name of placeholdersIn(content)) expect(known).toContain(name)
  }
})
