import { type RichNode, textOf } from '#features/procurement/rules/rich-text.ts'
import { Aggregation, PriceBase, ReviewMethod, WayType } from '#features/evaluation/rules/enums.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import type { ContentOf } from '../contract/content.ts'
import type { TemplateKind } from './kinds.ts'
import { MOMENT_NAMES, MOMENTS } from './moments.ts'
import {
  BILL_LABELS,
  COLUMN_TYPE_LABELS,
  FORMULAS,
  LOOKS,
  PARAMETER_TYPE_LABELS,
  PRICE_WORDS,
  SECTION_LABELS,
} from './words.ts'

/** A content as lines of plain text: what a person compares two versions by. */
export function outlineOf(kind: TemplateKind, content: ContentOf): string[] {
  switch (kind) {
    case 'notice':
    case 'integrity-commitment': {
      const { title, body } = content as ContentOf<'notice'>
      return [`标题：${title}`, ...richLines(body)]
    }
    case 'material':
      return (content as ContentOf<'material'>).columns.map((column) =>
        joined([
          `列：${column.title}`,
          column.field === '' ? '自定义列' : `清单字段“${BILL_LABELS[column.field]}”`,
          COLUMN_TYPE_LABELS[column.type],
          column.unit,
          column.required ? '必填' : '',
          column.hint,
          column.example && `例：${column.example}`,
        ]),
      )
    case 'selection':
      return selectionLines(content as ContentOf<'selection'>)
    case 'ai-avatar': {
      const { host, voice, lines } = content as ContentOf<'ai-avatar'>
      const { rate, pitch, volume } = voice
      return [
        joined([`主持人：${host.name}`, host.picture ? `图片 ${host.picture.name}` : LOOKS[host.look]]),
        joined([`音色：${voice.name || '自动'}`, `语速 ${rate}%`, `音调 ${pitch}%`, `音量 ${volume}%`]),
        ...MOMENT_NAMES.flatMap((moment) => (lines[moment] ? [`${MOMENTS[moment].label}：${lines[moment]}`] : [])),
      ]
    }
    case 'review-report':
      return (content as ContentOf<'review-report'>).sections.flatMap(({ key, title, intro }) => [
        `${title}（${SECTION_LABELS[key]}）`,
        ...richLines(intro),
      ])
    case 'demands-parameter':
      return (content as ContentOf<'demands-parameter'>).groups.flatMap((group) => [
        `【${group.name}】`,
        ...group.fields.map((field) =>
          joined([
            `${field.isKey ? '★ ' : ''}${field.name}`,
            PARAMETER_TYPE_LABELS[field.type],
            field.unit,
            field.min || field.max ? `${field.min || '—'} 至 ${field.max || '—'}` : '',
            field.options.join('、'),
            field.required ? '必填' : '选填',
            field.hint,
          ]),
        ),
      ])
  }
}

function selectionLines({ reviewMethod, committeeSize, ways, price }: ContentOf<'selection'>): string[] {
  return [
    `评审办法：${ReviewMethod.label(reviewMethod)}`,
    `评标委员会：${committeeSize} 人`,
    ...ways.flatMap((way) => [
      joined([
        `${WayType.label(way.type)}：${way.name}`,
        way.itemKind === 2 ? `满分 ${way.fullMark} 分` : '通过或不通过',
        way.itemKind === 2 && !way.isAutomatic ? Aggregation.label(way.aggregation) : '',
        way.itemKind === 2 ? partWords(way.scoreDigits ?? null) : '',
      ]),
      ...way.items.map((item) =>
        joined([
          `· ${item.name}`,
          way.itemKind === 2 ? `${item.fullMark} 分` : '',
          item.isObjective ? '客观' : '',
          item.standard,
        ]),
      ),
    ]),
    ...priceLines(price),
  ]
}

function priceLines(price: ContentOf<'selection'>['price']): string[] {
  return (Object.keys(PRICE_WORDS) as (keyof typeof PRICE_WORDS)[]).map(
    (key) => `${PRICE_WORDS[key]}：${priceWord(key, price)}`,
  )
}

function priceWord(key: keyof typeof PRICE_WORDS, price: ContentOf<'selection'>['price']): string {
  switch (key) {
    case 'baseKind':
      return PriceBase.label(price.baseKind)
    case 'formula':
      return FORMULAS[price.formula]
    case 'roundDeviation':
      return price.roundDeviation ? '是' : '否'
    default:
      return String(price[key])
  }
}

function richLines(node: RichNode | null): string[] {
  return node === null
    ? []
    : textOf(node)
        .split('\n')
        .filter((line) => line.trim() !== '')
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('　')
}
