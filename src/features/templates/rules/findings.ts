import { ReviewWayPlan } from '#features/procurement/steps/review/settings.ts'
import { placeholdersIn, type RichNode, textOf } from '#features/procurement/rules/rich-text.ts'
import { wayProblems } from '#features/procurement/rules/default-ways.ts'
import { Exact } from '#contract/money.ts'
import type { ContentOf } from '../contract/content.ts'
import type { TemplateKind } from './kinds.ts'
import { MOMENTS } from './moments.ts'
import { placeholdersAt } from './placeholders.ts'
import { type TemplateText, textsOf } from './texts.ts'

/** Something that stands in the way of publishing. `path` tells the place, `mark` the words to find there. */
export interface TemplateFinding {
  path: string
  message: string
  mark?: string
}

/** What must be put right before a template may be published; empty when it may. */
export function findingsOf<K extends TemplateKind>(template: {
  kind: K
  scope: string
  name: string
  content: ContentOf<K>
}): TemplateFinding[] {
  const { kind, name } = template
  const content: ContentOf = template.content
  const named = name.trim() === '' ? [{ path: 'name', message: '请输入模板名称' }] : []
  return [...named, ...textsOf(template).flatMap(textFindings), ...kindFindings(kind, content)]
}

/** Placeholders that nobody will be able to fill here, and braces that make none. */
export function textFindings({ path, place, value }: TemplateText): TemplateFinding[] {
  if (value === null) return []
  const known = new Set(placeholdersAt(place).map(({ key }) => key))
  const unknown = placeholdersIn(value).flatMap((name): TemplateFinding[] => {
    if (known.has(name)) return []
    const mark = `{{${name}}}`
    return [{ path, mark, message: name === '' ? '占位符未写名称' : `占位符 ${mark} 不存在，或不能用于此处` }]
  })
  const text = typeof value === 'string' ? value : textOf(value)
  const rest = text.replaceAll(/\{\{[^{}]*\}\}/g, '')
  const loose = /\{\{|\}\}/.exec(rest)
  return loose
    ? [...unknown, { path, mark: loose[0], message: `“${loose[0]}”没有成对，占位符应写作 {{名称}}` }]
    : unknown
}

function kindFindings(kind: TemplateKind, content: ContentOf): TemplateFinding[] {
  switch (kind) {
    case 'notice':
    case 'integrity-commitment':
      return titledFindings(content as ContentOf<'notice'>)
    case 'material':
      return materialFindings(content as ContentOf<'material'>)
    case 'selection':
      return selectionFindings(content as ContentOf<'selection'>)
    case 'ai-avatar':
      return avatarFindings(content as ContentOf<'ai-avatar'>)
    case 'review-report':
      return reportFindings(content as ContentOf<'review-report'>)
    case 'demands-parameter':
      return parameterFindings(content as ContentOf<'demands-parameter'>)
  }
}

function titledFindings({ title, body }: { title: string; body: RichNode | null }): TemplateFinding[] {
  return [
    ...(title.trim() === '' ? [{ path: 'title', message: '请输入标题' }] : []),
    ...(body === null || textOf(body).trim() === '' ? [{ path: 'body', message: '请输入正文' }] : []),
  ]
}

function materialFindings({ columns }: ContentOf<'material'>): TemplateFinding[] {
  const found: TemplateFinding[] = columns.flatMap(({ title }, i) =>
    title === '' ? [{ path: `columns.${i}.title`, message: `第 ${i + 1} 列没有标题` }] : [],
  )
  for (const [i, { title, field }] of columns.entries()) {
    if (title !== '' && columns.findIndex((one) => one.title === title) < i)
      found.push({ path: `columns.${i}.title`, message: `列标题“${title}”重复` })
    if (field !== '' && columns.findIndex((one) => one.field === field) < i)
      found.push({ path: `columns.${i}.field`, message: `“${title}”对应的清单字段已有其他列使用` })
  }
  // Without these a line of the bill cannot be stored: see procurement's items.
  for (const [field, label] of [
    ['name', '名称'],
    ['unit', '单位'],
    ['quantity', '数量'],
  ] as const) {
    if (!columns.some((one) => one.field === field))
      found.push({ path: 'columns', message: `缺少清单必需的“${label}”列` })
  }
  return found
}

function selectionFindings(content: ContentOf<'selection'>): TemplateFinding[] {
  const { ways, reviewMethod } = content
  if (ways.length === 0) return [{ path: 'ways', message: '请增加评审' }]
  const shape = ways.flatMap((way, i) => {
    const parsed = ReviewWayPlan.safeParse(way)
    return (parsed.error?.issues ?? []).map((issue) => ({
      path: `ways.${i}.${issue.path.join('.')}`,
      message: `“${way.name || `第 ${i + 1} 项`}”：${issue.message}`,
    }))
  })
  if (shape.length > 0) return shape
  const plan = ways.map((way) => ReviewWayPlan.parse(way))
  const found = wayProblems(plan, reviewMethod).map((message) => ({ path: 'ways', message }))
  const scored = plan.filter((way) => way.itemKind === 2)
  const total = scored.reduce((sum, way) => sum.plus(way.fullMark), new Exact(0))
  if (reviewMethod === 1 && !total.eq(100))
    found.push({ path: 'ways', message: `综合评分法各项满分合计应为 100 分，现为 ${total.toFixed()} 分` })
  if (content.committeeSize % 2 === 0) found.push({ path: 'committeeSize', message: '评标委员会人数应为单数' })
  return found
}

function avatarFindings({ host, lines }: ContentOf<'ai-avatar'>): TemplateFinding[] {
  const needed = ['opening', 'reading', 'end'] as const
  return [
    ...(host.name === '' ? [{ path: 'host.name', message: '请输入数字主持人名称' }] : []),
    ...needed.flatMap((moment) =>
      lines[moment]?.trim() ? [] : [{ path: `lines.${moment}`, message: `请填写“${MOMENTS[moment].label}”的播报语句` }],
    ),
  ]
}

function reportFindings({ sections }: ContentOf<'review-report'>): TemplateFinding[] {
  const found: TemplateFinding[] = sections.flatMap(({ title }, i) =>
    title.trim() === '' ? [{ path: `sections.${i}.title`, message: `第 ${i + 1} 章没有标题` }] : [],
  )
  for (const [i, { key, title }] of sections.entries()) {
    if (key !== 'text' && sections.findIndex((one) => one.key === key) < i)
      found.push({ path: `sections.${i}.key`, message: `章节“${title}”重复` })
  }
  // 评标委员会和评标方法暂行规定第四十二条: what a report must state.
  for (const [key, label] of REQUIRED_SECTIONS) {
    if (!sections.some((one) => one.key === key))
      found.push({ path: 'sections', message: `缺少“${label}”章节，评审报告须予记载` })
  }
  return found
}

const REQUIRED_SECTIONS = [
  ['facts', '基本情况'],
  ['committee', '评标委员会'],
  ['bidders', '投标人'],
  ['ways', '评审结果'],
  ['rejections', '否决投标'],
  ['ranking', '排序与推荐'],
  ['signing', '签署'],
] as const

const NUMBER = /^-?\d+(\.\d+)?$/

function parameterFindings({ groups }: ContentOf<'demands-parameter'>): TemplateFinding[] {
  if (groups.length === 0) return [{ path: 'groups', message: '请增加参数分组' }]
  return groups.flatMap((group, g) => {
    const at = `groups.${g}`
    const found: TemplateFinding[] =
      group.name === '' ? [{ path: `${at}.name`, message: `第 ${g + 1} 组没有名称` }] : []
    if (group.fields.length === 0) found.push({ path: at, message: `“${group.name || `第 ${g + 1} 组`}”没有参数` })
    for (const [f, field] of group.fields.entries()) {
      const path = `${at}.fields.${f}`
      const label = field.name || `第 ${f + 1} 项`
      if (field.name === '') found.push({ path: `${path}.name`, message: `“${group.name}”第 ${f + 1} 项没有名称` })
      else if (group.fields.findIndex((one) => one.name === field.name) < f)
        found.push({ path: `${path}.name`, message: `参数“${label}”重复` })
      if (field.type === 'choice' && new Set(field.options.filter(Boolean)).size < 2)
        found.push({ path: `${path}.options`, message: `“${label}”至少要有两个不同选项` })
      const [min, max] = [field.min, field.max]
      if ([min, max].some((bound) => bound !== '' && !NUMBER.test(bound)))
        found.push({ path: `${path}.min`, message: `“${label}”的范围不是数值` })
      else if (min !== '' && max !== '' && new Exact(min).gt(max))
        found.push({ path: `${path}.min`, message: `“${label}”的下限大于上限` })
    }
    return found
  })
}
