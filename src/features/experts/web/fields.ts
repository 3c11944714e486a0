import type { FormSection } from '#web/kit/form-fields.tsx'
import { EXPERT_KINDS, type ExpertRow } from '../contract.ts'

export const LIBRARIES: Record<ExpertRow['library'], string> = { platform: '平台专家库', company: '本单位专家库' }

/** The form of an expert. The mobile number is the account: it is entered once. */
export function sectionsOf({ isNew }: { isNew: boolean }): FormSection[] {
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
        {
          kind: 'radio',
          name: 'kind',
          label: '专家类别',
          required: true,
          options: Object.entries(EXPERT_KINDS).map(([value, label]) => ({ value, label })),
        },
        { kind: 'text', name: 'title', label: '职称', maxLength: 60 },
        { kind: 'text', name: 'region', label: '地区', maxLength: 60 },
        {
          kind: 'text',
          name: 'majorText',
          label: '专业',
          help: '多个专业以顿号或逗号分隔',
          maxLength: 400,
          wide: true,
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
  ]
}

export interface ExpertValues {
  name: string
  kind: ExpertRow['kind']
  employer: string
  employerCode?: string
  title?: string
  region?: string
  majorText?: string
  mobile?: string
}

/** What the form holds in the wire's words. */
export function bodyOf({ majorText = '', ...values }: ExpertValues) {
  const { name, kind, employer, title = '', region = '' } = values
  return {
    name,
    kind,
    employer,
    title,
    region,
    employerCode: (values.employerCode ?? '').toUpperCase(),
    majors: majorsOf(majorText),
  }
}

/** `机械、自动化，电气` → three majors, none twice. */
export function majorsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[、，,;；\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ]
}
