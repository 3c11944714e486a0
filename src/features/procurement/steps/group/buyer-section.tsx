import { Form } from 'antd'
import { FormFields } from '#web/kit/form-fields.tsx'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import { useBuyer } from '../../web/buyer/use-buyer.ts'
import { FEW_GROUNDS, groupInWords, groupProblems, GroupTerms } from '../../rules/group-terms.ts'

const BASE = 'settings.group'

/** What the documents say of the group and of how it goes on, and what it comes to in words. */
export function GroupSection() {
  const form = Form.useFormInstance()
  const { method } = useBuyer()
  const given = Form.useWatch<Partial<GroupTerms> | undefined>(['settings', 'group'], form)
  const terms = GroupTerms.safeParse(given ?? {}).data
  const traits = method.group!
  const problems = terms ? groupProblems(terms, traits) : []
  const grounds = traits.fewGrounds.map((value) => ({ value, label: FEW_GROUNDS[value].label }))
  return (
    <FormSection
      id="group"
      title="小组与评审"
      hint={`${traits.name}由采购人代表和评审专家组成，专家不少于三分之二；人员在响应截止前后确定，名单不向供应商公开。`}
    >
      <FormFields
        fields={[
          { kind: 'integer', name: `${BASE}.size`, label: '小组人数', min: 3, max: 15, unit: '人' },
          {
            kind: 'integer',
            name: `${BASE}.minutes`,
            label: `每家${method.words.act}时长`,
            min: 5,
            max: 480,
            unit: '分钟',
            help: '各供应商相同；次序由抽签确定',
          },
          {
            kind: 'switch',
            name: `${BASE}.isOpen`,
            label: '需求不能事先详细列明',
            help: `由供应商提供最终方案；${method.words.act}结束后，小组先投票推荐方案，再要求最后报价`,
          },
          {
            kind: 'select',
            name: `${BASE}.few`,
            label: '可为两家的情形',
            options: grounds,
            placeholder: '不适用',
            help: '选定后，提交响应文件和最后报价的供应商可以为两家',
          },
          ...(given?.few
            ? [{ kind: 'text' as const, name: `${BASE}.fewReason`, label: '批准文号或者说明', wide: true }]
            : []),
        ]}
      />
      {problems.map(({ path, message }) => (
        <p key={path} className="kb-bad" role="alert">
          {message}
        </p>
      ))}
      {terms && problems.length === 0 && (
        <p className="kb-section-hint kb-hint kb-above-8" role="status">
          {groupInWords(terms, traits, method.words.act)}。
        </p>
      )}
    </FormSection>
  )
}
