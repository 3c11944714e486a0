/** Level of a professional title; 1 is the highest. */
export const TITLE_LEVELS = { 1: '正高级', 2: '副高级', 3: '中级' } as const
export type TitleLevel = keyof typeof TITLE_LEVELS

/** Seven series of professional titles at three levels: 21 titles, highest first in each. */
const SERIES = {
  高等学校教师: ['教授', '副教授', '讲师'],
  自然科学研究: ['研究员', '副研究员', '助理研究员'],
  工程技术: ['正高级工程师', '高级工程师', '工程师'],
  经济: ['正高级经济师', '高级经济师', '经济师'],
  会计: ['正高级会计师', '高级会计师', '会计师'],
  审计: ['正高级审计师', '高级审计师', '审计师'],
  卫生技术: ['主任医师', '副主任医师', '主治医师'],
} as const

export interface Title {
  name: string
  series: string
  level: TitleLevel
}

/** The 21 professional titles (specification part 2 section 9). */
export const TITLES: readonly Title[] = Object.entries(SERIES).flatMap(([series, names]) =>
  names.map((name, i) => ({ name, series, level: (i + 1) as TitleLevel })),
)

const byName = new Map(TITLES.map((title) => [title.name, title]))

export function isTitle(name: string): boolean {
  return byName.has(name)
}

/** Level of a title; null where there is none. */
export function levelOf(title: string): TitleLevel | null {
  return byName.get(title)?.level ?? null
}

/**
 * Whether somebody may be an expert by law: eight years in the field and a senior title (招标投标法第三十七条). Returns what
 * is missing, in words; "equal professional standing" is for whoever audits to judge, so these are hints and no bar.
 */
export function qualificationGaps(person: { title: string; since: number | null }, year: number): string[] {
  const level = levelOf(person.title)
  const gaps: string[] = []
  if (level === null || level > 2) gaps.push('未填写高级职称，须具有同等专业水平（招标投标法第三十七条）')
  if (person.since === null) gaps.push('未填写从业起始年份，须从事相关领域工作满八年（招标投标法第三十七条）')
  else if (year - person.since < 8)
    gaps.push(`从业 ${Math.max(0, year - person.since)} 年，不满八年（招标投标法第三十七条）`)
  return gaps
}
