import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doc, isRichText, paragraph, placeholdersIn, type RichNode } from '#features/procurement/rules/rich-text.ts'
import { CONTENT, type ContentOf } from '../contract/content.ts'
import { diffContents, diffLines } from './diff.ts'
import { findingsOf } from './findings.ts'
import { noticeScope, scopesOf, TEMPLATE_KINDS, widening } from './kinds.ts'
import { MOMENT_NAMES, MOMENTS } from './moments.ts'
import { outlineOf } from './outline.ts'
import { PLACEHOLDERS, placeholdersAt } from './placeholders.ts'
import { resolve } from './resolve.ts'
import { billLine, sheetColumns } from './sheet-columns.ts'
import { hostLines, starterOf } from './starters.ts'
import { textsOf } from './texts.ts'

const bodyOf = (text: string): ContentOf<'notice'> => ({ title: '标题', body: doc(paragraph(text)) })
const findings = (content: ContentOf<'notice'>, scope = '1') =>
  findingsOf({ kind: 'notice', scope, name: '名', content })

describe('starters', () => {
  for (const kind of TEMPLATE_KINDS)
    test(`${kind}: each begins whole, valid and publishable`, () => {
      for (const { value: scope } of scopesOf(kind)) {
        const content = starterOf(kind, scope)
        expect(CONTENT[kind].parse(content)).toEqual(content)
        expect({ scope, found: findingsOf({ kind, scope, name: '名', content }) }).toEqual({ scope, found: [] })
        expect(outlineOf(kind, content).length).toBeGreaterThan(1)
      }
    })
})

test('a host template of before speaks where the joint opening has no line; what was left empty stays silent', () => {
  const { lines } = starterOf('ai-avatar', '') as ContentOf<'ai-avatar'>
  const { jointOpening, ...before } = lines
  expect(hostLines(before)).toEqual(lines)
  expect(hostLines({ ...before, jointOpening: '' }).jointOpening).toBe('')
  expect(hostLines({ ...before, jointOpening: '请稍候。' }).jointOpening).toBe('请稍候。')
  expect(jointOpening).not.toBe('')
})

describe('placeholders', () => {
  test('each key says one thing at a place, and no spoken line before the opening knows bidders (A-107)', () => {
    for (const { where } of PLACEHOLDERS)
      for (const place of where) {
        const keys = placeholdersAt(place).map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }
    for (const moment of MOMENT_NAMES.filter((name) => !MOMENTS[name].knowsBidders)) {
      const keys = placeholdersAt(`avatar/${moment}`).map(({ key }) => key)
      for (const secret of ['投标人数量', '投标人', '投标报价']) expect(keys).not.toContain(secret)
    }
  })

  test('what cannot be filled here is found at its place, and so is a brace without its pair', () => {
    expect(findings(bodyOf('{{采购人}}'))).toEqual([])
    for (const [text, mark] of [
      ['{{监督电话}}', '{{监督电话}}'],
      ['{{中标人}}', '{{中标人}}'],
      ['{{ }}', '{{}}'],
      ['{{采购人', '{{'],
      ['采购人}}', '}}'],
      ['{{toString}}', '{{toString}}'],
    ])
      expect({ text, found: findings(bodyOf(text!)) }).toEqual({
        text,
        found: [expect.objectContaining({ path: 'body', mark })],
      })
    expect(findings(bodyOf('{{中标人}}'), '5')).toEqual([])
    expect(findings({ title: ' ', body: null }).map((f) => f.path)).toEqual(['title', 'body'])
  })
})

/** Texts with placeholders, known and unknown, with and without values, split over marks or with odd braces. */
const piece = fc.oneof(
  fc.constantFrom('{{采购人}}', '{{ 项目名称 }}', '{{不存在}}', '{{}}', '{{constructor}}', '{', '}}', '{{', '正文'),
  fc.string({ maxLength: 8 }),
)
const line: fc.Arbitrary<RichNode> = fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 8 }).map((parts) => ({
  type: 'paragraph',
  content: parts
    .filter(([text]) => text !== '')
    .map(([text, bold]) => ({ type: 'text', text, ...(bold ? { marks: [{ type: 'bold' }] } : {}) })),
}))
const values = fc.dictionary(
  fc.constantFrom('采购人', '项目名称', '不存在'),
  fc.oneof(fc.string(), fc.constantFrom('{{注入}}', '医院 {{采购人}}')),
)

describe('resolving', () => {
  test('never leaves a placeholder without telling', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(line, { maxLength: 5 }), values, (title, lines, known) => {
        const template = { kind: 'notice' as const, scope: '1', content: { title, body: doc(...lines) } }
        const { content, missing } = resolve(template, { values: known })
        expect(isRichText(content.body)).toBe(true)
        const left = textsOf({ ...template, content }).flatMap(({ path, value }) =>
          placeholdersIn(value!).map((name) => ({ path, name })),
        )
        expect(missing).toEqual(left)
      }),
    )
  })

  test('fills every known placeholder, however it is marked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (a, b) => {
        const whole = '{{采购人}}'
        const cuts = [...new Set([0, a, a + b, whole.length])]
          .filter((at) => at <= whole.length)
          .toSorted((x, y) => x - y)
        const texts = cuts
          .slice(1)
          .map((to, i) => ({ type: 'text', text: whole.slice(cuts[i], to), marks: i % 2 ? [{ type: 'bold' }] : [] }))
        const body = doc({ type: 'paragraph', content: texts })
        const { content, missing } = resolve(
          { kind: 'notice', scope: '1', content: { title: '', body } },
          { values: { 采购人: '医院' } },
        )
        expect(missing).toEqual([])
        expect(JSON.stringify(content)).toContain('医院')
      }),
    )
  })

  test('leaves kinds without texts as they are', () => {
    const content = starterOf('selection', '') as ContentOf<'selection'>
    expect(resolve({ kind: 'selection', scope: '', content }, { values: {} })).toEqual({ content, missing: [] })
  })
})

describe('differences', () => {
  test('applied to the one they give the other', () => {
    const lines = fc.array(fc.constantFrom('一', '二', '三', '四'), { maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after)
        expect(diff.filter((d) => d.change !== 'added').map((d) => d.text)).toEqual(before)
        expect(diff.filter((d) => d.change !== 'removed').map((d) => d.text)).toEqual(after)
      }),
    )
  })

  test('are seen in every kind', () => {
    const [before, after] = [starterOf('ai-avatar', ''), structuredClone(starterOf('ai-avatar', ''))]
    const avatar = after as ContentOf<'ai-avatar'>
    avatar.voice.rate = 120
    expect(diffContents('ai-avatar', before, avatar).filter((d) => d.change !== 'same')).toHaveLength(2)
  })
})

test('a scope widens to the general one, a commitment never does', () => {
  expect(widening('notice', noticeScope(4, 1))).toEqual(['4/1', '4'])
  expect(widening('selection', 'goods')).toEqual(['goods', ''])
  expect(widening('integrity-commitment', 'expert')).toEqual(['expert'])
})

describe('kinds', () => {
  test('a bill keeps what a line cannot be stored without, and folds its own columns into the specification', () => {
    const content = starterOf('material', '') as ContentOf<'material'>
    const own = { ...content.columns[0]!, field: '' as const, title: '质保期', type: 'integer' as const, unit: '月' }
    const columns = [...content.columns, own]
    expect(sheetColumns({ columns }).at(-1)).toMatchObject({ key: 'extra8', type: 'integer', title: '质保期' })
    expect(billLine({ columns }, { name: '床', spec: '电动', extra8: '36' })).toMatchObject({
      spec: '电动；质保期：36月',
    })
    expect(billLine({ columns }, { name: '床', spec: null, extra8: '36' })).toMatchObject({ spec: '质保期：36月' })
    const without = { columns: columns.filter((one) => one.field !== 'unit').concat(own) }
    const found = findingsOf({ kind: 'material', scope: '', name: '名', content: without })
    expect(found.map((f) => f.message)).toEqual(['列标题“质保期”重复', '缺少清单必需的“单位”列'])
  })

  test('a scheme must add up', () => {
    const content = structuredClone(starterOf('selection', '')) as ContentOf<'selection'>
    content.ways[2]!.items[0]!.fullMark = '11'
    content.committeeSize = 4
    const found = findingsOf({ kind: 'selection', scope: '', name: '名', content })
    expect(found.map((f) => f.path)).toEqual(['ways', 'committeeSize'])
    content.ways[0]!.items[0]!.name = ''
    expect(findingsOf({ kind: 'selection', scope: '', name: '名', content })[0]).toMatchObject({
      path: 'ways.0.items.0.name',
    })
  })

  test('a report keeps what the law wants in it; parameters have bounds that fit', () => {
    const report = starterOf('review-report', '') as ContentOf<'review-report'>
    const cut = { sections: report.sections.filter((one) => one.key !== 'rejections') }
    expect(findingsOf({ kind: 'review-report', scope: '', name: '名', content: cut })).toHaveLength(1)
    const content = structuredClone(starterOf('demands-parameter', '')) as ContentOf<'demands-parameter'>
    Object.assign(content.groups[0]!.fields[1]!, { min: '9', max: '1' })
    Object.assign(content.groups[0]!.fields[2]!, { options: ['甲', '甲'] })
    Object.assign(content.groups[1]!.fields[0]!, { min: '-' })
    const found = findingsOf({ kind: 'demands-parameter', scope: '', name: '名', content })
    expect(found.map((f) => f.path)).toEqual([
      'groups.0.fields.1.min',
      'groups.0.fields.2.options',
      'groups.1.fields.0.min',
    ])
  })
})
