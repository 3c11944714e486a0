import type { OutputOf } from '#contract/endpoint.ts'
import type { FormSection } from '#web/kit/form-fields.tsx'
import { EXPERT_KINDS, type expertDetail, type ExpertRow, LIBRARIES, type MajorRow } from '../contract.ts'
import { majorPath } from '../rules/majors.ts'
import { REGIONS } from '../rules/regions.ts'
import { TITLE_LEVELS, TITLES } from '../rules/titles.ts'

type Options = { value: string; label: string }[]

export const kindOptions = optionsOf(EXPERT_KINDS)
export const libraryOptions = optionsOf(LIBRARIES)
export const regionOptions = optionsOf(REGIONS)
export const titleOptions: Options = TITLES.map(({ name, level }) => ({
  value: name,
  label: `${name}（${TITLE_LEVELS[level]}）`,
}))

/** Majors by their path in the classification; those out of use are left out unless they are `kept`. */
export function majorOptions(majors: readonly MajorRow[], kept: readonly string[] = []): Options {
  const byCode = new Map(majors.map((major) => [major.code, major]))
  return majors
    .filter((major) => major.isEnabled || kept.includes(major.code))
    .map(({ code }) => ({ value: code, label: `${code} ${majorPath(code, byCode)}` }))
}

/** The form of an expert. The mobile number is the account: it is entered once. */
export function sectionsOf({ isNew, majors }: { isNew: boolean; majors: Options }): FormSection[] {
  return [
    {
      title: '基本信息',
      fields: [
        { kind: 'text', name: 'name', label: '姓名', required: true, maxLength: 40 },
        ...(isNew
          ? [
              {
                kind: 'text',
                name: 'mobile',
                label: '手机号码',
                required: true,
                type: 'tel',
                maxLength: 11,
                help: '没有账号的将自动开通，专家以短信验证码登录',
              } as const,
            ]
          : []),
        { kind: 'radio', name: 'kind', label: '专家类别', required: true, options: kindOptions },
        { kind: 'select', name: 'title', label: '职称', options: titleOptions, searchable: true },
        {
          kind: 'integer',
          name: 'since',
          label: '从业起始年份',
          min: 1950,
          max: 2100,
          help: '依法须从事相关领域工作满八年',
        },
        { kind: 'select', name: 'region', label: '省级地区', options: regionOptions, searchable: true },
        { kind: 'text', name: 'city', label: '市县', maxLength: 60 },
        {
          kind: 'select',
          name: 'majors',
          label: '评审专业',
          options: majors,
          multiple: true,
          searchable: true,
          wide: true,
          help: '可按编码或名称查找，最多10个',
        },
      ],
    },
    {
      title: '工作单位',
      hint: '用于回避检查：任职于投标人或采购人的专家不能进入评标委员会',
      fields: [
        { kind: 'text', name: 'employer', label: '工作单位', required: true },
        { kind: 'text', name: 'employerCode', label: '统一社会信用代码', maxLength: 18 },
      ],
    },
    {
      title: '证书',
      hint: '职称证书、执业资格、学历等，仅本专家库管理人员可见',
      fields: [
        {
          kind: 'files',
          name: 'files',
          label: '证书扫描件',
          use: 'expert-certificate',
          most: 20,
          accept: '.pdf,.png,.jpg,.jpeg',
        },
      ],
    },
  ]
}

export interface ExpertValues {
  name: string
  kind: ExpertRow['kind']
  employer: string
  employerCode?: string
  title?: string
  region?: string
  city?: string
  since?: number | null
  majors?: string[]
  mobile?: string
  files?: { fileId: string; name: string; size: number }[]
}

/** What the form holds in the wire's words; the mobile number is the caller's. */
export function bodyOf(values: ExpertValues) {
  const { name, kind, employer, title, region, city, since, majors, files } = values
  return {
    name,
    kind,
    employer,
    employerCode: (values.employerCode ?? '').toUpperCase(),
    majors: majors ?? [],
    title: title ?? '',
    region: region ?? '',
    city: city ?? '',
    since: since ?? null,
    files: (files ?? []).map(({ fileId, name }) => ({ fileId, name })),
  }
}

/** The form of an expert who is there. */
export function valuesOf(expert: OutputOf<typeof expertDetail>): ExpertValues {
  const { name, kind, employer, employerCode, title, region, city, since, majors, files } = expert
  return { name, kind, employer, employerCode, title, region, city, since, majors, files }
}

function optionsOf(labels: Readonly<Record<string, string>>): Options {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
